/// <reference lib="dom" />

/** What a tab keeps until it is closed. A browser may refuse to keep anything: then nothing is there. */
function attempt<T>(act: (kept: Storage) => T): T | null {
  try {
    return act(sessionStorage);
  } catch {
    return null;
  }
}

export const tabStorage = {
  get: (name: string): string | null => attempt((kept) => kept.getItem(name)),
  set: (name: string, value: string): void => void attempt((kept) => kept.setItem(name, value)),
  remove: (name: string): void => void attempt((kept) => kept.removeItem(name)),
  names: (): string[] => attempt((kept) => Object.keys(kept)) ?? [],
};
