import type { Job } from './job.js';
import { invalidTransition, JobChange } from './job-change.js';

/**
 * Plans that the holder of a task token releases the job: it is open again, and its tokens are revoked.
 * @throws ApiError `invalid_transition` after the first evidence
 */
export function planRelease(
  job: Job,
  tokenId: string,
  reason: string | null,
  now: Date,
): JobChange {
  if (job.status !== 'assigned' || job.assignment?.tokenId !== tokenId) {
    throw invalidTransition(job);
  }
  const change = new JobChange(job, now).move('open');
  return change.set({
    tokens: change.after.tokens.map((token) =>
      token.tokenId === tokenId ? { ...token, releaseReason: reason } : token,
    ),
  });
}
