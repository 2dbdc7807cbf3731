/// <reference lib="dom" />

/** Wraps a browser storage that can be unavailable, even for reading; it then behaves as if empty. */
function tolerant(open: () => Storage) {
  function attempt<T>(act: (storage: Storage) => T): T | null {
    try {
      return act(open());
    } catch {
      return null;
    }
  }
  return {
    get: (name: string): string | null => attempt((storage) => storage.getItem(name)),
    set: (name: string, value: string): void =>
      void attempt((storage) => storage.setItem(name, value)),
    remove: (name: string): void => void attempt((storage) => storage.removeItem(name)),
    names: (): string[] => attempt((storage) => Object.keys(storage)) ?? [],
  };
}

/** Storage until the tab is closed. */
export const tabStorage = tolerant(() => sessionStorage);

/** Storage on the device, for every tab. */
export const deviceStorage = tolerant(() => localStorage);
