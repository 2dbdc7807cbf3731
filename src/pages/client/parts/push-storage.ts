/// <reference lib="dom" />

const name = 'push';

const read = (): string[] => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
    return Array.isArray(value) ? value.map(String) : [];
  } catch {
    return [];
  }
};

function write(subjects: readonly string[]): void {
  try {
    localStorage.setItem(name, JSON.stringify(subjects));
  } catch {
    // Without storage, the page offers to turn notifications on again, which changes nothing.
  }
}

/** The subjects that this browser is notified about, such as ids of requests. */
export const pageStorage = {
  has: (subject: string) => read().includes(subject),
  add: (subject: string) => write([...new Set([...read(), subject])]),
  remove: (subject: string) => write(read().filter((one) => one !== subject)),
  isEmpty: () => read().length === 0,
};
