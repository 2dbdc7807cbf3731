import { Binary, type Collection, type Db } from 'mongodb';
import type { Clock } from '../../lib/clock.js';
import { type FieldPolicies, kept } from '../../lib/field-policy.js';
import { isDuplicateKey } from '../../lib/mongo.js';
import { keptMilliseconds } from '../../limits.js';

/** The first response to an Idempotency-Key, or the claim of the request that is creating it. */
export interface IdempotencyRecord {
  /** Hash of the id of the API key or customer, the path and the Idempotency-Key. */
  _id: string;
  /** Hash of the request body; a repeated request must have the same one. */
  fingerprint: string;
  /** Identifies the request that claimed the key. */
  claim: string;
  claimedAt: Date;
  /** The encrypted response, which can contain secrets; null until it exists, and after its erasure. */
  answer: Binary | null;
  /** Ids that the response is about, by which an erasure finds it; empty until it exists. */
  about: string[];
  /** True if something that the response is about was erased. */
  erased: boolean;
  expiresAt: Date;
}

/** Only the key of an erased response remains, so that it cannot be used for another request. */
export const idempotencyPolicies: FieldPolicies<IdempotencyRecord> = {
  _id: kept,
  fingerprint: { erase: { with: () => '' }, export: false },
  claim: kept,
  claimedAt: kept,
  answer: { erase: 'null', export: false },
  about: { erase: 'empty', export: false },
  erased: { erase: { with: () => true }, export: false },
  expiresAt: kept,
};

/** The erasure of an id, for responses that are stored after it. */
interface Erasure {
  _id: string;
  at: Date;
  expiresAt: Date;
}

/** The fields of an erased response: only its key remains, so that it cannot be used for another request. */
const erasedAnswer = { answer: null, fingerprint: '', about: [], erased: true };

export type IdempotencyStore = ReturnType<typeof createIdempotencyStore>;

/** The collections `idempotency` and `idempotency_erasures`. */
export function createIdempotencyStore(db: Db, clock: Clock) {
  const records: Collection<IdempotencyRecord> = db.collection('idempotency');
  const erasures: Collection<Erasure> = db.collection('idempotency_erasures');

  return {
    async ensureIndexes(): Promise<void> {
      await records.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
      await records.createIndex({ about: 1 });
      await erasures.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
    },

    /** @returns null if the claim was stored, otherwise the record that already has the key */
    async claim(record: IdempotencyRecord): Promise<IdempotencyRecord | null> {
      for (;;) {
        try {
          await records.insertOne(record);
          return null;
        } catch (error) {
          if (!isDuplicateKey(error)) throw error;
        }
        const held = await records.findOne({ _id: record._id });
        // Gone in between: its request failed, or it expired.
        if (held) return held;
      }
    },

    /** Replaces a record by a new claim. @returns whether it was unchanged since it was read */
    async takeOver(held: IdempotencyRecord, record: IdempotencyRecord): Promise<boolean> {
      const { _id, ...fields } = record;
      const result = await records.updateOne({ _id, claim: held.claim }, { $set: fields });
      return result.matchedCount === 1;
    },

    /**
     * Stores the response, unless something that it is about was erased while the request ran. The erasure is recorded
     * before the responses are erased, and looked up after the response is stored, so one of the two always finds the
     * other.
     */
    async finish(
      { _id, claim, claimedAt }: IdempotencyRecord,
      answer: Uint8Array,
      about: readonly string[],
    ): Promise<void> {
      const made = { answer: new Binary(answer), about: [...about] };
      await records.updateOne({ _id, claim }, { $set: made });
      const erasure = await erasures.findOne({ _id: { $in: [...about] }, at: { $gte: claimedAt } });
      if (erasure) await records.updateOne({ _id, claim }, { $set: erasedAnswer });
    },

    async release({ _id, claim }: IdempotencyRecord): Promise<void> {
      await records.deleteOne({ _id, claim });
    },

    /** Erases every response about any of these ids; can be repeated. */
    async erase(ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return;
      const at = clock.now();
      const expiresAt = new Date(at.getTime() + keptMilliseconds);
      await erasures.bulkWrite(
        ids.map((id) => ({
          updateOne: { filter: { _id: id }, update: { $set: { at, expiresAt } }, upsert: true },
        })),
        { ordered: false },
      );
      await records.updateMany({ about: { $in: [...ids] } }, { $set: erasedAnswer });
    },
  };
}
