import type { Context } from 'hono';
import type { Env } from '../http/request.js';
import { lazy } from '../lib/lazy.js';
import { readJsonBody } from './pydantic/validate.js';
import type { WireValue } from './pydantic/wire-json.js';

const bodies = new WeakMap<Uint8Array, () => WireValue>();

/**
 * Returns a function that parses the body of a request once, for both the rate limits, which search it for tokens, and
 * validation. Null if the request has no body.
 */
export function jsonBodyOf(c: Context<Env>): (() => WireValue) | null {
  const bytes = c.get('body');
  if (!bytes) return null;
  const known = bodies.get(bytes);
  if (known) return known;
  const json = lazy(() => readJsonBody({ bytes, contentType: c.req.header('content-type') }));
  bodies.set(bytes, json);
  return json;
}
