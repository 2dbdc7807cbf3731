import { throwRateLimited } from '../modules/rate-limit/rate-limit-error.js';
import type { RateLimiter, RatePolicy } from '../modules/rate-limit/rate-limiter.js';

/** Usage that a request adds to a bucket. */
export interface Cost {
  policy: RatePolicy;
  key: string;
  count: number;
  /** Operation whose calls it counts, if the operation has its own limit. */
  operation?: string;
}

/** A counted item with the end of its window: a refund applies only to the same window. */
export type Counted<T> = T & { endsAt: number };

/** Usage of a request so far, for handlers that learn more while reading it. */
export interface Usage {
  costs: readonly Counted<Cost>[];
  /** Keys of the wrong tokens in the request, already counted. */
  misses: readonly Counted<{ key: string }>[];
  /** @throws ApiError `rate_limited`, having counted nothing */
  replaceBy(costs: readonly Cost[]): void;
}

export function countCost(limiter: RateLimiter, cost: Cost): Counted<Cost> {
  const { endsAt } = limiter.count(cost.policy, cost.key, cost.count);
  return { ...cost, endsAt };
}

/** Returns the usage of a request for which nothing is counted yet. */
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
