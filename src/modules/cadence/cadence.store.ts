import type { Collection, Db } from 'mongodb';
import { isDuplicateKey } from '../../lib/mongo.js';
import type { CadenceState } from './cadence.js';

/** The `cadence_states` collection: one state per scope. */
export function createCadenceStore(db: Db) {
  const states: Collection<CadenceState> = db.collection('cadence_states');

  return {
    find: (scopeKey: string): Promise<CadenceState | null> => states.findOne({ _id: scopeKey }),

    /**
     * Stores the state after an evaluation, guarded by the revision that it is based on.
     * @returns false if another evaluation was first
     */
    async put(state: CadenceState): Promise<boolean> {
      const { _id, revision, ...fields } = state;
      if (revision > 1) {
        const guard = { _id, revision: revision - 1 };
        const written = await states.updateOne(guard, { $set: { ...fields, revision } });
        return written.matchedCount === 1;
      }
      try {
        await states.insertOne(state);
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
  };
}
