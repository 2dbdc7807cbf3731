import { randomInt } from 'node:crypto';
import type { Filter } from 'mongodb';
import type { Due } from '../../aggregate/due-work.js';
import { type AggregateHome, createAggregateStore } from '../../aggregate/store.js';
import { ApiError, errorText } from '../../errors.js';
import type { Found } from '../../lib/find-page.js';
import { findNewestFirst, type Range } from '../../lib/newest-first.js';
import { quoted } from '../../lib/quoted.js';
import type { JobScope } from '../job/job.js';
import {
  type JobSchedule,
  type JobScheduleChange,
  jobSchedulePolicies,
  schedulesMax,
} from './job-schedule.js';

/** Conditions of a list; all of the given ones must match. */
export interface JobScheduleFilter {
  status?: string | null | undefined;
}

const newestFirst = { createdAt: -1, _id: -1 } as const;

const conditions = (
  { integratorId }: JobScope,
  { status }: JobScheduleFilter,
): Filter<JobSchedule> =>
  ({
    ...(integratorId !== undefined && { integratorId }),
    ...(status != null && { status }),
  }) as Filter<JobSchedule>;

const notFound = (id: string) =>
  new ApiError('job_schedule_not_found', errorText('error.schedule_id', { id: quoted(id) }));

export type JobScheduleStore = ReturnType<typeof createJobScheduleStore>;

/** The `job_schedules` collection. */
export function createJobScheduleStore(home: AggregateHome) {
  const store = createAggregateStore<JobSchedule, JobScheduleChange>(home, {
    collection: 'job_schedules',
    policies: jobSchedulePolicies,
    indexes: [
      { key: newestFirst },
      { key: { status: 1, ...newestFirst } },
      { key: { integratorId: 1, ...newestFirst } },
      { key: { integratorId: 1, status: 1, ...newestFirst } },
      { key: { status: 1, updatedAt: 1 } },
      { key: { dueAt: 1 }, sparse: true },
      { key: { integratorId: 1, dueAt: 1 } },
      { key: { slot: 1 }, unique: true, sparse: true },
    ],
    notFound,
  });
  const schedules = store.collection;
  const planned = { $gt: new Date(0) };

  async function due(filter: Filter<JobSchedule>, limit: number): Promise<Due[]> {
    const found = await schedules
      .find(filter, { projection: { dueAt: 1 } })
      .sort({ dueAt: 1 })
      .limit(limit)
      .toArray();
    return found.flatMap(({ _id, dueAt }) => (dueAt ? [{ id: _id, at: dueAt }] : []));
  }

  /** Returns the slots of an integrator that no schedule holds. */
  async function freeSlots(integratorId: string): Promise<string[]> {
    const holders = await schedules
      .find(
        { integratorId, status: { $in: ['active', 'paused'] } },
        { projection: { slot: 1, _id: 0 } },
      )
      .toArray();
    const taken = new Set(holders.map(({ slot }) => slot));
    return Array.from({ length: schedulesMax }, (_, number) => `${integratorId}/${number}`).filter(
      (slot) => !taken.has(slot),
    );
  }

  /** @throws ApiError `job_schedule_not_found`, also for another integrator's schedule */
  async function get(id: string, { integratorId }: JobScope): Promise<JobSchedule> {
    const schedule = await store.peek(id);
    if (!schedule || (integratorId !== undefined && schedule.integratorId !== integratorId)) {
      throw notFound(id);
    }
    return schedule;
  }

  return {
    ensureIndexes: store.ensureIndexes,
    find: store.peek,
    get,

    /**
     * Stores a new schedule in a free slot of its integrator, so that concurrent calls cannot exceed the limit. The slot
     * is a random one, because concurrent calls would all try the first.
     *
     * @returns null if no slot is free
     */
    async insert(schedule: JobSchedule): Promise<JobSchedule | null> {
      for (;;) {
        const free = await freeSlots(schedule.integratorId);
        const slot = free.length > 0 ? free[randomInt(free.length)] : undefined;
        if (slot === undefined) return null;
        const inserted = await store.insert({ ...schedule, slot }, ['slot']);
        if (inserted) return inserted;
      }
    },

    /** @throws ApiError `job_schedule_not_found`, and errors of `decide` */
    change: (
      id: string,
      scope: JobScope,
      decide: (schedule: JobSchedule) => JobScheduleChange | null,
    ): Promise<JobSchedule> => store.change(id, decide, (one) => get(one, scope)),

    list: (scope: JobScope, filter: JobScheduleFilter, range: Range): Promise<Found<JobSchedule>> =>
      findNewestFirst(schedules, 'createdAt', conditions(scope, filter), range),

    count: (scope: JobScope, filter: JobScheduleFilter): Promise<number> =>
      schedules.countDocuments(conditions(scope, filter)),

    /** Deletes schedules that ended or were cancelled, and last changed, before a moment. */
    async removeFinished({ before, limit }: { before: Date; limit: number }): Promise<void> {
      const finished: Filter<JobSchedule> = {
        status: { $in: ['ended', 'cancelled'] },
        updatedAt: { $lt: before },
      };
      const found = await schedules
        .find(finished, { projection: { _id: 1 } })
        .limit(limit)
        .toArray();
      if (found.length === 0) return;
      await schedules.deleteMany({ _id: { $in: found.map(({ _id }) => _id) }, ...finished });
    },

    /** Returns the active schedules with the next date of each, earliest first. */
    earliestDue: (limit: number): Promise<Due[]> => due({ dueAt: planned }, limit),

    /** The same for the schedules of one integrator. */
    listDue: (integratorId: string, limit: number): Promise<Due[]> =>
      due({ integratorId, dueAt: planned }, limit),
  };
}
