import { hash } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import type { Access, Given } from '../access.js';
import type { Caller, PresentedToken, RequestContext } from '../context.js';
import { ApiError, type ErrorCode } from '../errors.js';
import { isUnavailable } from '../lib/mongo.js';
import { kibibyte } from '../lib/units.js';
import { type RatePolicy, ratePolicies } from '../limits.js';
import { rateFields, throwRateLimited } from '../modules/rate-limit/rate-limit-error.js';
import type { RateLimiter } from '../modules/rate-limit/rate-limiter.js';
import type { Operation } from '../operation.js';
import { addressOf, contextOf, type Env } from './request.js';
import { type Cost, countCost, openUsage, type Usage } from './usage.js';

/** One operation that a request calls, for rate limiting. Nothing is validated yet. */
export interface CountedCall {
  name: string;
  access: Access;
  writes: boolean;
  /** Number of writes that it counts as; read only for a call that writes. */
  units: () => number;
  limit?: RatePolicy | undefined;
  /** True if it repeats an earlier call, which is answered even if the limit is used up. */
  repeats?: Operation['repeats'] | undefined;
  /** True if its token is in the body, so that its handler counts it. */
  deferred?: boolean | undefined;
  given: Given;
}

/** Parts of a response that the limits read and set. */
type Answered = Pick<Response, 'status' | 'headers'>;

/** Bytes of a body that count as one request: to read more costs more. */
export const bodyBytesPerRequest = 64 * kibibyte;

/** Returns the number of requests that the body counts as, besides the first. */
const furtherRequests = (c: Context<Env>): number =>
  Math.max(0, Math.ceil((c.get('body')?.byteLength ?? 0) / bodyBytesPerRequest) - 1);

const missCodes: ReadonlySet<ErrorCode> = new Set(['token_invalid', 'site_check_not_found']);

const hashOf = (token: PresentedToken) => hash('sha256', token.value, 'base64url');

const tokenCost = (token: PresentedToken, count: number): Cost => {
  return { policy: ratePolicies.token, key: hashOf(token), count };
};
const addressCost = (c: Context<Env>, count: number): Cost => {
  return { policy: ratePolicies.address, key: addressOf(c), count };
};

/** Returns true if a token is valid. Anyone can invent tokens, and with them buckets. */
async function isProven(caller: Caller, token: PresentedToken): Promise<boolean> {
  try {
    await caller.prove(token);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** Returns the bucket of the viewer, else of the proven token, else of the address. */
function ownCost(
  c: Context<Env>,
  caller: Caller,
  calls: readonly CountedCall[],
  proven: PresentedToken | null,
): Cost {
  const writing = calls.filter((call) => call.writes);
  const writes = writing.reduce((sum, call) => sum + call.units(), 0);
  const bySession = calls.length > 0 && calls.every(({ access }) => access.bySession);
  const bucket = (bySession ? caller.sessionBucket : null) ?? caller.bucket;
  const count = Math.max(1, writes) + furtherRequests(c);
  if (bucket) {
    return { policy: writes > 0 ? bucket.writes : bucket.reads, key: bucket.key, count };
  }
  return proven ? tokenCost(proven, count) : addressCost(c, count);
}

/**
 * Returns the usage of operations with their own limits, counted by the customer of a session, else by address. If a
 * limit is used up, calls that repeat an earlier one are excluded: they create nothing new.
 */
async function limitCosts(
  c: Context<Env>,
  { caller, services }: RequestContext,
  limiter: RateLimiter,
  calls: readonly CountedCall[],
): Promise<Cost[]> {
  const costs = new Map<string, Cost>();
  for (const { name, limit, access, repeats, given } of calls) {
    if (!limit) continue;
    const count = (costs.get(name)?.count ?? 0) + 1;
    const key = (access.bySession ? caller.sessionBucket?.key : null) ?? addressOf(c);
    const isUsedUp = limiter.peek(limit, key).remaining < count;
    if (isUsedUp && (await repeats?.(services, given.args))) continue;
    costs.set(name, { policy: limit, key, count, operation: name });
  }
  return [...costs.values()];
}

type Miss = Usage['misses'][number];

const missKey = (address: string, token: PresentedToken) =>
  `${address} ${hashOf(token).slice(0, 12)}`;

/**
 * Counts a wrong token separately, and once against its address: a client that keeps retrying one stale token does not
 * lock out its neighbours.
 */
function countMiss(limiter: RateLimiter, address: string, key: string): Miss {
  const { misses } = ratePolicies;
  const { remaining, endsAt } = limiter.count(misses, key, 1);
  if (misses.quota - remaining === 1) limiter.count(misses, address, 1);
  return { key, endsAt };
}

/** Refunds the failures if the response does not report that its tokens are wrong. */
function refundFailures(limiter: RateLimiter, address: string, counted: readonly Miss[]): void {
  const { misses } = ratePolicies;
  for (const { key, endsAt } of counted) {
    const { remaining } = limiter.refund(misses, key, 1, endsAt);
    // The first failure of a token counted against the address; its last refund reverses that.
    if (remaining === misses.quota) limiter.refund(misses, address, 1, endsAt);
  }
}

/**
 * Counts the wrong tokens of a request as soon as they are known, so that concurrent requests are counted too. A
 * request with more new ones than its address has left is rejected before it reports any of them as wrong. No token
 * after the first excess one is looked up.
 *
 * @returns the counted failures, for `refundFailures`
 * @throws ApiError `rate_limited` after too many wrong tokens, in this request or earlier; none is counted then
 */
async function countFailures(
  limiter: RateLimiter,
  address: string,
  caller: Caller,
  tokens: readonly PresentedToken[],
): Promise<Miss[]> {
  const { misses } = ratePolicies;
  const counted: Miss[] = [];
  try {
    for (const token of tokens) {
      if (await isProven(caller, token)) continue;
      const key = missKey(address, token);
      if (counted.some((miss) => miss.key === key)) continue;
      for (const bucket of [key, address]) {
        const state = limiter.peek(misses, bucket);
        if (state.remaining === 0) throwRateLimited(state);
      }
      counted.push(countMiss(limiter, address, key));
    }
  } catch (error) {
    refundFailures(limiter, address, counted);
    throw error;
  }
  return counted;
}

/**
 * Counts an upload under its address, as soon as it continues without a token.
 *
 * @throws ApiError `rate_limited`
 */
export function countAddress(c: Context<Env>): void {
  const usage = c.get('usage');
  if (usage?.costs.length === 0) usage.replaceBy([addressCost(c, 1)]);
}

/**
 * Counts an upload under its token if that is valid, else under its address.
 *
 * @throws ApiError `rate_limited`
 */
export async function countUpload(
  c: Context<Env>,
  caller: Caller,
  token: PresentedToken,
): Promise<void> {
  const usage = c.get('usage');
  const { rateLimiter } = c.get('services');
  if (!usage || !rateLimiter || caller.viewer.kind === 'api_key') return;
  usage.misses = await countFailures(rateLimiter, addressOf(c), caller, [token]);
  if (caller.bucket) return;
  if (usage.misses.length === 0) usage.replaceBy([tokenCost(token, 1)]);
  else countAddress(c);
}

/** Returns the token that all calls present; null if they differ or one presents none. */
function soleToken(tokens: readonly (PresentedToken | null)[]): PresentedToken | null {
  const [first = null] = tokens;
  return first && tokens.every((token) => token?.name === first.name) ? first : null;
}

/**
 * Runs a request within its limits and adds the rate limit fields to its response. A 304 is not counted, nor is a call
 * of an operation with its own limit that did nothing new. Wrong tokens are counted; a valid one is accepted no matter
 * how many wrong ones preceded it.
 *
 * @param calls the operations that the request calls
 * @param errors returns the error codes of the response
 * @throws ApiError `rate_limited`
 */
export async function withinLimits<R extends Answered>(
  c: Context<Env>,
  ctx: RequestContext,
  calls: readonly CountedCall[],
  act: () => Promise<R>,
  errors: () => readonly ErrorCode[],
): Promise<R> {
  const limiter: RateLimiter | null = c.get('services').rateLimiter;
  if (!limiter) return act();
  const usage = openUsage(limiter);
  try {
    return await withinUsage(c, ctx, calls, act, { limiter, usage });
  } catch (error) {
    if (usage.costs.length === 0) countFailure(c, error);
    throw error;
  } finally {
    const isMiss = errors().some((code) => missCodes.has(code));
    if (!isMiss) refundFailures(limiter, addressOf(c), usage.misses);
  }
}

async function withinUsage<R extends Answered>(
  c: Context<Env>,
  ctx: RequestContext,
  calls: readonly CountedCall[],
  act: () => Promise<R>,
  { limiter, usage }: { limiter: RateLimiter; usage: Usage },
): Promise<R> {
  const { caller } = ctx;
  const anonymous = caller.bucket === null;
  const address = addressOf(c);
  const deferred = anonymous && calls.some((call) => call.deferred);
  if (!deferred) {
    // Anyone can have a session, so it does not exempt from counting wrong tokens.
    const keyless = caller.viewer.kind === 'anonymous';
    const presented = keyless ? calls.map((call) => call.access.present(call.given)) : [];
    const sole = soleToken(presented);
    const proven = sole && (await isProven(caller, sole)) ? sole : null;
    const shown = presented.filter((token) => token !== null);
    usage.misses = await countFailures(limiter, address, caller, shown);
    const own = ownCost(c, caller, calls, proven);
    usage.replaceBy([own, ...(await limitCosts(c, ctx, limiter, calls))]);
  }
  c.set('usage', usage);

  const response = await act();
  // An upload that was aborted before its token was read.
  if (anonymous && usage.costs.length === 0 && response.status !== 429) {
    usage.costs = [countCost(limiter, addressCost(c, 1))];
  }
  const states = usage.costs.map(({ policy, key, count, operation, endsAt }) => {
    if (response.status === 304) return limiter.refund(policy, key, count, endsAt);
    if (operation === undefined) return limiter.peek(policy, key);
    const made = ctx.notes.made[operation] ?? 0;
    return limiter.refund(policy, key, count - made, endsAt);
  });
  // An error raised while the request was read already names the limit.
  if (states.length > 0 && response.status !== 429) {
    for (const [name, value] of Object.entries(rateFields(states))) {
      response.headers.set(name, value);
    }
  }
  return response;
}

/**
 * Counts a request under its address if it failed before it was counted: an internal error counts too.
 *
 * @throws ApiError `rate_limited`
 */
function countFailure(c: Context<Env>, error: unknown): void {
  const { rateLimiter } = c.get('services');
  // While the database is unavailable, callers are not asked to slow down.
  if (!rateLimiter || error instanceof ApiError || isUnavailable(error)) return;
  openUsage(rateLimiter).replaceBy([addressCost(c, 1)]);
}

/**
 * Returns the context of a request, counting failures.
 *
 * @throws ApiError `rate_limited` if it fails too often
 */
export async function countedContext(
  c: Context<Env>,
  read: (c: Context<Env>) => Promise<RequestContext> = contextOf,
): Promise<RequestContext> {
  try {
    return await read(c);
  } catch (error) {
    countFailure(c, error);
    throw error;
  }
}

/** Applies rate limits to the REST paths; unknown paths are not counted. */
export function restLimits(
  callOf: (c: Context<Env>) => CountedCall | null,
): MiddlewareHandler<Env> {
  return async (c, next) => {
    const call = callOf(c);
    if (!call) return next();
    await withinLimits(
      c,
      await countedContext(c),
      [call],
      async () => {
        await next();
        return c.res;
      },
      () => (c.error instanceof ApiError ? [c.error.code] : []),
    );
  };
}
