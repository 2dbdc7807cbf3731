import type { MiddlewareHandler } from 'hono';
import { allowedMethods, type Mounted } from './methods.js';
import type { Env } from './request.js';

/**
 * What is for programs of any origin; the pages beside it, and what sessions open, are for our own alone.
 * /mcp judges the origin itself.
 */
const openPaths =
  /^\/(v1\/(?!customer\/)|graphql$|mcp$|openapi\.json$|\.well-known\/|(sandbox\/)?(media|log)\/|console\/config$|errors\/|healthz$|readyz$)/;

const allowedHeaders =
  'X-API-Key, Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Mcp-Protocol-Version, Range, Request-Id';
const exposedHeaders =
  'Request-Id, ETag, Link, Location, Allow, RateLimit, RateLimit-Policy, Retry-After, Idempotent-Replayed, WWW-Authenticate, Content-Disposition, Content-Range';

/**
 * Lets browsers of every origin use the interface, always without cookies: keys travel in headers.
 * OPTIONS answers for every path there is, preflight or not.
 *
 * @param routes what is mounted, read when it is asked for
 */
export function cors(routes: () => readonly Mounted[]): MiddlewareHandler<Env> {
  return async (c, next) => {
    const open = openPaths.test(c.req.path);
    if (c.req.method === 'OPTIONS') {
      const allow = allowedMethods(routes(), c.req.path).join(', ');
      if (!allow) return next();
      const headers: Record<string, string> = { allow };
      if (open && c.req.header('access-control-request-method')) {
        headers['access-control-allow-methods'] = allow;
        headers['access-control-allow-headers'] = allowedHeaders;
        headers['access-control-max-age'] = '7200';
      }
      if (open) headers['access-control-allow-origin'] = '*';
      return c.body(null, 204, headers);
    }
    await next();
    if (!open) return;
    c.res.headers.set('access-control-allow-origin', '*');
    c.res.headers.set('access-control-expose-headers', exposedHeaders);
  };
}
