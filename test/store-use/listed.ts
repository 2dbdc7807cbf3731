import { readFileSync } from 'node:fs';
import type { Use } from './uses.js';

/** A use in one collection; `database` for commands that name none. */
export interface ListedUse extends Use {
  collection: string;
}

/** Names by collection and kind, in one string each, so that the file is read at a glance. */
type Listing = Record<string, Partial<Record<Use['kind'], string>>>;

/** The committed list of everything that the service uses of a MongoDB, by collection. */
export const listFile = new URL('./uses.json', import.meta.url);

/** One line for a use, by which it is compared and passed from the workers to the whole run. */
export const lineOf = ({ collection, kind, name }: ListedUse): string =>
  `${collection}: ${kind} ${name}`;

/** The same of what only the long suite does, kept by hand. */
export const longListFile = new URL('./long-uses.json', import.meta.url);

/** The uses on a committed list. */
export function listedUses(file = listFile): ListedUse[] {
  const listing: Listing = JSON.parse(readFileSync(file, 'utf8'));
  return Object.entries(listing).flatMap(([collection, kinds]) =>
    Object.entries(kinds).flatMap(([kind, names]) =>
      names.split(' ').map((name) => ({ collection, kind: kind as Use['kind'], name })),
    ),
  );
}

/** The text of the committed list for these uses, sorted. */
export function listText(uses: readonly ListedUse[]): string {
  const listing: Listing = {};
  const sorted = [...uses].sort((a, b) => (lineOf(a) < lineOf(b) ? -1 : 1));
  for (const { collection, kind, name } of sorted) {
    listing[collection] ??= {};
    const before = listing[collection][kind];
    listing[collection][kind] = before === undefined ? name : `${before} ${name}`;
  }
  return `${JSON.stringify(listing, null, 2)}\n`;
}
