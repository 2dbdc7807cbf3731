import { ApiError } from '../../errors.js';
import { isUnavailable } from '../../lib/mongo.js';
import type { Services } from '../../services.js';
import { create } from '../job/create-job.js';
import type { Job } from '../job/job.js';
import { type JobSchedule, JobScheduleChange, nextDatesCount } from './job-schedule.js';
import { inputOf } from './job-template.js';
import { datesAround, type ScheduledDate } from './recurrence.js';

/** Services that create the jobs of due schedules. */
export type DueJobNeeds = Pick<Services, 'catalogue' | 'clock' | 'jobs' | 'jobSchedules' | 'log'>;

/**
 * Creates the job of a date. The nonce identifies the date, so that processes that do this at the same time, or again
 * after a kill, get the same job.
 *
 * @returns the job, or the error that prevented it
 * @throws if the database is unavailable
 */
async function createJobOf(
  services: DueJobNeeds,
  { _id, integratorId, template }: JobSchedule,
  { day }: ScheduledDate,
): Promise<Job | ApiError> {
  const { log } = services;
  const input = inputOf(template, `schedule_${_id}_${day}`);
  try {
    const { job } = await create(services, integratorId, input, _id);
    return job;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return error;
    if (error instanceof ApiError || isUnavailable(error)) throw error;
    // A bug that concerns one schedule must not delay the others.
    log.error({ err: error, schedule: _id }, 'job schedule: no job created');
    return new ApiError('internal_error');
  }
}

/**
 * Creates the job of the latest date of a schedule that is due, and plans the next dates. Earlier dates that were due
 * create none: they passed while no process ran. If a job cannot be created, the schedule stores the error and
 * continues with its next date.
 *
 * @returns the job; null without one
 * @throws if the database is unavailable
 */
export async function createDueJob(services: DueJobNeeds, id: string): Promise<Job | null> {
  const { jobSchedules, clock } = services;
  const now = clock.now();
  const schedule = await jobSchedules.find(id);
  if (!schedule?.dueAt || schedule.dueAt > now) return null;
  const { latest, next } = datesAround(schedule, now, nextDatesCount);
  // The due time was computed from the same rule; a newer time zone database can have moved it.
  const made = latest && (await createJobOf(services, schedule, latest));
  await jobSchedules.change(id, {}, (current) => {
    // Another process has done it, or the owner has paused or cancelled the schedule.
    if (current.revision !== schedule.revision) return null;
    const change = new JobScheduleChange(current, now);
    if (!latest || !made) return change.plan(next);
    return made instanceof ApiError
      ? change.advance(latest, { code: made.code, detail: made.message }, next)
      : change.advance(latest, { jobId: made._id }, next);
  });
  return made instanceof ApiError ? null : made;
}
