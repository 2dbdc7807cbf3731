import { ApiError } from '../../errors.js';
import { isUnavailable } from '../../lib/mongo.js';
import { day } from '../../lib/units.js';
import type { Services } from '../../services.js';
import { blankSettledBodies } from '../inbox/blank-messages.js';
import type { Job } from '../job/job.js';
import { eraseRequest } from './erase-request.js';
import { tryFinishErasure } from './finish-erasure.js';
import type { RetentionStore } from './retention.store.js';

/** Jobs, mails and inbox messages that are erased by age in an hour. */
const jobsAnHour = 100;
const mailsAnHour = 1_000;
const messagesAnHour = 1_000;
/** How long addresses and texts of mails are kept. */
export const mailDays = 90;
/** How long bodies of inbox messages are kept that were resolved or ignored. */
const messageDays = 365;

async function eraseOld(services: Services, { _id, requestId }: Job): Promise<void> {
  if (requestId !== null) await eraseRequest(services, requestId);
  else await tryFinishErasure(services, await services.jobs.blank(_id, {}));
}

/** @returns where the next batch begins: behind the last one, or at the first that was not erased */
async function eraseOldJobs(services: Services, from: Date, before: Date): Promise<Date> {
  let held: Date | null = null;
  const old = await services.jobs.listFinal({ from, before, limit: jobsAnHour });
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
  return held ?? (old.length === jobsAnHour ? (old.at(-1)?.updatedAt ?? before) : before);
}

/**
 * Erases, by the clock, what was last changed too long ago: the content of jobs in a final state after
 * RETENTION_DAYS, 100 an hour in all processes; addresses and texts of mails after 90 days; bodies of inbox
 * messages 365 days after they were resolved or ignored. Nothing where RETENTION_DAYS is 0.
 */
export async function retain(services: Services, store: RetentionStore): Promise<void> {
  const { config, clock } = services;
  if (config.retentionDays === 0) return;
  const now = clock.now();
  const ago = (days: number) => new Date(now.getTime() - days * day);
  const jobsFrom = await store.take('jobs', now);
  if (jobsFrom) {
    await store.reached('jobs', await eraseOldJobs(services, jobsFrom, ago(config.retentionDays)));
  }
  const mailsFrom = await store.take('mails', now);
  if (mailsFrom) {
    const range = { from: mailsFrom, before: ago(mailDays), limit: mailsAnHour };
    await store.reached('mails', await services.mails.blankOld(range));
  }
  const messagesFrom = await store.take('messages', now);
  if (messagesFrom) {
    const range = { from: messagesFrom, before: ago(messageDays), limit: messagesAnHour };
    await store.reached('messages', await blankSettledBodies(services, range));
  }
}
