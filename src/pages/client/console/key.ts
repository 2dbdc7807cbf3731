/// <reference lib="dom" />

const name = 'console key';

/** The API key that the console keeps until its tab is closed; nothing else stores it. */
export const consoleKey = {
  get: (): string | null => sessionStorage.getItem(name),
  use: (key: string): void => sessionStorage.setItem(name, key),
  forget: (): void => sessionStorage.removeItem(name),
};
