import { deviceStorage } from './browser-storage.js';

const name = 'push';

function read(): string[] {
  try {
    const value: unknown = JSON.parse(deviceStorage.get(name) ?? '[]');
    return Array.isArray(value) ? value.map(String) : [];
  } catch {
    return [];
  }
}

/**
 * The subjects that this browser is notified about, such as ids of requests. Without storage, the page offers to turn
 * notifications on again, which changes nothing.
 */
export const notifiedSubjects = {
  has: (subject: string) => read().includes(subject),
  add: (subject: string) =>
    deviceStorage.set(name, JSON.stringify([...new Set([...read(), subject])])),
  remove: (subject: string) =>
    deviceStorage.set(name, JSON.stringify(read().filter((one) => one !== subject))),
  isEmpty: () => read().length === 0,
};
