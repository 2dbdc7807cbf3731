import { day } from '../../lib/units.js';
import type { Services } from '../../services.js';
import { eraseEvidence } from '../evidence/evidence-files.js';
import { eraseReports } from '../report/erase-reports.js';

/** Age in days of real time at which test jobs are deleted, and finished job schedules. */
const testJobDays = 90;
const batchSize = 50;
const schedulesMax = 1_000;

/**
 * Deletes old test jobs with their files, reports and events, and job schedules that ended or were cancelled long ago.
 * The job is deleted last, so that an interrupted deletion is repeated. A job that has changed in the meantime, for
 * example by another photo, is left to the next call.
 *
 * @param services of mode test, on real time
 * @returns the number of deleted jobs
 */
export async function removeOldJobs(
  services: Pick<
    Services,
    'clock' | 'events' | 'evidenceFiles' | 'jobs' | 'jobSchedules' | 'relay' | 'reports'
  >,
): Promise<number> {
  const { jobs, events, relay, clock } = services;
  const before = new Date(clock.now().getTime() - testJobDays * day);
  await services.jobSchedules.removeFinished({ before, limit: schedulesMax });
  const old = await jobs.listMadeBefore(before, batchSize);
  if (old.length === 0) return 0;
  await relay.drain();
  let removed = 0;
  for (const job of old) {
    await eraseEvidence(services, job);
    await eraseReports(services, job);
    await events.removeAbout(job._id);
    if (await jobs.remove(job)) removed += 1;
  }
  return removed;
}
