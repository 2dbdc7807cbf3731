import type { Collection, Db, Filter } from 'mongodb';
import { type FieldPolicies, kept } from '../lib/field-policy.js';
import { type Found, findPage } from '../lib/find-page.js';
import { isFindable } from '../lib/ids.js';
import { isDuplicateKey } from '../lib/mongo.js';
import type { OutboxEvent } from './change.js';

/** A relayed event: its envelope, its place in the order of all, and whose it is. */
export interface LoggedEvent extends Omit<OutboxEvent, 'id'> {
  _id: string;
  seq: number;
  integratorId: string;
}

/** `replaceReasons` erases the only text that an event holds: `data.reason`. */
export const loggedEventPolicies: FieldPolicies<LoggedEvent> = {
  _id: kept,
  seq: kept,
  integratorId: kept,
  type: { erase: 'keep', export: true },
  timestamp: { erase: 'keep', export: true },
  data: { erase: 'keep', export: true },
  revision: kept,
};

/** Events of a batch, where all of a span are read. */
const batchSize = 500;
/** Index of the events of a job. */
const ofJob = { 'data.job_id': 1, seq: 1 } as const;

/** Which events are read; without any type, none. */
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

/** A job has few events, which not every query planner can know. */
const hintOf = ({ jobId }: EventQuery) => (jobId === undefined ? {} : { hint: ofJob });

interface Lease {
  _id: string;
  holder: string;
  expiresAt: Date;
}

export type EventLog = ReturnType<typeof createEventLog>;

/** The `events` collection and the lease by which one relay at a time writes it. */
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

    /** The same within `pageBytesMax`. */
    async page(query: EventQuery): Promise<Found<LoggedEvent>> {
      if (query.types?.length === 0) return { items: [], more: false };
      return findPage(events, conditionsOf(query), {
        ...hintOf(query),
        sort: { seq: query.backwards ? -1 : 1 },
        limit: query.limit,
      });
    },

    /** The event with this number. */
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

    /** The events of a span of time, in batches; from `from` up to but excluding `before`. */
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

    /** When the events with a number above `seq` happened, in the order of their numbers. */
    async listTimes(seq: number, limit: number): Promise<Pick<LoggedEvent, 'seq' | 'timestamp'>[]> {
      const projection = { seq: 1, timestamp: 1 };
      const behind = events.find({ seq: { $gt: seq } }, { projection });
      return behind.sort({ seq: 1 }).limit(limit).toArray();
    },

    /** When the earliest event happened; null where there is none. */
    async firstTime(): Promise<Date | null> {
      const first = await events.find().sort({ timestamp: 1 }).limit(1).next();
      return first?.timestamp ?? null;
    },

    /** Every stored event about a job, oldest first. */
    async listAbout(jobId: string): Promise<LoggedEvent[]> {
      return events.find({ 'data.job_id': jobId }).sort({ seq: 1 }).toArray();
    },

    /** The same for several jobs, together in the order of their numbers. */
    async listAboutAll(jobIds: readonly string[]): Promise<LoggedEvent[]> {
      return events
        .find({ 'data.job_id': { $in: [...jobIds] } })
        .sort({ seq: 1 })
        .toArray();
    },

    /** `seq` of the newest stored event about a job; 0 where there is none. */
    async lastSeqAbout(jobId: string): Promise<number> {
      const last = await events.find({ 'data.job_id': jobId }).sort({ seq: -1 }).limit(1).next();
      return last?.seq ?? 0;
    },

    /** Replaces the reasons that the stored events about a job give. */
    async replaceReasons(jobId: string, text: string): Promise<void> {
      const about = await events
        .find({ 'data.job_id': jobId }, { projection: { 'data.reason': 1 } })
        .sort({ seq: 1 })
        .toArray();
      const ids = about.filter(({ data }) => data?.['reason'] != null).map(({ _id }) => _id);
      if (ids.length === 0) return;
      await events.updateMany({ _id: { $in: ids } }, { $set: { 'data.reason': text } });
    },

    /** Deletes what is stored about a job, but for the newest event of all, by which numbers go on. */
    async removeAbout(jobId: string): Promise<void> {
      const last = await events.find().sort({ seq: -1 }).limit(1).next();
      await events.deleteMany({ 'data.job_id': jobId, seq: { $lt: last?.seq ?? 0 } });
    },

    /** Which of these event ids are in the collection already. */
    async known(ids: string[]): Promise<Set<string>> {
      const found = await events.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray();
      return new Set(found.map((event) => event._id));
    },

    /** Appends in order; a taken `seq` or id is a duplicate-key error and stops the rest. */
    async append(batch: LoggedEvent[]): Promise<void> {
      await events.insertMany(batch, { ordered: true });
    },

    /**
     * Takes or renews a lease.
     *
     * @returns null where `holder` does not have it until `expiresAt`; `kept` where nobody else has had it
     *   since `holder` took it
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
