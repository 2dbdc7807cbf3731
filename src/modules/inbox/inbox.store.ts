import type { Filter } from 'mongodb';
import { type AggregateHome, createAggregateStore } from '../../aggregate/store.js';
import { ApiError, errorText } from '../../errors.js';
import { findNewestFirst, type Range } from '../../lib/newest-first.js';
import { quoted } from '../../lib/quoted.js';
import { storedKeys } from '../mail/mail.js';
import { type InboxMessage, inboxMessagePolicies } from './inbox-message.js';
import type { InboxMessageChange } from './inbox-message-change.js';

/** Conditions of a list; all of the given ones must match. */
export interface InboxFilter {
  folder?: string | null | undefined;
  /** REST accepts any string. */
  processingStatus?: string | null | undefined;
  routingClass?: string | null | undefined;
  assignedAgent?: string | null | undefined;
  relatedJobId?: string | null | undefined;
}

const newestFirst = { receivedAt: -1, _id: -1 } as const;

function conditions({ processingStatus, ...equal }: InboxFilter): Filter<InboxMessage> {
  const fields = { ...equal, status: processingStatus };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null));
}

/** The `inbox_messages` collection. */
export function createInboxStore(home: AggregateHome) {
  const store = createAggregateStore<InboxMessage, InboxMessageChange>(home, {
    collection: 'inbox_messages',
    policies: inboxMessagePolicies,
    indexes: [
      { key: { provider: 1, externalMessageId: 1 }, unique: true },
      { key: newestFirst },
      // Each filter has its own index; further filters scan the matches of the first.
      { key: { folder: 1, ...newestFirst } },
      { key: { status: 1, ...newestFirst } },
      { key: { routingClass: 1, ...newestFirst } },
      { key: { assignedAgent: 1, ...newestFirst } },
      { key: { relatedJobId: 1, ...newestFirst } },
      { key: { fromKey: 1 } },
      { key: { internetMessageKey: 1 }, sparse: true },
      { key: { closedAt: 1 }, sparse: true },
    ],
    notFound: (id) =>
      new ApiError('email_message_not_found', errorText('error.message_id', { id: quoted(id) })),
  });
  const { collection, find, get, change, ensureIndexes, insert } = store;

  return {
    ensureIndexes,
    find,
    get,
    change,

    /** @returns null if the provider has submitted this message before */
    insert: (message: InboxMessage) => insert(message, ['externalMessageId']),

    /** Returns the message with this id of a provider. */
    findByExternalId(provider: string, externalMessageId: string): Promise<InboxMessage | null> {
      return collection.findOne({ provider, externalMessageId });
    },

    /** Returns the ids of every message from an address. */
    async idsFrom(fromKey: string): Promise<string[]> {
      const found = await collection
        .find({ fromKey: { $in: storedKeys(fromKey) } }, { projection: { _id: 1 } })
        .toArray();
      return found.map(({ _id }) => _id);
    },

    /** Returns the ids of every message about a job. */
    async idsAbout(relatedJobId: string): Promise<string[]> {
      const found = await collection.find({ relatedJobId }, { projection: { _id: 1 } }).toArray();
      return found.map(({ _id }) => _id);
    },

    /** Returns the ids of messages that were resolved or ignored before a moment, earliest first. */
    async idsClosedBefore(before: Date, limit: number): Promise<string[]> {
      const found = await collection
        .find({ closedAt: { $gt: new Date(0), $lt: before } }, { projection: { _id: 1 } })
        .sort({ closedAt: 1 })
        .limit(limit)
        .toArray();
      return found.map(({ _id }) => _id);
    },

    /** Counts the unprocessed messages that were received before a moment. */
    countWaiting: (before: Date): Promise<number> =>
      collection.countDocuments({
        status: { $in: ['new', 'human_review'] },
        receivedAt: { $lt: before },
      }),

    list: (filter: InboxFilter, range: Range) =>
      findNewestFirst(collection, 'receivedAt', conditions(filter), range),

    count: (filter: InboxFilter) => collection.countDocuments(conditions(filter)),
  };
}
