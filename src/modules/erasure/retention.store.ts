import type { Collection, Db } from 'mongodb';

/** How far one kind of records has been erased by age. */
interface Mark {
  _id: string;
  /** What was last changed before is erased. */
  at: Date;
}

export type RetentionStore = ReturnType<typeof createRetentionStore>;

/** The `retention` collection. */
export function createRetentionStore(db: Db) {
  const marks: Collection<Mark> = db.collection('retention');

  return {
    /** Where the next batch begins. */
    async reachedBy(name: string): Promise<Date> {
      return (await marks.findOne({ _id: name }))?.at ?? new Date(0);
    },

    /** Notes where the next batch begins. */
    async reached(name: string, at: Date): Promise<void> {
      await marks.updateOne({ _id: name }, { $max: { at } }, { upsert: true });
    },
  };
}
