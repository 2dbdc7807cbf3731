import type { PresentedToken } from '../context.js';
import { ApiError } from '../errors.js';
import type { RateLimiter, RatePolicy, RateState } from '../modules/rate-limit/rate-limiter.js';

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
  /** Tokens that the request presents. */
  tokens: PresentedToken[];
  /** @throws ApiError `rate_limited`, having counted nothing */
  replaceBy(charges: readonly Charge[]): void;
}

const policyField = ({ name, quota, windowSeconds }: RatePolicy) =>
  `"${name}";q=${quota};w=${windowSeconds}`;
const stateField = ({ policy, remaining, resetSeconds }: RateState) =>
  `"${policy.name}";r=${remaining};t=${resetSeconds}`;

/** The fields of draft-ietf-httpapi-ratelimit-headers-10. */
export const fieldsOf = (states: readonly RateState[]) => ({
  ratelimit: states.map(stateField).join(', '),
  'ratelimit-policy': states.map(({ policy }) => policyField(policy)).join(', '),
});

/** @throws ApiError `rate_limited`, always */
export function refuse(state: RateState): never {
  const { name, quota, windowSeconds } = state.policy;
  const detail = `At most ${quota} in ${windowSeconds} seconds (${name}); try again in ${state.resetSeconds} seconds.`;
  const headers = { ...fieldsOf([state]), 'retry-after': String(state.resetSeconds) };
  throw new ApiError('rate_limited', detail, { headers });
}

/** The tally of a request that has been charged nothing yet. */
export function openTally(limiter: RateLimiter): Tally {
  const tally: Tally = {
    charges: [],
    tokens: [],
    replaceBy(charges) {
      for (const { policy, key, count } of charges) {
        const state = limiter.peek(policy, key);
        if (state.remaining < count) refuse(state);
      }
      for (const { policy, key, count } of tally.charges) limiter.count(policy, key, -count);
      for (const { policy, key, count } of charges) limiter.count(policy, key, count);
      tally.charges = charges;
    },
  };
  return tally;
}
