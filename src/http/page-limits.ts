import type { Context, MiddlewareHandler } from 'hono';
import { countAttempt } from '../modules/rate-limit/count-attempt.js';
import { ratePolicies } from '../modules/rate-limit/rate-limiter.js';
import { addressOf, type Env } from './request.js';

/** Counts a page or file under the client's address. @throws ApiError `rate_limited` */
export function countPage(c: Context<Env>): void {
  countAttempt(c.get('services').rateLimiter, [{ policy: ratePolicies.pages, key: addressOf(c) }]);
}

/** Operations have separate limits, and load balancers call the probes often. */
const limitedElsewhere = /^\/(v1\/|graphql$|mcp$|healthz$|readyz$)/;

/** Limits every path that is not an operation: pages, their files, documents and incoming webhooks. */
export const limitPages: MiddlewareHandler<Env> = async (c, next) => {
  if (!limitedElsewhere.test(c.req.path)) countPage(c);
  await next();
};
