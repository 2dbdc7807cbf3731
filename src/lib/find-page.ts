import { BSON, type Collection, type Document, type Filter } from 'mongodb';
import type { Keyset } from './cursor.js';
import { mebibyte } from './units.js';

/** Maximum size of a page in stored bytes. A larger document is a page on its own. */
export const pageBytesMax = 2 * mebibyte;

/** The documents found, in search order. */
export interface Found<T> {
  items: T[];
  /** True if more documents match after the last one, or could, if the search ended before the end of the list. */
  more: boolean;
  /** The end of the search, if that is not at the last item. */
  reached?: Keyset | null;
}

/** Options of a page read. */
export interface Reading {
  /** Maximum number of documents. */
  limit: number;
  projection?: Document;
  sort?: Record<string, 1 | -1>;
  hint?: Document;
}

/** Returns the first matching documents, up to `limit` and up to `pageBytesMax`. */
export async function findPage<T extends Document>(
  collection: Collection<T>,
  filter: Filter<T>,
  { limit, ...options }: Reading,
): Promise<Found<T>> {
  // One extra document shows whether more follow. A server can leave a cursor open if its first batch is exactly full.
  const cursor = collection.find<Buffer>(filter, {
    ...options,
    limit: limit + 1,
    batchSize: limit + 2,
    raw: true,
  });
  const items: T[] = [];
  let bytes = 0;
  for await (const document of cursor) {
    bytes += document.length;
    if (items.length >= limit || (items.length > 0 && bytes > pageBytesMax)) {
      return { items, more: true };
    }
    items.push(BSON.deserialize(document, { validation: { utf8: false } }) as T);
  }
  return { items, more: false };
}
