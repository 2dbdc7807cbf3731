import { hash } from 'node:crypto';
import type { RatePolicy } from '../../limits.js';
import { throwRateLimited } from './rate-limit-error.js';
import type { RateLimiter } from './rate-limiter.js';

/** A limit that an attempt counts towards. */
export interface Attempt {
  policy: RatePolicy;
  key: string;
}

/** Returns the key of a bucket, which does not reveal the text that it is made of, for example an email. */
export const bucketKey = (text: string): string => hash('sha256', text, 'base64url');

/**
 * Counts an attempt before it is made, so that concurrent attempts are also counted.
 *
 * @param limiter null if nothing is limited
 * @returns a function that undoes the count, for a successful attempt that should not count
 * @throws ApiError `rate_limited` if one of the limits is reached; nothing is counted then
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
