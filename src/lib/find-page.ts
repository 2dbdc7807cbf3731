import { BSON, type Collection, type Document, type Filter } from 'mongodb';
import { mebibyte } from './units.js';

/** Stored bytes of a page at most, as they are read. A longer document is a page alone. */
export const pageBytesMax = 2 * mebibyte;

/** What was found, in the order of the search. */
export interface Found<T> {
  items: T[];
  /** True if more items match behind the last one. */
  more: boolean;
}

/** Which part of the matching documents is read. */
export interface Reading {
  /** Maximum number of documents. */
  limit: number;
  projection?: Document;
  sort?: Record<string, 1 | -1>;
  hint?: Document;
}

/** Returns the first documents that match: up to `limit` of them, and up to `pageBytesMax`. */
export async function findPage<T extends Document>(
  collection: Collection<T>,
  filter: Filter<T>,
  { limit, ...options }: Reading,
): Promise<Found<T>> {
  // One more shows whether more follow. A server may keep a cursor open whose first batch is exactly full.
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
