import type { Filter } from 'mongodb';
import type { Due } from '../../aggregate/due-work.js';
import { type AggregateHome, createAggregateStore } from '../../aggregate/store.js';
import { ApiError, errorText } from '../../errors.js';
import type { Found } from '../../lib/find-page.js';
import { findNewestFirst, type Range } from '../../lib/newest-first.js';
import { quoted } from '../../lib/quoted.js';
import {
  type Mail,
  type MailAbout,
  type MailKind,
  type MailStatus,
  mailPolicies,
  storedKeys,
  type WaitingMail,
} from './mail.js';
import type { MailChange } from './mail-change.js';

export interface MailFilter {
  status?: MailStatus | null | undefined;
  kind?: MailKind | null | undefined;
  requestId?: string | null | undefined;
}

/** An id that mails are found by. */
export type MailSubject =
  | Required<Pick<MailAbout, 'customerId'>>
  | Required<Pick<MailAbout, 'requestId'>>
  | Required<Pick<MailAbout, 'jobId'>>
  | Required<Pick<MailAbout, 'inviteId'>>
  | Required<Pick<MailAbout, 'providerId'>>;

const newestFirst = { createdAt: -1, _id: -1 } as const;

const aboutFilter = (subject: MailSubject): Filter<Mail> =>
  Object.fromEntries(Object.entries(subject).map(([name, id]) => [`about.${name}`, id]));

const conditions = ({ status, kind, requestId }: MailFilter): Filter<Mail> => ({
  ...(status != null && { status }),
  ...(kind != null && { kind }),
  ...(requestId != null && aboutFilter({ requestId })),
});

/** Index of mails by one id, newest first; excludes mails without it. */
const aboutIndex = (name: keyof MailAbout) => ({
  key: { [`about.${name}`]: 1, ...newestFirst },
  partialFilterExpression: { [`about.${name}`]: { $exists: true } },
});

export type MailStore = ReturnType<typeof createMailStore>;

/** The `mails` collection. */
export function createMailStore(home: AggregateHome) {
  const store = createAggregateStore<Mail, MailChange>(home, {
    collection: 'mails',
    policies: mailPolicies,
    indexes: [
      { key: { dueAt: 1 }, sparse: true },
      { key: newestFirst },
      { key: { status: 1, ...newestFirst } },
      { key: { kind: 1, ...newestFirst } },
      aboutIndex('customerId'),
      aboutIndex('requestId'),
      aboutIndex('jobId'),
      aboutIndex('inviteId'),
      aboutIndex('providerId'),
      { key: { messageId: 1 }, unique: true },
      { key: { toKey: 1 } },
    ],
    notFound: (id) =>
      new ApiError('mail_not_found', errorText('error.mail_id', { id: quoted(id) })),
  });
  const mails = store.collection;

  return {
    ...store,

    /** Returns the mails with a scheduled attempt or a running lease, earliest first. */
    async earliestDue(limit: number): Promise<Due[]> {
      const found = await mails
        .find({ dueAt: { $gt: new Date(0) } }, { projection: { dueAt: 1 } })
        .sort({ dueAt: 1 })
        .limit(limit)
        .toArray();
      return found.flatMap(({ _id, dueAt }) => (dueAt ? [{ id: _id, at: dueAt }] : []));
    },

    /** Yields the mails that are due, in progress or retried; a mail scheduled for later is not one of them. */
    async *waiting(now: Date): AsyncGenerator<WaitingMail> {
      const isScheduled = { dueAt: { $gt: new Date(0) } };
      const hasBegun = { $or: [{ dueAt: { $lte: now } }, { attempts: { $gt: 0 } }] };
      const projection = { channel: 1, createdAt: 1, firstDueAt: 1 };
      for await (const found of mails.find({ ...isScheduled, ...hasBegun }, { projection })) {
        yield found as WaitingMail;
      }
    },

    list: (filter: MailFilter, range: Range): Promise<Found<Mail>> =>
      findNewestFirst(mails, 'createdAt', conditions(filter), range),

    /** Returns every mail with this id, newest first. */
    async about(subject: MailSubject, limit?: number): Promise<Mail[]> {
      const found = mails.find(aboutFilter(subject)).sort(newestFirst);
      return (await (limit === undefined ? found : found.limit(limit)).toArray()) as Mail[];
    },

    /** Returns the mails created in a time span, earliest first; `before` is excluded. */
    async made(span: { from: Date; before: Date; limit: number }): Promise<Mail[]> {
      const { from, before, limit } = span;
      const found = mails.find({ createdAt: { $gte: from, $lt: before } });
      return (await found.sort({ createdAt: 1, _id: 1 }).limit(limit).toArray()) as Mail[];
    },

    async findTo(toKey: string): Promise<Mail[]> {
      return (await mails.find({ toKey: { $in: storedKeys(toKey) } }).toArray()) as Mail[];
    },

    /** Returns the number of mails of a kind to an address (`toKey`) that were created since a time. */
    countTo: (toKey: string, kind: MailKind, since: Date): Promise<number> =>
      mails.countDocuments({ toKey, kind, createdAt: { $gte: since } }),

    async findByMessageIds(messageIds: readonly string[]): Promise<Mail[]> {
      return (await mails.find({ messageId: { $in: [...messageIds] } }).toArray()) as Mail[];
    },
  };
}
