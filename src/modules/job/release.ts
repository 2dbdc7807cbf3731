import type { Job } from './job.js';
import { invalidTransition, JobChange } from './job-change.js';

/**
 * Plans that the holder of a task token gives the job back: it is open again, and its tokens are revoked.
 * @throws ApiError `invalid_transition` once evidence is in
 */
export function planRelease(
  job: Job,
  tokenId: string,
  reason: string | null,
  now: Date,
): JobChange {
  if (job.status !== 'assigned' || job.assignment?.tokenId !== tokenId) {
    throw invalidTransition(job, 'released');
  }
  const change = new JobChange(job, now).move('open');
  return change.set({
    tokens: change.after.tokens.map((token) =>
      token.tokenId === tokenId ? { ...token, releaseReason: reason } : token,
    ),
  });
}
