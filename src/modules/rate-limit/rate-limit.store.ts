import type { Collection, Db } from 'mongodb';

interface Counter {
  /** Policy, bucket and start of the window. */
  _id: string;
  count: number;
  expiresAt: Date;
}

/** What this process has counted since it last sent to the store. */
export interface LocalCount {
  id: string;
  count: number;
  expiresAt: Date;
}

export type RateLimitStore = ReturnType<typeof createRateLimitStore>;

/** The `rate_limits` collection: one counter for each bucket and window, shared by all processes. */
export function createRateLimitStore(db: Db) {
  const counters: Collection<Counter> = db.collection('rate_limits');

  return {
    async ensureIndexes(): Promise<void> {
      await counters.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
    },

    /** Adds what was counted here. @returns what all processes together have counted, by id */
    async add(counted: readonly LocalCount[]): Promise<Map<string, number>> {
      const changed = counted.filter(({ count }) => count !== 0);
      if (changed.length > 0) {
        await counters.bulkWrite(
          changed.map(({ id, count, expiresAt }) => ({
            updateOne: {
              filter: { _id: id },
              update: { $inc: { count }, $setOnInsert: { expiresAt } },
              upsert: true,
            },
          })),
          { ordered: false, writeConcern: { w: 1 } },
        );
      }
      const all = await counters.find({ _id: { $in: counted.map(({ id }) => id) } }).toArray();
      return new Map(all.map(({ _id, count }) => [_id, count]));
    },
  };
}
