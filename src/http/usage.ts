import { throwRateLimited } from '../modules/rate-limit/rate-limit-error.js';
import type { RateLimiter, RatePolicy } from '../modules/rate-limit/rate-limiter.js';

/** How much a request takes of which bucket. */
export interface Cost {
  policy: RatePolicy;
  key: string;
  count: number;
  /** Operation whose calls it counts, where it has a limit of its own. */
  operation?: string;
}

/** What was counted, with the end of the window that it was counted in: it is taken back in that one alone. */
export type Counted<T> = T & { endsAt: number };

/** What a request has been charged so far, for handlers that learn more while they read it. */
export interface Usage {
  costs: readonly Counted<Cost>[];
  /** Keys of the wrong tokens that the request presents; they are counted already. */
  misses: readonly Counted<{ key: string }>[];
  /** @throws ApiError `rate_limited`, having counted nothing */
  replaceBy(costs: readonly Cost[]): void;
}

export function countCost(limiter: RateLimiter, cost: Cost): Counted<Cost> {
  const { endsAt } = limiter.count(cost.policy, cost.key, cost.count);
  return { ...cost, endsAt };
}

/** The tally of a request that has been charged nothing yet. */
export function openUsage(limiter: RateLimiter): Usage {
  const usage: Usage = {
    costs: [],
    misses: [],
    replaceBy(costs) {
      for (const { policy, key, count } of costs) {
        const state = limiter.peek(policy, key);
        if (state.remaining < count) throwRateLimited(state);
      }
      for (const { policy, key, count, endsAt } of usage.costs) {
        limiter.refund(policy, key, count, endsAt);
      }
      usage.costs = costs.map((cost) => countCost(limiter, cost));
    },
  };
  return usage;
}
