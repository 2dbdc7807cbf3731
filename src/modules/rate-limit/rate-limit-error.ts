import { ApiError } from '../../errors.js';
import type { RatePolicy, RateState } from './rate-limiter.js';

const policyField = ({ name, quota, windowSeconds }: RatePolicy) =>
  `"${name}";q=${quota};w=${windowSeconds}`;
const stateField = ({ policy, remaining, resetSeconds }: RateState) =>
  `"${policy.name}";r=${remaining};t=${resetSeconds}`;

/** The fields of draft-ietf-httpapi-ratelimit-headers-10. */
export const rateFields = (states: readonly RateState[]) => ({
  ratelimit: states.map(stateField).join(', '),
  'ratelimit-policy': states.map(({ policy }) => policyField(policy)).join(', '),
});

/** @throws ApiError `rate_limited`, always */
export function throwRateLimited(state: RateState): never {
  const { name, quota, windowSeconds } = state.policy;
  const detail = `The limit is ${quota} requests in ${windowSeconds} seconds (${name}); retry in ${state.resetSeconds} seconds.`;
  const headers = { ...rateFields([state]), 'retry-after': String(state.resetSeconds) };
  throw new ApiError('rate_limited', detail, { headers });
}
