import type { Collection, Document, Filter } from 'mongodb';
import { decodeCursor, encodeCursor, type Keyset } from './cursor.js';
import { type Found, findPage } from './find-page.js';
import { behind } from './keyset.js';
import { oncePer } from './once-per.js';
import { type Page, pageOf } from './page.js';

/** A part of a list: what follows a cursor, or precedes it. */
export interface Range {
  cursor: Keyset | null;
  /** Before the cursor, nearest first. */
  backwards: boolean;
  limit: number;
}

/** The documents of a range that match a filter, by a date and then by id, both descending. */
export function findNewestFirst<T extends { _id: string }>(
  collection: Collection<T>,
  field: keyof T & string,
  filter: Filter<T>,
  { cursor, backwards, limit }: Range,
  projection: Document = { outbox: 0 },
): Promise<Found<T>> {
  const direction = backwards ? 1 : -1;
  const beyond = cursor && behind(field, direction, cursor);
  const conditions = (beyond ? { $and: [filter, beyond] } : filter) as Filter<T>;
  const sort = { [field]: direction, _id: direction } as const;
  return findPage(collection, conditions, { projection, sort, limit });
}

/** A list that is read page by page from its newest item on. */
export interface NewestFirst<T> {
  /** What a cursor is bound to: the list and its filter. */
  scope: unknown;
  keyOf(item: T): Keyset;
  read(range: Range): Promise<Found<T>>;
  /** Counts everything that the filter matches; left out for a list without a total. */
  count?(): Promise<number>;
}

/**
 * The page of a list behind a cursor.
 *
 * @param query.count length of the page at most
 * @param hasBefore whether the client asks if the list has items before the page
 * @param notes of the request: they get the cursor of the next page, for the Link header of REST
 * @throws ApiError `bad_cursor`
 */
export async function pageNewestFirst<T>(
  { scope, keyOf, read, count: countAll }: NewestFirst<T>,
  query: { count: number; after: string | null },
  hasBefore: boolean,
  notes: { nextCursor: string | null },
): Promise<Page<T>> {
  const { count, after } = query;
  const cursor = after === null ? null : decodeCursor(after, scope);
  const found = await read({ cursor, backwards: false, limit: count });
  const hasItemsBefore = async (first: T | undefined) => {
    const from = first ? keyOf(first) : null;
    return (await read({ cursor: from, backwards: true, limit: 1 })).items.length > 0;
  };
  const page = await pageOf(
    found,
    { count, cursor: after, backwards: false },
    {
      cursorOf: (item) => encodeCursor(keyOf(item), scope),
      hasItemsBehind: hasBefore ? hasItemsBefore : null,
      countAll: countAll && (() => oncePer(notes, scope, countAll)),
    },
  );
  notes.nextCursor = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  return page;
}
