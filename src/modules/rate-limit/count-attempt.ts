import { hash } from 'node:crypto';
import { throwRateLimited } from './rate-limit-error.js';
import type { RateLimiter, RatePolicy } from './rate-limiter.js';

/** What an attempt counts in. */
export interface Attempt {
  policy: RatePolicy;
  key: string;
}

/** A key of a bucket that does not give away what it is made of, such as an email. */
export const bucketKey = (text: string): string => hash('sha256', text, 'base64url');

/**
 * Counts an attempt before it is made, so that many at once are counted too.
 *
 * @param limiter null where nothing is limited
 * @returns takes the attempt back, for one that succeeds and was not to be counted
 * @throws ApiError `rate_limited` when one of the limits is reached; nothing is counted then
 */
export function countAttempt(
  limiter: RateLimiter | null,
  attempts: readonly Attempt[],
): () => void {
  if (!limiter) return () => {};
  for (const { policy, key } of attempts) {
    const state = limiter.peek(policy, key);
    if (state.remaining === 0) throwRateLimited(state);
  }
  const counted = attempts.map(({ policy, key }) => {
    const { endsAt } = limiter.count(policy, key, 1);
    return { policy, key, endsAt };
  });
  return () => {
    for (const { policy, key, endsAt } of counted) limiter.refund(policy, key, 1, endsAt);
  };
}
