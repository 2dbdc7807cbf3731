import { hash } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import type { Access, Given } from '../access.js';
import type { Caller, PresentedToken, RequestContext } from '../context.js';
import { ApiError, type ErrorCode } from '../errors.js';
import { isUnavailable } from '../lib/mongo.js';
import { kibibyte } from '../lib/units.js';
import { rateFields, throwRateLimited } from '../modules/rate-limit/rate-limit-error.js';
import {
  type RateLimiter,
  type RatePolicy,
  ratePolicies,
} from '../modules/rate-limit/rate-limiter.js';
import type { Operation } from '../operation.js';
import { addressOf, contextOf, type Env } from './request.js';
import { type Cost, countCost, openUsage, type Usage } from './usage.js';

/** One operation that a request calls, as far as limits go; nothing of it is validated yet. */
export interface CountedCall {
  name: string;
  access: Access;
  writes: boolean;
  limit?: RatePolicy | undefined;
  /** True if it repeats an earlier call, which is answered although the limit is used up. */
  repeats?: Operation['repeats'] | undefined;
  /** Whether its token comes with the body, so that its handler counts it. */
  deferred?: boolean | undefined;
  given: Given;
}

/** What the limits read and set of an answer. */
type Answered = Pick<Response, 'status' | 'headers'>;

/** Bytes of a body that count as one request: to read more costs more. */
export const bodyBytesPerRequest = 64 * kibibyte;

/** How many requests the body counts as, besides the first. */
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

/** Whether a token is what it claims to be: anybody can make tokens up, and with them buckets. */
async function isProven(caller: Caller, token: PresentedToken): Promise<boolean> {
  try {
    await caller.prove(token);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/** The bucket of the viewer, else the proven token's, else the address's. */
function ownCost(
  c: Context<Env>,
  caller: Caller,
  calls: readonly CountedCall[],
  proven: PresentedToken | null,
): Cost {
  const writes = calls.filter((call) => call.writes).length;
  const bySession = calls.length > 0 && calls.every(({ access }) => access.bySession);
  const bucket = (bySession ? caller.sessionBucket : null) ?? caller.bucket;
  const count = Math.max(1, writes) + furtherRequests(c);
  if (bucket) {
    return { policy: writes > 0 ? bucket.writes : bucket.reads, key: bucket.key, count };
  }
  return proven ? tokenCost(proven, count) : addressCost(c, count);
}

/**
 * The limits of single operations, counted by the customer of a session, else by address. Where one is used up, the
 * calls that repeat an earlier one are left out of it: they make nothing new.
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
 * Counts a wrong token on its own, and once against its address: a client that goes on trying one
 * stale token does not lock its neighbours out.
 */
function countMiss(limiter: RateLimiter, address: string, key: string): Miss {
  const { misses } = ratePolicies;
  const { remaining, endsAt } = limiter.count(misses, key, 1);
  if (misses.quota - remaining === 1) limiter.count(misses, address, 1);
  return { key, endsAt };
}

/** Takes back the misses of an answer that does not say of its tokens that they are wrong. */
function refundFailures(limiter: RateLimiter, address: string, counted: readonly Miss[]): void {
  const { misses } = ratePolicies;
  for (const { key, endsAt } of counted) {
    const { remaining } = limiter.refund(misses, key, 1, endsAt);
    // What its first one counted against the address goes with its last.
    if (remaining === misses.quota) limiter.refund(misses, address, 1, endsAt);
  }
}

/**
 * Counts the wrong tokens of a request as soon as they are known to be, so that many requests at once are
 * counted too. One that shows more new ones than its address has left is refused before it says of any
 * that it is wrong. No token is looked up behind the one that is too many.
 *
 * @returns what was counted, for `refundFailures`
 * @throws ApiError `rate_limited` where too many wrong tokens came, these or others; none is counted then
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
 * Counts an upload under its address, as soon as it goes on without a token.
 * @throws ApiError `rate_limited`
 */
export function countAddress(c: Context<Env>): void {
  const usage = c.get('usage');
  if (usage?.costs.length === 0) usage.replaceBy([addressCost(c, 1)]);
}

/**
 * Counts an upload under its token where that is proven, else under its address.
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

/** The token that every call presents; null where one presents none or another. */
function soleToken(tokens: readonly (PresentedToken | null)[]): PresentedToken | null {
  const [first = null] = tokens;
  return first && tokens.every((token) => token?.name === first.name) ? first : null;
}

/**
 * Runs a request within its limits and puts the rate limit fields on its answer. A 304 is not
 * counted, nor is a call of an operation with a limit of its own that did nothing new. Wrong tokens
 * are counted; a right one is let through however many wrong ones came before it.
 *
 * @param calls the operations that the request calls
 * @param errors codes that the answer carries, asked when it is there
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
    // Anybody can have a session: it does not make up for wrong tokens.
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
  // An upload that broke off before its token was read.
  if (anonymous && usage.costs.length === 0 && response.status !== 429) {
    usage.costs = [countCost(limiter, addressCost(c, 1))];
  }
  const states = usage.costs.map(({ policy, key, count, operation, endsAt }) => {
    if (response.status === 304) return limiter.refund(policy, key, count, endsAt);
    if (operation === undefined) return limiter.peek(policy, key);
    const made = ctx.notes.made[operation] ?? 0;
    return limiter.refund(policy, key, count - made, endsAt);
  });
  // A refusal while the request was read says itself which limit was met.
  if (states.length > 0 && response.status !== 429) {
    for (const [name, value] of Object.entries(rateFields(states))) {
      response.headers.set(name, value);
    }
  }
  return response;
}

/**
 * Counts a request that failed before it was counted under its address: a failure of ours is a request too.
 * @throws ApiError `rate_limited`
 */
function countFailure(c: Context<Env>, error: unknown): void {
  const { rateLimiter } = c.get('services');
  // While the database is unavailable, nobody is told to slow down.
  if (!rateLimiter || error instanceof ApiError || isUnavailable(error)) return;
  openUsage(rateLimiter).replaceBy([addressCost(c, 1)]);
}

/**
 * The context of a request that is counted.
 * @throws ApiError `rate_limited` where it fails too often
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

/** Holds the REST paths within their limits; what is not there is answered uncounted. */
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
