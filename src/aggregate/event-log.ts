import type { Collection, Db, Filter } from 'mongodb';
import { type FieldPolicies, kept } from '../lib/field-policy.js';
import { type Found, findPage } from '../lib/find-page.js';
import { isFindable } from '../lib/ids.js';
import { metadataPolicies } from '../lib/metadata.js';
import { isDuplicateKey } from '../lib/mongo.js';
import type { OutboxEvent } from './change.js';

/** A relayed event: its envelope, sequence number and owner. */
export interface LoggedEvent extends Omit<OutboxEvent, 'id'> {
  _id: string;
  seq: number;
  integratorId: string;
}

/** `eraseTexts` erases the only texts that an event holds: `data.reason` and `metadata`. */
export const loggedEventPolicies: FieldPolicies<LoggedEvent> = {
  _id: kept,
  seq: kept,
  integratorId: kept,
  type: { erase: 'keep', export: true },
  timestamp: { erase: 'keep', export: true },
  data: { erase: 'keep', export: true },
  // The integrator's notes about a job; requesters never see them.
  metadata: { erase: 'remove', fields: metadataPolicies, export: false },
  revision: kept,
};

/** Batch size when all events of a time span are read. */
const batchSize = 500;
/** Index for the events of a job. */
const ofJob = { 'data.job_id': 1, seq: 1 } as const;

/** Selects events. An empty list of types selects none. */
export interface EventQuery {
  after?: number;
  before?: number;
  /** Newest first. */
  backwards?: boolean;
  limit: number;
  integratorId?: string | undefined;
  types?: readonly string[] | undefined;
  jobId?: string | undefined;
}

function conditionsOf({ after = 0, before, integratorId, types, jobId }: EventQuery) {
  const filter: Filter<LoggedEvent> = { seq: { $gt: after } };
  if (before !== undefined) filter.seq = { $gt: after, $lt: before };
  if (integratorId !== undefined) filter.integratorId = integratorId;
  if (types) filter.type = { $in: [...types] };
  if (jobId !== undefined) filter['data.job_id'] = jobId;
  return filter;
}

/** A job has few events. Not every query planner knows that, so the index is named. */
const hintOf = ({ jobId }: EventQuery) => (jobId === undefined ? {} : { hint: ofJob });

interface Lease {
  _id: string;
  holder: string;
  expiresAt: Date;
}

export type EventLog = ReturnType<typeof createEventLog>;

/** The `events` collection, and the lease that permits one relay at a time to write to it. */
export function createEventLog(db: Db) {
  const events: Collection<LoggedEvent> = db.collection('events', {
    readConcern: { level: 'majority' },
  });
  const leases: Collection<Lease> = db.collection('leases');

  return {
    async ensureIndexes(): Promise<void> {
      await events.createIndexes([
        { key: { seq: 1 }, unique: true },
        { key: { integratorId: 1, seq: 1 } },
        { key: { integratorId: 1, type: 1, seq: 1 } },
        { key: { type: 1, seq: 1 } },
        { key: ofJob },
        { key: { timestamp: 1 } },
      ]);
    },

    /** Returns events after one `seq` and before another, oldest first. */
    async list(query: EventQuery): Promise<LoggedEvent[]> {
      if (query.types?.length === 0) return [];
      return events
        .find(conditionsOf(query), hintOf(query))
        .sort({ seq: query.backwards ? -1 : 1 })
        .limit(query.limit)
        .toArray();
    },

    /** Like `list`, but limited to `pageBytesMax` as well. */
    async page(query: EventQuery): Promise<Found<LoggedEvent>> {
      if (query.types?.length === 0) return { items: [], more: false };
      return findPage(events, conditionsOf(query), {
        ...hintOf(query),
        sort: { seq: query.backwards ? -1 : 1 },
        limit: query.limit,
      });
    },

    /** Returns the event with this sequence number. */
    async find(seq: number): Promise<LoggedEvent | null> {
      return events.findOne({ seq });
    },

    async findById(id: string): Promise<LoggedEvent | null> {
      return isFindable(id) ? events.findOne({ _id: id }) : null;
    },

    async lastSeq(): Promise<number> {
      const last = await events.find().sort({ seq: -1 }).limit(1).next();
      return last?.seq ?? 0;
    },

    /** Yields the events from `from` up to but excluding `before`, in batches. */
    async *inSpan(from: Date, before: Date): AsyncGenerator<LoggedEvent[]> {
      const cursor = events
        .find({ timestamp: { $gte: from, $lt: before } })
        .sort({ timestamp: 1 })
        .batchSize(batchSize);
      try {
        while (await cursor.hasNext()) yield cursor.readBufferedDocuments();
      } finally {
        await cursor.close();
      }
    },

    /** Returns the times of the events after `seq`, in sequence order. */
    async listTimes(seq: number, limit: number): Promise<Pick<LoggedEvent, 'seq' | 'timestamp'>[]> {
      const projection = { seq: 1, timestamp: 1 };
      const behind = events.find({ seq: { $gt: seq } }, { projection });
      return behind.sort({ seq: 1 }).limit(limit).toArray();
    },

    /** Returns the time of the earliest event, or null without any. */
    async firstTime(): Promise<Date | null> {
      const first = await events.find().sort({ timestamp: 1 }).limit(1).next();
      return first?.timestamp ?? null;
    },

    /** Returns all stored events of a job, oldest first. */
    async listAbout(jobId: string): Promise<LoggedEvent[]> {
      return events.find({ 'data.job_id': jobId }).sort({ seq: 1 }).toArray();
    },

    /** Returns all stored events of several jobs, in sequence order. */
    async listAboutAll(jobIds: readonly string[]): Promise<LoggedEvent[]> {
      return events
        .find({ 'data.job_id': { $in: [...jobIds] } })
        .sort({ seq: 1 })
        .toArray();
    },

    /** Returns the `seq` of the newest stored event of a job, or 0 without any. */
    async lastSeqAbout(jobId: string): Promise<number> {
      const last = await events.find({ 'data.job_id': jobId }).sort({ seq: -1 }).limit(1).next();
      return last?.seq ?? 0;
    },

    /** Replaces the reasons in the stored events of a job, and removes its metadata from them. */
    async eraseTexts(jobId: string, text: string): Promise<void> {
      const about = await events
        .find({ 'data.job_id': jobId }, { projection: { 'data.reason': 1, 'metadata.key': 1 } })
        .sort({ seq: 1 })
        .toArray();
      const ids = about.filter(({ data }) => data?.['reason'] != null).map(({ _id }) => _id);
      if (ids.length > 0) {
        await events.updateMany({ _id: { $in: ids } }, { $set: { 'data.reason': text } });
      }
      const tagged = about.filter(({ metadata }) => metadata).map(({ _id }) => _id);
      if (tagged.length === 0) return;
      await events.updateMany({ _id: { $in: tagged } }, { $unset: { metadata: '' } });
    },

    /** Deletes the events of a job, except the newest event of the log, from which numbering continues. */
    async removeAbout(jobId: string): Promise<void> {
      const last = await events.find().sort({ seq: -1 }).limit(1).next();
      await events.deleteMany({ 'data.job_id': jobId, seq: { $lt: last?.seq ?? 0 } });
    },

    /** Returns those of the event ids that are already stored. */
    async known(ids: string[]): Promise<Set<string>> {
      const found = await events.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray();
      return new Set(found.map((event) => event._id));
    },

    /** Appends events in order. A duplicate `seq` or id throws a duplicate-key error and stops the batch. */
    async append(batch: LoggedEvent[]): Promise<void> {
      await events.insertMany(batch, { ordered: true });
    },

    /**
     * Takes or renews a lease.
     *
     * @returns null if another holder has the lease; `kept` if `holder` has held it without interruption;
     *   otherwise `taken`
     */
    async takeLease(
      name: string,
      holder: string,
      now: Date,
      expiresAt: Date,
    ): Promise<'kept' | 'taken' | null> {
      const kept = await leases.updateOne({ _id: name, holder }, { $set: { expiresAt } });
      if (kept.matchedCount === 1) return 'kept';
      const over = { _id: name, expiresAt: { $lte: now } };
      const taken = await leases.updateOne(over, { $set: { holder, expiresAt } });
      if (taken.matchedCount === 1) return 'taken';
      try {
        await leases.insertOne({ _id: name, holder, expiresAt });
        return 'taken';
      } catch (error) {
        if (isDuplicateKey(error)) return null;
        throw error;
      }
    },

    async dropLease(name: string, holder: string): Promise<void> {
      await leases.deleteOne({ _id: name, holder });
    },
  };
}
