import { createHash } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import type { Viewer } from '../context.js';
import { ApiError, type ErrorCode } from '../errors.js';
import {
  type RateLimiter,
  type RatePolicy,
  type RateState,
  ratePolicies,
} from '../modules/rate-limit/rate-limiter.js';
import { isProven, type TokenClaim } from '../modules/rate-limit/token-claim.js';
import { isRouted } from './methods.js';
import { addressOf, type Env, viewerOf } from './request.js';
import { tokenClaimOf } from './token-claim.js';

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
  /** The token that the request shows; asked only where there is no valid key. */
  claim: () => TokenClaim | null;
  /** How many of the ordered site checks were made, asked when the answer is there. */
  made: (response: Response) => number;
  /** Whether the token comes with the body of an upload, so that nothing is counted before it. */
  tokenInUpload?: boolean;
}

/** What a request has been charged so far, for the handlers that learn more while they read it. */
export interface Tally {
  charges: readonly Charge[];
  /** @throws ApiError `rate_limited`, having counted nothing */
  replaceBy(charges: readonly Charge[]): void;
}

const missCodes: ReadonlySet<ErrorCode> = new Set(['token_invalid', 'site_check_not_found']);
const createPath = '/v1/public/site-checks';
const uploadPath = /^\/v1\/(provider|capture)\/evidence$/;

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

const tokenCharge = (token: string, count: number): Charge => {
  const key = createHash('sha256').update(token).digest('base64url');
  return { policy: ratePolicies.token, key, count };
};
const addressCharge = (c: Context<Env>, count: number): Charge => {
  return { policy: ratePolicies.address, key: addressOf(c), count };
};

/** The buckets of a request: its key's, else its token's where that is good, else its address's. */
async function chargesOf(c: Context<Env>, viewer: Viewer, effect: Effect): Promise<Charge[]> {
  const { writes, creates } = effect;
  if (viewer.kind === 'integrator') {
    return writes > 0
      ? [{ policy: ratePolicies.writes, key: viewer.keyId, count: writes }]
      : [{ policy: ratePolicies.reads, key: viewer.keyId, count: 1 }];
  }
  if (effect.tokenInUpload) return [];
  const count = Math.max(1, writes);
  const claim = effect.claim();
  if (claim && (await isProven(c.get('services'), claim))) return [tokenCharge(claim.token, count)];
  const own = addressCharge(c, count);
  if (creates === 0) return [own];
  return [own, { policy: ratePolicies.creates, key: own.key, count: creates }];
}

function openTally(limiter: RateLimiter): Tally {
  const tally: Tally = {
    charges: [],
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

/**
 * Counts an upload without a key where it belongs: under its token once that is proven, under its
 * address as soon as it goes on without one.
 *
 * @throws ApiError `rate_limited`
 */
export function chargeUpload(c: Context<Env>, viewer: Viewer, provenToken: string | null): void {
  const tally = c.get('tally');
  if (!tally || viewer.kind === 'integrator') return;
  if (provenToken !== null) tally.replaceBy([tokenCharge(provenToken, 1)]);
  else if (tally.charges.length === 0) tally.replaceBy([addressCharge(c, 1)]);
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
  const viewer = await viewerOf(c);
  const anonymous = viewer.kind === 'anonymous';
  const { misses } = ratePolicies;
  const missed = anonymous ? limiter.peek(misses, addressOf(c)) : null;
  if (missed?.remaining === 0) refuse(missed);
  const tally = openTally(limiter);
  tally.replaceBy(await chargesOf(c, viewer, effect));
  c.set('tally', tally);

  const response = await act();
  // An upload that broke off before its token was read.
  if (anonymous && tally.charges.length === 0 && response.status !== 429) {
    tally.charges = [addressCharge(c, 1)];
    limiter.count(ratePolicies.address, addressOf(c), 1);
  }
  const states = tally.charges.map(({ policy, key, count }) => {
    if (response.status === 304) return limiter.count(policy, key, -count);
    if (policy !== ratePolicies.creates) return limiter.peek(policy, key);
    return limiter.count(policy, key, effect.made(response) - count);
  });
  if (anonymous && refusals().some((code) => missCodes.has(code))) {
    limiter.count(misses, addressOf(c), 1);
  }
  // A refusal while the request was read says itself which limit was met.
  if (states.length > 0 && response.status !== 429) {
    for (const [name, value] of Object.entries(fieldsOf(states))) response.headers.set(name, value);
  }
  return response;
}

/** Holds the REST paths within their limits; what is not there is answered uncounted. */
export const restLimits: MiddlewareHandler<Env> = async (c, next) => {
  if (!isRouted(c)) return next();
  const writes = c.req.method === 'POST' ? 1 : 0;
  const creates = writes === 1 && c.req.path === createPath ? 1 : 0;
  await withinLimits(
    c,
    {
      writes,
      creates,
      claim: () => tokenClaimOf(c),
      made: ({ status, headers }) =>
        status === 201 && !headers.has('idempotent-replayed') ? 1 : 0,
      tokenInUpload: writes === 1 && uploadPath.test(c.req.path),
    },
    async () => {
      await next();
      return c.res;
    },
    () => (c.error instanceof ApiError ? [c.error.code] : []),
  );
};
