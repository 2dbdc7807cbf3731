import { createHash } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { ApiError, type ErrorCode } from '../errors.js';
import {
  type RateLimiter,
  type RatePolicy,
  type RateState,
  ratePolicies,
} from '../modules/rate-limit/rate-limiter.js';
import { isRouted } from './methods.js';
import { addressOf, bearerOf, type Env, viewerOf } from './request.js';

/** How much a request takes of which bucket. */
interface Charge {
  policy: RatePolicy;
  key: string;
  count: number;
}

/** What a request does, as far as limits go. */
export interface Effect {
  /** Mutations; 0 for a read. */
  writes: number;
  /** Site checks that are ordered without a key. */
  creates: number;
}

const missCodes: ReadonlySet<ErrorCode> = new Set(['token_invalid', 'site_check_not_found']);
const createPath = '/v1/public/site-checks';
/** The reads that know their caller by a token; anywhere else a token proves nothing. */
const tokenPaths = /^\/v1\/(capture\/task|public\/site-checks\/[^/]+(\/report(\.pdf)?)?)$/;

const policyField = ({ name, quota, windowSeconds }: RatePolicy) =>
  `"${name}";q=${quota};w=${windowSeconds}`;
const stateField = ({ policy, remaining, resetSeconds }: RateState) =>
  `"${policy.name}";r=${remaining};t=${resetSeconds}`;

/** The fields of draft-ietf-httpapi-ratelimit-headers-10. */
const fieldsOf = (states: readonly RateState[]) => ({
  ratelimit: states.map(stateField).join(', '),
  'ratelimit-policy': states.map(({ policy }) => policyField(policy)).join(', '),
});

function refuse(state: RateState): never {
  const { name, quota, windowSeconds } = state.policy;
  const detail = `At most ${quota} in ${windowSeconds} seconds (${name}); try again in ${state.resetSeconds} seconds.`;
  const headers = { ...fieldsOf([state]), 'retry-after': String(state.resetSeconds) };
  throw new ApiError('rate_limited', detail, { headers });
}

/**
 * The buckets of a request: its key's, else its token's where the path reads one, else its
 * address's. Anybody can make tokens up, but wrong ones are soon counted out as misses.
 */
async function chargesOf(c: Context<Env>, effect: Effect): Promise<Charge[]> {
  const viewer = await viewerOf(c);
  if (viewer.kind === 'integrator') {
    const { writes } = effect;
    return writes > 0
      ? [{ policy: ratePolicies.writes, key: viewer.keyId, count: writes }]
      : [{ policy: ratePolicies.reads, key: viewer.keyId, count: 1 }];
  }
  const token = bearerOf(c.req.header('authorization')) ?? c.req.query('access_token');
  const address = addressOf(c);
  const own = { policy: ratePolicies.address, key: address, count: Math.max(1, effect.writes) };
  if (token && c.req.method !== 'POST' && tokenPaths.test(c.req.path)) {
    const hash = createHash('sha256').update(token).digest('base64url');
    return [{ policy: ratePolicies.token, key: hash, count: 1 }];
  }
  if (effect.creates === 0) return [own];
  return [own, { policy: ratePolicies.creates, key: address, count: effect.creates }];
}

/**
 * Runs a request within its limits and puts the rate limit fields on its answer. A 304 is not
 * counted, nor is a site check that was not made; wrong tokens are counted against the address.
 *
 * @param refusals codes that the answer carries, asked when it is there
 * @throws ApiError `rate_limited`
 */
export async function withinLimits(
  c: Context<Env>,
  effect: Effect,
  act: () => Promise<Response>,
  refusals: () => readonly ErrorCode[],
): Promise<Response> {
  const limiter: RateLimiter | null = c.get('services').rateLimiter;
  if (!limiter) return act();
  const charges = await chargesOf(c, effect);
  const anonymous = (await viewerOf(c)).kind === 'anonymous';
  const { misses } = ratePolicies;
  const missed = anonymous ? limiter.peek(misses, addressOf(c)) : null;
  if (missed?.remaining === 0) refuse(missed);
  for (const { policy, key, count } of charges) {
    const state = limiter.peek(policy, key);
    if (state.remaining < count) refuse(state);
  }
  for (const { policy, key, count } of charges) limiter.count(policy, key, count);

  const response = await act();
  const made = response.status === 201 && !response.headers.has('idempotent-replayed');
  const states = charges.map(({ policy, key, count }) => {
    const free =
      response.status === 304 ||
      (policy === ratePolicies.creates && c.req.path === createPath && !made);
    return free ? limiter.count(policy, key, -count) : limiter.peek(policy, key);
  });
  if (anonymous && refusals().some((code) => missCodes.has(code))) {
    limiter.count(misses, addressOf(c), 1);
  }
  for (const [name, value] of Object.entries(fieldsOf(states))) response.headers.set(name, value);
  return response;
}

/** Holds the REST paths within their limits; what is not there is answered uncounted. */
export const restLimits: MiddlewareHandler<Env> = async (c, next) => {
  if (!isRouted(c)) return next();
  const writes = c.req.method === 'POST' ? 1 : 0;
  const creates = writes === 1 && c.req.path === createPath ? 1 : 0;
  await withinLimits(
    c,
    { writes, creates },
    async () => {
      await next();
      return c.res;
    },
    () => (c.error instanceof ApiError ? [c.error.code] : []),
  );
};
