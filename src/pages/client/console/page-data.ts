/// <reference lib="dom" />

const dataOf = (name: string) => document.getElementById('console')?.dataset[name];

/** Returns the words that the page's element has in a data attribute. */
export const pageData = (name: 'eventTypes' | 'scopes' | 'liveScopes'): string[] =>
  dataOf(name)?.split(' ') ?? [];

/** Bounds of a job that the import checks before it sends one. */
export interface ImportBounds {
  /** Lengths in characters, by member. */
  lengths: Readonly<Record<string, { min: number; max: number }>>;
  /** Number of reference photos. */
  photos: number;
  metadataKeys: number;
  /** Length of a value of metadata. */
  metadataValue: number;
}

/** Returns the bounds that the page's element has. */
export const importBounds = (): ImportBounds =>
  JSON.parse(dataOf('importBounds') ?? '{"lengths":{}}');
