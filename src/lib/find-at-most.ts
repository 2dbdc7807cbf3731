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
  reading: Reading,
): Promise<WithId<T>[]> {
  const { limit, projection, sort } = reading;
  const { collectionName, readConcern } = collection;
  // A server may keep a cursor open whose first answer is just full.
  const find: Document = { find: collectionName, filter, limit, batchSize: limit + 1 };
  if (projection) find['projection'] = projection;
  if (sort) find['sort'] = sort;
  if (readConcern) find['readConcern'] = readConcern;
  const options = { readPreference: collection.readPreference, ...collection.bsonOptions };
  try {
    const { cursor } = await db.command(find, options);
    const id = Long.fromValue(cursor.id);
    if (id.isZero()) return cursor.firstBatch;
    await db.command({ killCursors: collectionName, cursors: [id] });
  } catch (error) {
    if (error instanceof MongoServerSelectionError) throw error;
  }
  return collection.find(filter, reading).toArray();
}
