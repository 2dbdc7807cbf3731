import { tabStorage } from '../parts/browser-storage.js';

const name = 'console key';

/** The API key that the console keeps until its tab is closed; it is stored nowhere else. */
export const consoleKey = {
  get: (): string | null => tabStorage.get(name),
  use: (key: string): void => tabStorage.set(name, key),
  forget: (): void => tabStorage.remove(name),
};
