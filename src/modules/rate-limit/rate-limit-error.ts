import { ApiError, errorText } from '../../errors.js';
import type { RatePolicy } from '../../limits.js';
import { formatSeconds } from '../../messages/format-plain.js';
import type { RateState } from './rate-limiter.js';

const policyField = ({ name, quota, windowSeconds }: RatePolicy) =>
  `"${name}";q=${quota};w=${windowSeconds}`;
const stateField = ({ policy, remaining, resetSeconds }: RateState) =>
  `"${policy.name}";r=${remaining};t=${resetSeconds}`;

/** Returns the fields of draft-ietf-httpapi-ratelimit-headers-10. */
export const rateFields = (states: readonly RateState[]) => ({
  ratelimit: states.map(stateField).join(', '),
  'ratelimit-policy': states.map(({ policy }) => policyField(policy)).join(', '),
});

/** @throws ApiError `rate_limited`, always */
export function throwRateLimited(state: RateState): never {
  const { name, quota, windowSeconds } = state.policy;
  const detail = errorText('error.request_limit', {
    quota,
    window: (language) => formatSeconds(language, windowSeconds),
    policy: name,
    time: (language) => formatSeconds(language, state.resetSeconds),
  });
  const headers = { ...rateFields([state]), 'retry-after': String(state.resetSeconds) };
  throw new ApiError('rate_limited', detail, { headers });
}
