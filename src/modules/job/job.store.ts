import type { Collection, Db, Document, Filter } from 'mongodb';
import { z } from 'zod';
import { ApiError } from '../../errors.js';
import type { Clock } from '../../lib/clock.js';
import type { Keyset } from '../../lib/cursor.js';
import { gathered } from '../../lib/gathered.js';
import { isDuplicateKey } from '../../lib/mongo.js';
import { writeChange } from '../event/change.js';
import type { Relay } from '../event/relay.js';
import type { Job } from './job.js';
import { type JobChange, settleJob } from './job-change.js';

/** Whose jobs are looked at: one integrator's, or every one's when absent. */
export interface JobScope {
  integratorId?: string;
}

export interface JobFilter {
  status?: string | null | undefined;
  serviceKey?: string | null | undefined;
  createdAfter?: Date | null | undefined;
  createdBefore?: Date | null | undefined;
}

export const jobOrder = z.enum(['created_at_desc', 'created_at_asc', 'updated_at_desc']);
export type JobOrder = z.infer<typeof jobOrder>;

export const orderKeys = {
  created_at_desc: ['createdAt', -1],
  created_at_asc: ['createdAt', 1],
  updated_at_desc: ['updatedAt', -1],
} as const satisfies Record<JobOrder, readonly [field: keyof Job, direction: 1 | -1]>;

export const jobGrouping = z.enum(['status', 'service_key', 'day']);
export type JobGrouping = z.infer<typeof jobGrouping>;

export type JobStore = ReturnType<typeof createJobStore>;

/** What a list leaves unread: it grows with the evidence, and no list shows it. */
const listProjection: Document = {
  outbox: 0,
  'evidence.checks': 0,
  'evidence.notes': 0,
  'feedback.comment': 0,
};

const settleBatch = 100;

function conditions(scope: JobScope, filter: JobFilter): Filter<Job> {
  const created: { $gt?: Date; $lt?: Date } = {};
  if (filter.createdAfter) created.$gt = filter.createdAfter;
  if (filter.createdBefore) created.$lt = filter.createdBefore;
  return {
    ...(scope.integratorId !== undefined && { integratorId: scope.integratorId }),
    ...(filter.status != null && { status: filter.status as Job['status'] }),
    ...(filter.serviceKey != null && { serviceKey: filter.serviceKey }),
    ...(Object.keys(created).length > 0 && { createdAt: created }),
  };
}

/** The `jobs` collection: every read settles first what is due in its scope. */
export function createJobStore(db: Db, clock: Clock, relay: () => Relay) {
  const jobs: Collection<Job> = db.collection('jobs');

  const byId = gathered(async (ids: readonly string[]) => {
    const found = await jobs.find({ _id: { $in: [...ids] } }).toArray();
    return new Map(found.map((job) => [job._id, job]));
  });

  async function write(change: JobChange): Promise<Job | null> {
    const written = await writeChange(jobs, change);
    if (written && change.events.length > 0) relay().wake();
    return written;
  }

  async function settled(job: Job): Promise<Job> {
    let current = job;
    for (;;) {
      const change = settleJob(current, clock.now());
      if (!change) return current;
      const written = await write(change);
      if (written) return written;
      const fresh = await jobs.findOne({ _id: job._id });
      if (!fresh) throw new ApiError('job_not_found');
      current = fresh;
    }
  }

  /** @returns how many documents were due */
  async function settleDue(scope: JobScope): Promise<number> {
    for (let count = 0; ; ) {
      const due = await jobs
        .find({ ...conditions(scope, {}), dueAt: { $lte: clock.now() } })
        .sort({ dueAt: 1 })
        .limit(settleBatch)
        .toArray();
      await Promise.all(due.map(settled));
      count += due.length;
      if (due.length < settleBatch) return count;
    }
  }

  async function find(id: string, scope: JobScope): Promise<Job | null> {
    const job = await byId(id);
    const known = scope.integratorId === undefined || job?.integratorId === scope.integratorId;
    return job && known ? settled(job) : null;
  }

  async function get(id: string, scope: JobScope): Promise<Job> {
    const job = await find(id, scope);
    if (!job)
      throw new ApiError('job_not_found', `There is no job ${JSON.stringify(id.slice(0, 64))}.`);
    return job;
  }

  return {
    collection: jobs,
    find,
    get,
    settleDue,

    async ensureIndexes(): Promise<void> {
      await jobs.createIndexes([
        { key: { integratorId: 1, nonce: 1 }, unique: true },
        { key: { createdAt: -1, _id: -1 } },
        { key: { status: 1, createdAt: -1, _id: -1 } },
        { key: { updatedAt: -1, _id: -1 } },
        { key: { status: 1, updatedAt: -1, _id: -1 } },
        { key: { integratorId: 1, createdAt: -1, _id: -1 } },
        { key: { integratorId: 1, status: 1, createdAt: -1, _id: -1 } },
        { key: { integratorId: 1, updatedAt: -1, _id: -1 } },
        { key: { integratorId: 1, status: 1, updatedAt: -1, _id: -1 } },
        { key: { integratorId: 1, serviceKey: 1, createdAt: -1, _id: -1 } },
        { key: { integratorId: 1, serviceKey: 1, updatedAt: -1, _id: -1 } },
        { key: { serviceKey: 1, createdAt: -1, _id: -1 } },
        { key: { serviceKey: 1, updatedAt: -1, _id: -1 } },
        { key: { dueAt: 1 }, sparse: true },
        {
          key: { integratorId: 1, dueAt: 1 },
          partialFilterExpression: { dueAt: { $exists: true } },
        },
        { key: { evidenceNonces: 1 }, unique: true, sparse: true },
        { key: { firstHashes: 1 }, unique: true, sparse: true },
        { key: { 'outbox.timestamp': 1 }, sparse: true },
      ]);
    },

    /**
     * Stores a new job with its events in one write.
     * @returns the job, or null when its integrator has used the nonce before
     */
    async insert(job: Job): Promise<Job | null> {
      try {
        await jobs.insertOne(job);
      } catch (error) {
        if (isDuplicateKey(error, 'nonce')) return null;
        throw error;
      }
      relay().wake();
      return job;
    },

    async getByNonce(integratorId: string, nonce: string): Promise<Job> {
      const job = await jobs.findOne({ integratorId, nonce });
      if (!job) throw new ApiError('job_not_found');
      return settled(job);
    },

    /**
     * Changes one job: reads it, lets `decide` plan the change or refuse, and writes it guarded by
     * the status and revision that were read. Who loses only the race is asked again on the fresh
     * document.
     *
     * @param decide returns the change, or null when nothing is to be stored
     * @throws ApiError `job_not_found`, and what `decide` throws
     */
    async change(
      id: string,
      scope: JobScope,
      decide: (job: Job) => JobChange | null | Promise<JobChange | null>,
    ): Promise<Job> {
      for (;;) {
        const job = await get(id, scope);
        const change = await decide(job);
        if (!change) return job;
        const written = await write(change);
        if (written) return written;
      }
    },

    /** One page in keyset order; one more than `limit` is read, so that the caller sees a next page. */
    async list(query: {
      scope: JobScope;
      filter: JobFilter;
      order: JobOrder;
      after: Keyset | null;
      limit: number;
      withEvidence: boolean;
    }): Promise<Job[]> {
      await settleDue(query.scope);
      const [field, direction] = orderKeys[query.order];
      const beyond = direction === -1 ? '$lt' : '$gt';
      const keyset = query.after && {
        $or: [
          { [field]: { [beyond]: query.after.at } },
          { [field]: query.after.at, _id: { [beyond]: query.after.id } },
        ],
        // The same bound once more, alone, so that the index is entered at the cursor.
        [field]: { [direction === -1 ? '$lte' : '$gte']: query.after.at },
      };
      const base = conditions(query.scope, query.filter);
      const filter = keyset ? ({ $and: [base, keyset] } as Filter<Job>) : base;
      return jobs
        .find(filter, { projection: query.withEvidence ? { outbox: 0 } : listProjection })
        .sort({ [field]: direction, _id: direction })
        .limit(query.limit + 1)
        .toArray() as Promise<Job[]>;
    },

    async count(scope: JobScope, filter: JobFilter): Promise<number> {
      await settleDue(scope);
      return jobs.countDocuments(conditions(scope, filter));
    },

    /** Counts by status, service key or UTC day of creation, the largest groups first. */
    async groups(
      scope: JobScope,
      filter: JobFilter,
      by: JobGrouping,
    ): Promise<{ key: string | null; count: number }[]> {
      await settleDue(scope);
      const key = {
        status: '$status',
        service_key: '$serviceKey',
        day: { $dateToString: { format: '%Y-%m-%d', date: '$createdAt' } },
      }[by];
      const groups = await jobs
        .aggregate<{ _id: string | null; count: number }>([
          { $match: conditions(scope, filter) },
          { $group: { _id: key, count: { $sum: 1 } } },
          { $sort: by === 'day' ? { _id: 1 } : { count: -1, _id: 1 } },
        ])
        .toArray();
      return groups.map(({ _id, count }) => ({ key: _id, count }));
    },
  };
}
