import {
  type Collection,
  type Db,
  type Document,
  type Filter,
  Long,
  MongoServerSelectionError,
  type WithId,
} from 'mongodb';

/** How much of a collection is read. */
export interface Reading {
  /** How many documents at most, from 1. */
  limit: number;
  projection?: Document;
  sort?: Record<string, 1 | -1>;
}

/**
 * What a search finds, as `collection.find` gives it, in one answer of the server.
 *
 * The driver's cursor costs half as much again, and is not needed where one answer holds all. It is asked
 * where it helps: for what one answer cannot hold, and after a failure, since the driver asks a server again
 * only for a cursor.
 */
export async function findAtMost<T extends Document>(
  db: Db,
  collection: Collection<T>,
  filter: Filter<T>,
  { limit, ...rest }: Reading,
): Promise<WithId<T>[]> {
  const find = {
    find: collection.collectionName,
    filter,
    ...rest,
    limit,
    // A server may keep a cursor open whose first answer is just full.
    batchSize: limit + 1,
    ...(collection.readConcern && { readConcern: collection.readConcern }),
  };
  const options = { ...collection.bsonOptions, readPreference: collection.readPreference };
  try {
    const { cursor } = await db.command(find, options);
    const id = Long.fromValue(cursor.id);
    if (id.isZero()) return cursor.firstBatch;
    await db.command({ killCursors: collection.collectionName, cursors: [id] });
  } catch (error) {
    if (error instanceof MongoServerSelectionError) throw error;
  }
  return collection.find(filter, { limit, ...rest }).toArray();
}
