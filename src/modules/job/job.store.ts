import type { Document, Filter } from 'mongodb';
import { z } from 'zod';
import { type AggregateHome, createAggregateStore } from '../../aggregate/store.js';
import { ApiError, errorText } from '../../errors.js';
import type { Keyset } from '../../lib/cursor.js';
import { type Found, findPage } from '../../lib/find-page.js';
import { firstIdAt, isFindable } from '../../lib/ids.js';
import { behind } from '../../lib/keyset.js';
import { quoted } from '../../lib/quoted.js';
import type { Answer } from './answer.js';
import { blankJob, finalStatuses } from './blank-job.js';
import type { FileElsewhere } from './evidence-item.js';
import {
  type Job,
  type JobPlace,
  type JobScope,
  type JobStatus,
  jobPolicies,
  type PreviousVisit,
  workingStatuses,
} from './job.js';
import { type JobChange, settleJob } from './job-change.js';
import {
  isCounted,
  isInHintedOrder,
  isInOrder,
  type JobFilter,
  jobConditions,
  type OrderField,
  ofScope,
  orderedConditions,
  ownScheduleIndex,
  scheduleIndex,
  tagIndex,
} from './job-conditions.js';
import type { MeasuredJob } from './job-figures.js';
import { findAll, findMatching, searchPage, tooMany } from './job-search.js';

export const jobOrder = z.enum(['created_at_desc', 'created_at_asc', 'updated_at_desc']);
export type JobOrder = z.infer<typeof jobOrder>;

export const orderKeys = {
  created_at_desc: ['createdAt', -1],
  created_at_asc: ['createdAt', 1],
  updated_at_desc: ['updatedAt', -1],
} as const satisfies Record<JobOrder, readonly [field: OrderField, direction: 1 | -1]>;

/** Groupings that an index counts. */
export type IndexedGrouping = 'status' | 'service_key' | 'day';

const placeProjection: Document = { latitude: 1, longitude: 1, serviceKey: 1, requestId: 1 };

export type JobStore = ReturnType<typeof createJobStore>;

const unfinishedStatuses: readonly Job['status'][] = [
  'created',
  'open',
  'assigned',
  'in_progress',
  'submitted',
];
const unfinishedProjection: Document = {
  outbox: 0,
  notes: 0,
  referencePhotos: 0,
  'evidence.checks': 0,
  'evidence.notes': 0,
};

/** The members of a job that it is grouped by, and from which the figures of its group are computed. */
export type GroupedJob = MeasuredJob &
  Pick<
    Job,
    'status' | 'serviceKey' | 'latitude' | 'longitude' | 'createdAt' | 'answerTags' | 'metadata'
  > & { answers?: Pick<Answer, 'questionKey' | 'value' | 'cannotTell' | 'flagged'>[] };

const groupedProjection: Document = {
  status: 1,
  serviceKey: 1,
  latitude: 1,
  longitude: 1,
  createdAt: 1,
};
const figureProjection: Document = {
  openedAt: 1,
  firstOpenedAt: 1,
  completedAt: 1,
  deadlineAt: 1,
  'feedback.verdict': 1,
  'feedback.rating': 1,
};
const answerProjection: Document = {
  answerTags: 1,
  'answers.questionKey': 1,
  'answers.value': 1,
  'answers.cannotTell': 1,
  'answers.flagged': 1,
};

/** Checks are most of a stored job; a list only needs them if it shows evidence. */
const listProjection: Document = {
  outbox: 0,
  'evidence.checks': 0,
  earlierAnswers: 0,
  answerTags: 0,
  searchTags: 0,
};

/** Members of a job that has been waiting for a long time. */
export type WaitingJob = Pick<
  Job,
  '_id' | 'status' | 'latitude' | 'longitude' | 'requestId' | 'openedAt' | 'updatedAt'
> & { feedback: Pick<Job['feedback'][number], 'verdict' | 'createdAt'>[] };

const waitingProjection: Document = {
  status: 1,
  latitude: 1,
  longitude: 1,
  requestId: 1,
  openedAt: 1,
  updatedAt: 1,
  'feedback.verdict': 1,
  'feedback.createdAt': 1,
};

/** Returns the options of an index of the jobs that a registered provider holds or has held. */
const ofProviders = (field: 'assignment' | 'tokens') => ({
  partialFilterExpression: { [`${field}.offer.providerId`]: { $exists: true } },
});

const answerState = { answerTags: 1, hasFlaggedAnswer: 1, status: 1 } as const;
/** Options of an index of the jobs with answers. */
const answered = { partialFilterExpression: { answerTags: { $exists: true } } };

/** Options of an index of the jobs of schedules. */
const scheduled = { partialFilterExpression: { scheduleId: { $exists: true } } };

/** Statuses in which a provider works on a job. */
const heldStatuses: Job['status'][] = ['assigned', 'in_progress'];

/** Maximum number of jobs that are counted for a rejected file; the exact number above it does not matter. */
const triedJobsMax = 100;

/** Maximum number of jobs that are read to count those that no index counts. */
const readToCountMax = 10_000;

const notFound = (id: string) =>
  new ApiError('job_not_found', errorText('error.job_id', { id: quoted(id) }));

/** The `jobs` collection. Reading one job settles it; lists and counts return the stored state, after `settleDue`. */
export function createJobStore(home: AggregateHome) {
  const store = createAggregateStore<Job, JobChange>(home, {
    collection: 'jobs',
    policies: jobPolicies,
    indexes: [
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
      {
        key: { integratorId: 1, dueAt: 1 },
        partialFilterExpression: { dueAt: { $exists: true } },
      },
      { key: { ...answerState, createdAt: -1, _id: -1 }, ...answered },
      { key: { ...answerState, updatedAt: -1, _id: -1 }, ...answered },
      { key: { integratorId: 1, ...answerState, createdAt: -1, _id: -1 }, ...answered },
      { key: { integratorId: 1, ...answerState, updatedAt: -1, _id: -1 }, ...answered },
      { key: { searchTags: 1 } },
      { key: tagIndex },
      { key: { cell: 1 } },
      { key: { integratorId: 1, cell: 1 } },
      { key: { integratorId: 1, completedAt: 1 } },
      { key: { integratorId: 1, expiresAt: 1 } },
      { key: { integratorId: 1, 'feedback.verdict': 1 } },
      { key: { status: 1, attention: -1, submittedAt: 1, _id: 1 } },
      { key: scheduleIndex, ...scheduled },
      { key: ownScheduleIndex, ...scheduled },
      { key: { evidenceNonces: 1 }, unique: true, sparse: true },
      { key: { firstHashes: 1 }, unique: true, sparse: true },
      { key: { triedHashes: 1 }, sparse: true },
      { key: { erasePending: 1, eraseTriedAt: 1 }, sparse: true },
      { key: { 'invites.inviteId': 1 }, unique: true, sparse: true },
      { key: { 'assignment.offer.providerId': 1, status: 1 }, ...ofProviders('assignment') },
      { key: { 'tokens.offer.providerId': 1 }, ...ofProviders('tokens') },
    ],
    notFound,
    settle: settleJob,
  });
  const jobs = store.collection;

  /** @returns null also for another integrator's job */
  async function find(id: string, scope: JobScope): Promise<Job | null> {
    const job = await store.peek(id);
    const known = scope.integratorId === undefined || job?.integratorId === scope.integratorId;
    return job && known ? store.settled(job) : null;
  }

  /** @throws ApiError `job_not_found` */
  async function get(id: string, scope: JobScope): Promise<Job> {
    const job = await find(id, scope);
    if (!job) throw notFound(id);
    return job;
  }

  /** Returns where else a file was sent as evidence: whether a job accepted it, and how many others received it. */
  async function findFileElsewhere(jobId: string, sha256: string): Promise<FileElsewhere> {
    const [holder, tried] = await Promise.all([
      jobs.findOne(
        { firstHashes: sha256 },
        { projection: { 'evidence.mediaSha256': 1, 'evidence.validationPassed': 1 } },
      ),
      jobs
        .find({ triedHashes: sha256 }, { projection: { _id: 1 } })
        .limit(triedJobsMax)
        .toArray(),
    ]);
    const first = holder?._id === jobId ? null : holder;
    const others = tried.filter(({ _id }) => _id !== jobId).length;
    // Jobs of earlier releases also list files here that they did not accept.
    const items = first?.evidence.filter(({ mediaSha256 }) => mediaSha256 === sha256) ?? [];
    const isRejected = items.length > 0 && items.every(({ validationPassed }) => !validationPassed);
    return { accepted: first !== null && !isRejected, tried: others + Number(isRejected) };
  }

  return {
    collection: jobs,
    findFileElsewhere,
    ensureIndexes: store.ensureIndexes,
    find,
    get,

    /**
     * Changes a job by a guarded write; retries on the fresh document after a write conflict.
     *
     * @param decide returns the change, or null to store nothing
     * @throws ApiError `job_not_found`, and errors of `decide`
     */
    change: (
      id: string,
      scope: JobScope,
      decide: (job: Job) => JobChange | null | Promise<JobChange | null>,
    ): Promise<Job> => store.change(id, decide, (jobId) => get(jobId, scope)),

    isDue: (scope: JobScope): Promise<boolean> => store.isDue(ofScope(scope)),
    isDocumentDue: store.isDocumentDue,

    /**
     * Erases the content of a job in a final state in one write.
     *
     * @returns the job, unchanged if it was already erased
     * @throws ApiError `job_not_found`, `invalid_transition`
     */
    blank: (id: string, scope: JobScope): Promise<Job> =>
      store.change(
        id,
        (job) => blankJob(job, home.clock.now()),
        (jobId) => get(jobId, scope),
      ),

    /**
     * Returns jobs in a final state that last changed in a time span, earliest first, without their content.
     *
     * @param span from `from` up to but excluding `before`
     */
    async listFinal(span: { from: Date; before: Date; limit: number }): Promise<Job[]> {
      const { from, before, limit } = span;
      const projection = { requestId: 1, updatedAt: 1, erasedAt: 1 };
      const found = await Promise.all(
        finalStatuses.map((status) =>
          jobs
            .find({ status, updatedAt: { $gte: from, $lt: before } }, { projection })
            .sort({ updatedAt: 1, _id: 1 })
            .limit(limit)
            .toArray(),
        ),
      );
      const inOrder = found.flat().sort((a, b) => a.updatedAt.getTime() - b.updatedAt.getTime());
      return inOrder.slice(0, limit) as Job[];
    },

    /**
     * Returns the stored jobs in one of these statuses whose given time is before a moment.
     *
     * @param before omitted: no time limit
     */
    async listWaiting(
      statuses: readonly JobStatus[],
      before?: { field: 'openedAt' | 'submittedAt' | 'completedAt'; at: Date },
    ): Promise<WaitingJob[]> {
      const since = before && { [before.field]: { $gt: new Date(0), $lt: before.at } };
      const filter = { status: { $in: [...statuses] }, ...since } as Filter<Job>;
      return jobs.find(filter, { projection: waitingProjection }).toArray() as Promise<
        unknown[]
      > as Promise<WaitingJob[]>;
    },

    /** Counts the stored jobs that are still in progress or in review. */
    countWorking: (): Promise<number> =>
      jobs.countDocuments({ status: { $in: [...workingStatuses] } }),

    /** Returns erased jobs with remaining files or traces; those not tried for longest first. */
    async listErasePending(limit: number): Promise<Job[]> {
      const found = jobs.find({ erasePending: true }).sort({ eraseTriedAt: 1 });
      return found.limit(limit).toArray() as Promise<Job[]>;
    },

    /** Stores the time of an attempt; neither revision nor updated_at change. */
    async noteEraseTried(id: string, eraseTriedAt: Date): Promise<void> {
      await jobs.updateOne({ _id: id, erasePending: true }, { $set: { eraseTriedAt } });
    },

    /** Stores that nothing remains; neither revision nor updated_at change. */
    async clearErasePending(id: string): Promise<void> {
      await jobs.updateOne({ _id: id }, { $unset: { erasePending: '', eraseTriedAt: '' } });
    },

    /** Counts the jobs that each of these providers works on; providers without a job are omitted. */
    async countHeld(providerIds: readonly string[]): Promise<Map<string, number>> {
      const held = {
        'assignment.offer.providerId': { $in: [...providerIds] },
        status: { $in: heldStatuses },
      } as Filter<Job>;
      const groups = await jobs
        .aggregate<{ _id: string; count: number }>([
          { $match: held },
          { $group: { _id: '$assignment.offer.providerId', count: { $sum: 1 } } },
        ])
        .toArray();
      return new Map(groups.map(({ _id, count }) => [_id, count]));
    },

    /** Returns the ids of the jobs that a provider holds or has held. */
    async idsOfProvider(providerId: string): Promise<string[]> {
      const filter = { 'tokens.offer.providerId': providerId } as Filter<Job>;
      const found = await jobs.find(filter, { projection: { _id: 1 } }).toArray();
      return found.map(({ _id }) => _id);
    },

    /** Returns the jobs of an integrator that are not in a final state, without texts. */
    async listUnfinished(integratorId: string): Promise<Job[]> {
      const status = { $in: [...unfinishedStatuses] };
      return jobs
        .find({ integratorId, status }, { projection: unfinishedProjection })
        .toArray() as Promise<Job[]>;
    },

    /** Returns jobs of all integrators that were created before a moment of the machine's clock. */
    async listMadeBefore(moment: Date, limit: number): Promise<Job[]> {
      const older = { _id: { $lt: firstIdAt(moment) } };
      return jobs.find(older).sort({ _id: 1 }).limit(limit).toArray() as Promise<Job[]>;
    },

    /**
     * Deletes a job if it is unchanged since it was read; its files, reports and events must already be deleted.
     * @returns false if it has changed since, because it could refer to files that are not deleted
     */
    async remove({ _id, revision }: Pick<Job, '_id' | 'revision'>): Promise<boolean> {
      return (await jobs.deleteOne({ _id, revision })).deletedCount === 1;
    },

    /** Returns whether an integrator has used the nonce. */
    async hasNonce(integratorId: string, nonce: string): Promise<boolean> {
      return (await jobs.findOne({ integratorId, nonce }, { projection: { _id: 1 } })) !== null;
    },

    /**
     * Returns the latest earlier job of the same schedule with a verified result and a report that is not withdrawn;
     * null without one.
     */
    async findPreviousVisit({
      scheduleId,
      createdAt,
    }: Pick<Job, 'scheduleId' | 'createdAt'>): Promise<PreviousVisit | null> {
      if (scheduleId === undefined) return null;
      const filter: Filter<Job> = {
        scheduleId,
        createdAt: { $lt: createdAt },
        status: 'completed',
        erasedAt: { $exists: false },
        reports: { $elemMatch: { withdrawnAt: null } },
      };
      const job = await jobs
        .find(filter, { projection: { reportId: 1 } })
        .sort({ createdAt: -1 })
        .limit(1)
        .next();
      return job?.reportId ? { jobId: job._id, reportId: job.reportId } : null;
    },

    /** Returns the integrator of a job; null if the job does not exist. */
    async findOwner(id: string): Promise<string | null> {
      return (await store.peek(id))?.integratorId ?? null;
    },

    /**
     * Settles the jobs that are due.
     *
     * @param customerId only those of this customer's site checks
     * @returns the ids of the jobs that were due
     */
    settleDue: (scope: JobScope, customerId?: string): Promise<string[]> =>
      store.settleDue({
        ...ofScope(scope),
        ...(customerId !== undefined && { customerId }),
      }),

    /**
     * Stores a new job with its events in one write.
     * @returns the job, or null if its integrator has used the nonce before
     */
    insert: (job: Job): Promise<Job | null> => store.insert(job, ['nonce']),

    /** @returns null if no job has the invite */
    async findByInvite(inviteId: string): Promise<Job | null> {
      if (!isFindable(inviteId)) return null;
      const job = await jobs.findOne({ 'invites.inviteId': inviteId });
      return job && store.settled(job);
    },

    async getByNonce(integratorId: string, nonce: string): Promise<Job> {
      const job = await jobs.findOne({ integratorId, nonce });
      if (!job) throw new ApiError('job_not_found');
      return store.settled(job);
    },

    async listPlaces(ids: readonly string[]): Promise<JobPlace[]> {
      return jobs.find({ _id: { $in: [...ids] } }, { projection: placeProjection }).toArray();
    },

    /** Returns the stored positions of all jobs that are still in progress or in review. */
    workingPlaces: (): AsyncIterable<JobPlace> =>
      jobs.find({ status: { $in: [...workingStatuses] } }, { projection: placeProjection }),

    /**
     * Returns jobs after a cursor in keyset order, or before it in the opposite order. If no index has exactly the
     * matching jobs in that order, it reads a bounded number of jobs (`searchPage`).
     *
     * @param query.withEvidence false to omit the details of evidence
     */
    async list(query: {
      scope: JobScope;
      filter: JobFilter;
      order: JobOrder;
      cursor: Keyset | null;
      backwards: boolean;
      limit: number;
      withEvidence: boolean;
    }): Promise<Found<Job>> {
      const { scope, filter, cursor, limit } = query;
      const [field, inOrder] = orderKeys[query.order];
      const direction = query.backwards ? (-inOrder as 1 | -1) : inOrder;
      const projection = query.withEvidence ? { outbox: 0 } : listProjection;
      const wanted = { scope, filter, now: home.clock.now() };
      const isHinted = isInHintedOrder(scope, filter, field);
      if (!isHinted && !isInOrder(filter, field)) {
        return searchPage(jobs, wanted, { field, direction, cursor, limit, projection });
      }
      const base = jobConditions(scope, filter, wanted.now);
      const keyset = cursor && behind(field, direction, cursor);
      return findPage(jobs, keyset ? ({ $and: [base, keyset] } as Filter<Job>) : base, {
        projection,
        sort: { [field]: direction, _id: direction },
        limit,
        ...(isHinted && { hint: orderedConditions(scope, filter, field).hint }),
      });
    },

    /** @throws ApiError `query_too_expensive` if more than `max` jobs match, or would be read */
    async listMatchingIds(scope: JobScope, filter: JobFilter, max: number): Promise<string[]> {
      const wanted = { scope, filter, now: home.clock.now() };
      const found = await findAll<Pick<Job, '_id' | 'latitude' | 'longitude'>>(jobs, wanted, {
        max,
        projection: { _id: 1 },
      });
      return found.map(({ _id }) => _id);
    },

    /** Returns jobs by their ids, and whether each matches a filter; jobs out of scope are omitted. */
    async listWithMatch(
      scope: JobScope,
      filter: JobFilter,
      ids: readonly string[],
    ): Promise<Map<string, { job: Job; matches: boolean }>> {
      const wanted = { scope, filter, now: home.clock.now() };
      const owned = { ...ofScope(scope), _id: { $in: [...ids] } };
      const [found, matching] = await Promise.all([
        jobs.find(owned, { projection: { outbox: 0 } }).toArray() as Promise<unknown[]>,
        findMatching(jobs, wanted, ids),
      ]);
      const matchingIds = new Set(matching);
      return new Map(
        (found as Job[]).map((job) => [job._id, { job, matches: matchingIds.has(job._id) }]),
      );
    },

    /** @throws ApiError `query_too_expensive` if no index counts the jobs and too many would be read */
    async count(scope: JobScope, filter: JobFilter): Promise<number> {
      const wanted = { scope, filter, now: home.clock.now() };
      if (isCounted(filter)) {
        return jobs.countDocuments(jobConditions(scope, filter, wanted.now));
      }
      const counted = { max: readToCountMax, projection: { _id: 1 } };
      return (await findAll(jobs, wanted, counted)).length;
    },

    /**
     * Returns jobs in review: those with unconfirmed flagged answers, then those with an unconfirmed "cannot tell",
     * then the others; longest waiting first.
     */
    async listToReview(limit: number): Promise<Job[]> {
      const queues: Filter<Job>[] = [
        { status: 'submitted' },
        { status: 'disputed' },
        { status: 'completed', attention: { $gte: 1 } },
      ];
      const found = await Promise.all(
        queues.map((filter) =>
          jobs
            .find(filter, { projection: listProjection })
            .sort({ attention: -1, submittedAt: 1, _id: 1 })
            .limit(limit)
            .toArray(),
        ),
      );
      const since = (job: Pick<Job, 'submittedAt'>) => job.submittedAt?.getTime() ?? 0;
      return (found.flat() as unknown as Job[])
        .sort((a, b) => (b.attention ?? 0) - (a.attention ?? 0) || since(a) - since(b))
        .slice(0, limit);
    },

    /**
     * Returns matching jobs with the members that they are grouped by.
     *
     * @param query.withAnswers false to omit `answers` and `answerTags`
     * @param query.withMetadata false to omit `metadata`
     * @param query.withFigures false to omit the members of `MeasuredJob`
     * @throws ApiError `query_too_expensive` if more than `max` jobs match, or would be read
     */
    async listToGroup(
      scope: JobScope,
      filter: JobFilter,
      query: { withAnswers: boolean; withMetadata: boolean; withFigures: boolean; max: number },
    ): Promise<GroupedJob[]> {
      const { max } = query;
      const projection = {
        ...groupedProjection,
        ...(query.withAnswers && answerProjection),
        ...(query.withMetadata && { metadata: 1 }),
        ...(query.withFigures && figureProjection),
      };
      const wanted = { scope, filter, now: home.clock.now() };
      if (!isCounted(filter)) return findAll(jobs, wanted, { max, projection });
      const found = (await jobs
        .find(jobConditions(scope, filter, wanted.now), { projection, limit: max + 1 })
        .toArray()) as unknown[] as GroupedJob[];
      if (found.length > max) throw tooMany(max);
      return found;
    },

    /** Counts by status, service key or UTC day of creation. */
    async groups(
      scope: JobScope,
      filter: JobFilter,
      by: IndexedGrouping,
    ): Promise<{ key: string | null; count: number }[]> {
      const key = {
        status: '$status',
        service_key: '$serviceKey',
        day: { $dateToString: { format: '%Y-%m-%d', date: '$createdAt' } },
      }[by];
      const groups = await jobs
        .aggregate<{ _id: string | null; count: number }>([
          { $match: jobConditions(scope, filter, home.clock.now()) },
          { $group: { _id: key, count: { $sum: 1 } } },
        ])
        .toArray();
      return groups.map(({ _id, count }) => ({ key: _id, count }));
    },
  };
}
