import type { RateLimiter, RatePolicy } from '../modules/rate-limit/rate-limiter.js';
import { refuseRate } from '../modules/rate-limit/rate-refusal.js';

/** How much a request takes of which bucket. */
export interface Charge {
  policy: RatePolicy;
  key: string;
  count: number;
  /** Operation whose calls it counts, where it has a limit of its own. */
  operation?: string;
}

/** What a request has been charged so far, for handlers that learn more while they read it. */
export interface Tally {
  charges: readonly Charge[];
  /** Keys of the wrong tokens that the request presents; they are counted already. */
  misses: string[];
  /** @throws ApiError `rate_limited`, having counted nothing */
  replaceBy(charges: readonly Charge[]): void;
}

/** The tally of a request that has been charged nothing yet. */
export function openTally(limiter: RateLimiter): Tally {
  const tally: Tally = {
    charges: [],
    misses: [],
    replaceBy(charges) {
      for (const { policy, key, count } of charges) {
        const state = limiter.peek(policy, key);
        if (state.remaining < count) refuseRate(state);
      }
      for (const { policy, key, count } of tally.charges) limiter.count(policy, key, -count);
      for (const { policy, key, count } of charges) limiter.count(policy, key, count);
      tally.charges = charges;
    },
  };
  return tally;
}
