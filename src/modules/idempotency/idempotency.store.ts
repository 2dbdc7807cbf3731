import { Binary, type Collection, type Db } from 'mongodb';
import { isDuplicateKey } from '../../lib/mongo.js';

/** The first answer to an Idempotency-Key, or the claim of the request that is making it. */
export interface IdempotencyRecord {
  /** Hash of the id of the API key or customer, the path and the Idempotency-Key. */
  _id: string;
  /** Hash of what was asked; a repeat must ask the same. */
  fingerprint: string;
  /** Names the request that claimed the key. */
  claim: string;
  claimedAt: Date;
  /** The answer, sealed, since it may carry secrets; null while it is being made. */
  answer: Binary | null;
  expiresAt: Date;
}

export type IdempotencyStore = ReturnType<typeof createIdempotencyStore>;

/** The `idempotency` collection. */
export function createIdempotencyStore(db: Db) {
  const records: Collection<IdempotencyRecord> = db.collection('idempotency');

  return {
    async ensureIndexes(): Promise<void> {
      await records.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
    },

    /** @returns null when the claim was stored, else the record that holds the key already */
    async claim(record: IdempotencyRecord): Promise<IdempotencyRecord | null> {
      for (;;) {
        try {
          await records.insertOne(record);
          return null;
        } catch (error) {
          if (!isDuplicateKey(error)) throw error;
        }
        const held = await records.findOne({ _id: record._id });
        // Gone between the two: its request failed, or it expired.
        if (held) return held;
      }
    },

    /** Replaces a record by a new claim. @returns whether it still was as it was read */
    async takeOver(held: IdempotencyRecord, record: IdempotencyRecord): Promise<boolean> {
      const { _id, ...fields } = record;
      const result = await records.updateOne({ _id, claim: held.claim }, { $set: fields });
      return result.matchedCount === 1;
    },

    async finish({ _id, claim }: IdempotencyRecord, answer: Uint8Array): Promise<void> {
      await records.updateOne({ _id, claim }, { $set: { answer: new Binary(answer) } });
    },

    async release({ _id, claim }: IdempotencyRecord): Promise<void> {
      await records.deleteOne({ _id, claim });
    },
  };
}
