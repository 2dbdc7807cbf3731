import type { Context } from 'hono';
import { allowedMethods, type Mounted } from './methods.js';
import type { Env } from './request.js';

/**
 * Paths for programs of any origin. The pages and session endpoints next to them are for our own origin only. /mcp
 * checks the origin itself.
 */
const openPaths =
  /^\/(v1\/(?!customer\/)|graphql$|mcp$|openapi\.json$|\.well-known\/|(sandbox\/)?(media|log)\/|console\/config$|errors\/|healthz$|readyz$)/;

const isOpen = (path: string) => openPaths.test(path);

const allowedHeaders =
  'X-API-Key, Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Mcp-Protocol-Version, Range, Request-Id';
const exposedHeaders =
  'Request-Id, ETag, Link, Location, Allow, RateLimit, RateLimit-Policy, Retry-After, Accept-Encoding, Idempotent-Replayed, WWW-Authenticate, Content-Disposition, Content-Range';

/** Returns the response to OPTIONS on an existing path, preflight or not; null for an unknown path. */
export function optionsResponse(c: Context<Env>, routes: readonly Mounted[]): Response | null {
  const allow = allowedMethods(routes, c.req.path).join(', ');
  if (!allow) return null;
  const headers: Record<string, string> = { allow };
  if (isOpen(c.req.path)) {
    headers['access-control-allow-origin'] = '*';
    if (c.req.header('access-control-request-method')) {
      headers['access-control-allow-methods'] = allow;
      headers['access-control-allow-headers'] = allowedHeaders;
      headers['access-control-max-age'] = '7200';
    }
  }
  return c.body(null, 204, headers);
}

/** Lets browsers of every origin use the API, always without cookies: keys are sent in headers. */
export function openToOrigins(c: Context<Env>, headers: Headers): void {
  if (!isOpen(c.req.path)) return;
  headers.set('access-control-allow-origin', '*');
  headers.set('access-control-expose-headers', exposedHeaders);
}
