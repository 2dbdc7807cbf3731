import type { Collection, Db } from 'mongodb';
import { hour } from '../../lib/units.js';

/** How far one kind of records has been erased by age. */
interface Mark {
  _id: string;
  /** What was last changed before is erased. */
  at: Date;
  /** When the next batch may be taken, by any process. */
  nextAt: Date;
}

export type RetentionStore = ReturnType<typeof createRetentionStore>;

/** The `retention` collection. */
export function createRetentionStore(db: Db) {
  const marks: Collection<Mark> = db.collection('retention');

  return {
    /**
     * Takes the batch of this hour.
     * @returns where it begins; null where it was taken already
     */
    async take(name: string, now: Date): Promise<Date | null> {
      const start = new Date(0);
      const first = { at: start, nextAt: start };
      await marks.updateOne({ _id: name }, { $setOnInsert: first }, { upsert: true });
      const nextAt = new Date(now.getTime() + hour);
      const due = { _id: name, nextAt: { $lte: now } };
      return (await marks.findOneAndUpdate(due, { $set: { nextAt } }))?.at ?? null;
    },

    /** Notes where the next batch begins. */
    async reached(name: string, at: Date): Promise<void> {
      await marks.updateOne({ _id: name }, { $max: { at } });
    },
  };
}
