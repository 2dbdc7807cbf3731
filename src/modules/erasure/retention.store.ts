import type { Collection, Db } from 'mongodb';

/** Progress of the erasure by age of one kind of record. */
export interface Mark {
  /** Records last changed before this are erased, except those held back. */
  at: Date;
  /** Last change of the first record that the batches have skipped; null if none was skipped. */
  held: Date | null;
}

export type RetentionStore = ReturnType<typeof createRetentionStore>;

/** The `retention` collection. */
export function createRetentionStore(db: Db) {
  const marks: Collection<Partial<Mark> & { _id: string }> = db.collection('retention');

  return {
    /** Returns where the next batch begins. */
    async markOf(name: string): Promise<Mark> {
      const { at = new Date(0), held = null } = (await marks.findOne({ _id: name })) ?? {};
      return { at, held };
    },

    /** Stores where the next batch begins. */
    async setMark(name: string, mark: Mark): Promise<void> {
      await marks.updateOne({ _id: name }, { $set: mark }, { upsert: true });
    },
  };
}
