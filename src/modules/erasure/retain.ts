import { ApiError } from '../../errors.js';
import { isUnavailable } from '../../lib/mongo.js';
import { day } from '../../lib/units.js';
import type { Services } from '../../services.js';
import { eraseOldBodies } from '../inbox/blank-messages.js';
import type { Job } from '../job/job.js';
import { eraseRequest, type RequestErasureNeeds } from './erase-request.js';
import { tryFinishErasure } from './finish-erasure.js';
import type { Mark, RetentionStore } from './retention.store.js';

/** Batch sizes of jobs, job schedules, mails and inbox messages. */
const jobsMax = 100;
const schedulesMax = 1_000;
const mailsMax = 1_000;
const messagesMax = 1_000;
/** Retention of addresses and texts of mails in days. */
const mailDays = 90;
/** Retention of the bodies of resolved or ignored inbox messages in days. */
const bodyDays = 365;

async function eraseOld(services: RequestErasureNeeds, { _id, requestId }: Job): Promise<void> {
  if (requestId !== null) await eraseRequest(services, requestId);
  else await tryFinishErasure(services, await services.jobs.blank(_id, {}));
}

/**
 * Erases a batch of jobs. The batches continue after a job that cannot be erased yet, for example because a refund is
 * due, and restart at the first such job after they have reached the end.
 *
 * @returns where the next batch begins
 */
async function eraseOldJobs(
  services: RequestErasureNeeds,
  mark: Mark,
  before: Date,
): Promise<Mark> {
  let { held } = mark;
  const old = await services.jobs.listFinal({ from: mark.at, before, limit: jobsMax });
  for (const job of old) {
    if (job.erasedAt) continue;
    try {
      await eraseOld(services, job);
    } catch (error) {
      if (isUnavailable(error)) throw error;
      held ??= job.updatedAt;
      const expected = error instanceof ApiError;
      if (!expected) services.log.warn({ err: error, job: job._id }, 'retention: job not erased');
    }
  }
  const last = old.length === jobsMax ? old.at(-1) : undefined;
  return last ? { at: last.updatedAt, held } : { at: held ?? before, held: null };
}

/**
 * Erases data by age since its last change: the content of jobs in a final state, and job schedules that ended or were
 * cancelled, after RETENTION_DAYS; addresses and texts of mails after 90 days; the bodies of inbox messages 365 days
 * after they were resolved or ignored. One batch of each per call. Does nothing if RETENTION_DAYS is 0.
 */
export async function retain(
  services: RequestErasureNeeds & Pick<Services, 'config' | 'jobSchedules'>,
  store: RetentionStore,
): Promise<void> {
  const { config, clock } = services;
  if (config.retentionDays === 0) return;
  const ago = (days: number) => new Date(clock.now().getTime() - days * day);
  const jobs = await store.markOf('jobs');
  await store.setMark('jobs', await eraseOldJobs(services, jobs, ago(config.retentionDays)));
  await services.jobSchedules.removeFinished({
    before: ago(config.retentionDays),
    limit: schedulesMax,
  });
  const { at: from } = await store.markOf('mails');
  const at = await services.mails.blankOld({ from, before: ago(mailDays), limit: mailsMax });
  await store.setMark('mails', { at, held: null });
  await eraseOldBodies(services, { before: ago(bodyDays), limit: messagesMax });
}
