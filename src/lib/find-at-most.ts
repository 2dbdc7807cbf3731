import {
  type Collection,
  type Document,
  type Filter,
  Long,
  MongoServerSelectionError,
  type WithId,
} from 'mongodb';
import { decoded } from './decoded.js';
import { isUnavailable } from './mongo.js';

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
 * where it helps: for what one answer cannot hold, and in a failover, since the driver does not ask for a
 * command again.
 */
export async function findAtMost<T extends Document>(
  collection: Collection<T>,
  filter: Filter<T>,
  reading: Reading,
): Promise<WithId<T>[]> {
  const { limit, projection, sort } = reading;
  const { db, collectionName, readConcern, readPreference } = collection;
  // A server may keep a cursor open whose first answer is just full.
  const find: Document = { find: collectionName, filter, limit, batchSize: limit + 1 };
  if (projection) find['projection'] = projection;
  if (sort) find['sort'] = sort;
  if (readConcern) find['readConcern'] = readConcern;
  try {
    const options = {
      ...collection.bsonOptions,
      readPreference,
      fieldsAsRaw: { firstBatch: true },
    };
    const { cursor } = await db.command(find, options);
    const id = Long.fromValue(cursor.id);
    if (id.isZero()) return cursor.firstBatch.map(decoded);
    const kill = { killCursors: collectionName, cursors: [id] };
    // One that is not found here ends by itself.
    await db.command(kill, { readPreference }).catch(() => {});
  } catch (error) {
    if (!isUnavailable(error) || error instanceof MongoServerSelectionError) throw error;
  }
  return collection.find(filter, reading).toArray();
}
