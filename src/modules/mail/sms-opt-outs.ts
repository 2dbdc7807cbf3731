import { createHmac } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import type { Clock } from '../../lib/clock.js';
import { type FieldPolicies, kept } from '../../lib/field-policy.js';
import { isDuplicateKey } from '../../lib/mongo.js';

/** Replies remembered per number, so that a repeated webhook changes nothing. */
const repliesMax = 20;

/** The choice of the holder of a phone number to stop or resume text messages. */
export interface SmsOptOut {
  /** HMAC of the number in E.164: without the server's key it identifies no one. */
  _id: string;
  stopped: boolean;
  changedAt: Date;
  /** Ids of the latest replies at the SMS provider. */
  replyIds: string[];
}

/** Kept by an erasure, which must not make messages arrive again. */
export const smsOptOutPolicies: FieldPolicies<SmsOptOut> = {
  _id: kept,
  stopped: kept,
  changedAt: kept,
  replyIds: kept,
};

export type SmsOptOuts = ReturnType<typeof createSmsOptOuts>;

/** The `sms_opt_outs` collection. */
export function createSmsOptOuts({ db, key, clock }: { db: Db; key: Buffer; clock: Clock }) {
  const numbers: Collection<SmsOptOut> = db.collection('sms_opt_outs');
  const idOf = (number: string) =>
    createHmac('sha256', key).update(`sms opt-out\n${number}`).digest('base64url');

  return {
    async isStopped(number: string): Promise<boolean> {
      return (await numbers.findOne({ _id: idOf(number) }))?.stopped === true;
    },

    /** Stops or resumes messages to a number. @returns false if the reply was processed before */
    async set(number: string, stopped: boolean, replyId: string): Promise<boolean> {
      const _id = idOf(number);
      for (;;) {
        const found = await numbers.findOne({ _id });
        const known = found?.replyIds ?? [];
        if (known.includes(replyId)) return false;
        const replyIds = [...known, replyId].slice(-repliesMax);
        const fields = { stopped, changedAt: clock.now(), replyIds };
        if (found) {
          const { matchedCount } = await numbers.updateOne(
            { _id, replyIds: known },
            { $set: fields },
          );
          if (matchedCount === 1) return true;
        } else {
          try {
            await numbers.insertOne({ _id, ...fields });
            return true;
          } catch (error) {
            // Another reply was stored in the meantime.
            if (!isDuplicateKey(error)) throw error;
          }
        }
      }
    },
  };
}
