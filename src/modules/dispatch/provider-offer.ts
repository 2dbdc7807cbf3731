import { ApiError } from '../../errors.js';
import type { Services } from '../../services.js';
import type { OfferHolder } from '../../viewer.js';
import type { Job } from '../job/job.js';
import type { DispatchRun, DispatchThread } from './dispatch-run.js';

/** The parts of an offer shown to a verifier: neither address nor contact. */
export interface ProviderOffer {
  run: DispatchRun;
  thread: DispatchThread;
  job: Job;
}

export const offerGone = () => new ApiError('offer_gone');

/** Returns the thread of a verified token, in a run that was read after the verification. */
export function threadOf(run: DispatchRun, threadId: string): DispatchThread {
  const thread = run.threads.find((one) => one.threadId === threadId);
  if (!thread) throw new Error('a proven offer stands in its run');
  return thread;
}

/** Returns the offer of a token, reconciled with its job. */
export async function readOffer(
  { dispatch, jobs }: Pick<Services, 'dispatch' | 'jobs'>,
  { runId, threadId }: OfferHolder,
): Promise<ProviderOffer> {
  const run = await dispatch.runs.get(runId);
  return { run, thread: threadOf(run, threadId), job: await jobs.get(run.jobId, {}) };
}
