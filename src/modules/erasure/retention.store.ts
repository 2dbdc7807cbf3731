import type { Collection, Db } from 'mongodb';

/** How far one kind of records has been erased by age. */
export interface Mark {
  /** What was last changed before is erased, but for what is held. */
  at: Date;
  /** Last change of the first record behind which the batches have gone on; null where there is none. */
  held: Date | null;
}

export type RetentionStore = ReturnType<typeof createRetentionStore>;

/** The `retention` collection. */
export function createRetentionStore(db: Db) {
  const marks: Collection<Partial<Mark> & { _id: string }> = db.collection('retention');

  return {
    /** Where the next batch begins. */
    async markOf(name: string): Promise<Mark> {
      const { at = new Date(0), held = null } = (await marks.findOne({ _id: name })) ?? {};
      return { at, held };
    },

    /** Notes where the next batch begins. */
    async setMark(name: string, mark: Mark): Promise<void> {
      await marks.updateOne({ _id: name }, { $set: mark }, { upsert: true });
    },
  };
}
