import { day } from '../../lib/units.js';
import type { Services } from '../../services.js';
import { eraseEvidence } from '../evidence/evidence-files.js';
import { eraseReports } from '../report/erase-reports.js';

/** Test jobs are deleted so many days of real time after they were made. */
const testJobDays = 90;
const batchSize = 50;

/**
 * Deletes test jobs that are too old, with their files, reports and events. The job goes last, so that what
 * a kill interrupts is done again. A job that changed meanwhile, say by another photo, is left to the next call.
 *
 * @param services of mode test, on real time
 * @returns how many were deleted
 */
export async function removeOldJobs(services: Services): Promise<number> {
  const { jobs, events, relay, clock } = services;
  const before = new Date(clock.now().getTime() - testJobDays * day);
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
