import type { Collection, Db } from 'mongodb';
import { isDuplicateKey } from '../../lib/mongo.js';
import {
  type PushSubject,
  type PushSubscription,
  subjectKey,
  subscriptionId,
  subscriptionsMax,
} from './push-subscription.js';

/** Number of turns that a subscription remembers. */
const turnsMax = 20;

/** The `push_subscriptions` collection. */
export function createPushSubscriptionStore(db: Db) {
  const subscriptions: Collection<PushSubscription> = db.collection('push_subscriptions');

  return {
    async ensureIndexes(): Promise<void> {
      await subscriptions.createIndexes([
        { key: { slot: 1 }, unique: true },
        { key: { requestId: 1 } },
        { key: { keyId: 1 } },
      ]);
    },

    /**
     * Stores a subscription in a free slot of its subject, or replaces the keys of the same browser.
     * @returns null if no slot is free
     */
    async put(
      subject: PushSubject,
      browser: Pick<PushSubscription, 'endpoint' | 'p256dh' | 'auth'>,
      now: Date,
    ): Promise<PushSubscription | null> {
      const _id = subscriptionId(subject, browser.endpoint);
      const { p256dh, auth } = browser;
      const isRequest = subject.kind === 'request';
      for (let slot = 0; slot < subscriptionsMax; slot += 1) {
        const known = await subscriptions.findOneAndUpdate(
          { _id },
          { $set: { p256dh, auth } },
          { returnDocument: 'after' },
        );
        if (known) return known;
        const fresh: PushSubscription = {
          _id,
          slot: `${subjectKey(subject)}/${slot}`,
          requestId: isRequest ? subject.requestId : null,
          integratorId: isRequest ? null : subject.integratorId,
          keyId: isRequest ? null : subject.keyId,
          ...browser,
          createdAt: now,
          turns: [],
        };
        try {
          await subscriptions.insertOne(fresh);
          return fresh;
        } catch (error) {
          if (!isDuplicateKey(error)) throw error;
        }
      }
      return subscriptions.findOne({ _id });
    },

    /** @returns true if there was one */
    async remove(subject: PushSubject, endpoint: string): Promise<boolean> {
      const _id = subscriptionId(subject, endpoint);
      return (await subscriptions.deleteOne({ _id })).deletedCount > 0;
    },

    async removeById(_id: string): Promise<void> {
      await subscriptions.deleteOne({ _id });
    },

    async removeOfRequest(requestId: string): Promise<void> {
      await subscriptions.deleteMany({ requestId });
    },

    listOfRequest: (requestId: string): Promise<PushSubscription[]> =>
      subscriptions.find({ requestId }).toArray(),

    listOfOperators: (): Promise<PushSubscription[]> =>
      subscriptions.find({ keyId: { $gt: '' } }).toArray(),

    /** Returns the ids of the requests with a subscription. */
    async requestIds(): Promise<string[]> {
      const found = await subscriptions
        .find({ requestId: { $gt: '' } }, { projection: { requestId: 1 } })
        .toArray();
      return [...new Set(found.flatMap(({ requestId }) => requestId ?? []))];
    },

    /** Records a turn. @returns false if it was recorded before */
    async claim(_id: string, turn: string): Promise<boolean> {
      const claimed = await subscriptions.findOneAndUpdate(
        { _id, turns: { $ne: turn } },
        { $push: { turns: turn } },
        { returnDocument: 'after' },
      );
      const [oldest] = claimed?.turns ?? [];
      if (oldest !== undefined && claimed && claimed.turns.length > turnsMax) {
        await subscriptions.updateOne({ _id }, { $pull: { turns: oldest } });
      }
      return claimed !== null;
    },

    /** Forgets a turn whose notification was not sent, so that it is tried again. */
    async release(_id: string, turn: string): Promise<void> {
      await subscriptions.updateOne({ _id }, { $pull: { turns: turn } });
    },
  };
}

export type PushSubscriptionStore = ReturnType<typeof createPushSubscriptionStore>;
