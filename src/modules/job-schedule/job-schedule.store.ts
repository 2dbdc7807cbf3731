import type { Filter } from 'mongodb';
import type { Due } from '../../aggregate/due-work.js';
import { type AggregateHome, createAggregateStore } from '../../aggregate/store.js';
import { ApiError, errorText } from '../../errors.js';
import type { Found } from '../../lib/find-page.js';
import { findNewestFirst, type Range } from '../../lib/newest-first.js';
import { quoted } from '../../lib/quoted.js';
import type { JobScope } from '../job/job.js';
import { type JobSchedule, type JobScheduleChange, jobSchedulePolicies } from './job-schedule.js';

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
    insert: (schedule: JobSchedule) => store.insert(schedule),

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

    /** Counts the schedules of an integrator that are active or paused. */
    countCurrent: (integratorId: string): Promise<number> =>
      schedules.countDocuments({ integratorId, status: { $in: ['active', 'paused'] } }),

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
