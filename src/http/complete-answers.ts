import type { Context, MiddlewareHandler } from 'hono';
import type { Services } from '../services.js';
import { bufferBody } from './compress.js';
import { openToOrigins, optionsResponse } from './cors.js';
import type { Mounted } from './methods.js';
import { problemResponse } from './problem.js';
import type { Env } from './request.js';
import { tooMuchUnsent, UnsentResponses } from './unsent.js';

/** Fields of every answer that does not bring its own, by lower-case name. */
function ownFields(baseUrl: string): [name: string, value: string][] {
  const isHttps = baseUrl.startsWith('https:');
  return Object.entries({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000' }),
    // Answers are for who asked; what may be kept says so itself.
    'cache-control': 'no-store',
  });
}

/** Replaces the response by an error; headers that every response has stay. */
function rejectUnsent(c: Context<Env>): void {
  const { headers } = c.res;
  for (const name of ['content-encoding', 'content-length', 'etag', 'link', 'last-modified']) {
    headers.delete(name);
  }
  const problem = problemResponse(tooMuchUnsent(), c.get('requestId'), new URL(c.req.url).pathname);
  for (const [name, value] of problem.headers) headers.set(name, value);
  headers.set('cache-control', 'no-store');
  c.res = undefined;
  c.res = new Response(problem.body, { status: problem.status, headers });
}

/**
 * Completes the header fields of every answer, and compresses texts for clients that take it. The last
 * answer on a connection says so.
 *
 * @param routes what is mounted, read when it is asked for
 */
export function completeAnswers(
  services: Services,
  routes: () => readonly Mounted[],
): MiddlewareHandler<Env> {
  const own = ownFields(services.baseUrl);
  const unsent = new UnsentResponses();
  return async (c, next) => {
    c.set('unsent', unsent);
    const options = c.req.method === 'OPTIONS' ? optionsResponse(c, routes()) : null;
    if (options) c.res = options;
    else await next();
    const { headers } = c.res;
    if (!options) openToOrigins(c, headers);
    for (const [name, value] of own) if (!headers.has(name)) headers.set(name, value);
    if (services.stopping) headers.set('connection', 'close');
    headers.set('request-id', c.get('requestId'));
    const bytes = await bufferBody(c);
    if (!(await unsent.admit(c, bytes))) rejectUnsent(c);
  };
}
