import type { RatePolicy } from '../limits.js';
import type { RateLimiter } from '../modules/rate-limit/rate-limiter.js';
import { refuseRate } from '../modules/rate-limit/rate-refusal.js';

/** How much a request takes of which bucket. */
export interface Charge {
  policy: RatePolicy;
  key: string;
  count: number;
  /** Operation whose calls it counts, where it has a limit of its own. */
  operation?: string;
}

/** What was counted, with the end of the window that it was counted in: it is taken back in that one alone. */
export type Counted<T> = T & { endsAt: number };

/** What a request has been charged so far, for handlers that learn more while they read it. */
export interface Tally {
  charges: readonly Counted<Charge>[];
  /** Keys of the wrong tokens that the request presents; they are counted already. */
  misses: readonly Counted<{ key: string }>[];
  /** @throws ApiError `rate_limited`, having counted nothing */
  replaceBy(charges: readonly Charge[]): void;
}

export function countCharge(limiter: RateLimiter, charge: Charge): Counted<Charge> {
  const { endsAt } = limiter.count(charge.policy, charge.key, charge.count);
  return { ...charge, endsAt };
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
      for (const { policy, key, count, endsAt } of tally.charges) {
        limiter.takeBack(policy, key, count, endsAt);
      }
      tally.charges = charges.map((charge) => countCharge(limiter, charge));
    },
  };
  return tally;
}
