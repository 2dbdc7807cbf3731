import type { Context, MiddlewareHandler } from 'hono';
import { requestedLanguage } from '../messages/accept-language.js';
import type { Services } from '../services.js';
import { bufferBody } from './compress.js';
import { openToOrigins, optionsResponse } from './cors.js';
import type { Mounted } from './methods.js';
import { problemResponse } from './problem.js';
import type { Env } from './request.js';
import { tooMuchUnsent, UnsentResponses } from './unsent.js';

/** Returns the default header fields of every response, by lower-case name. */
function ownFields(baseUrl: string): [name: string, value: string][] {
  const isHttps = baseUrl.startsWith('https:');
  return Object.entries({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000' }),
    // Responses are for one caller by default; cacheable ones override this.
    'cache-control': 'no-store',
  });
}

/** Replaces the response with an error; headers that every response has stay. */
function rejectUnsent(c: Context<Env>): void {
  const { headers } = c.res;
  for (const name of ['content-encoding', 'content-length', 'etag', 'link', 'last-modified']) {
    headers.delete(name);
  }
  const { pathname } = new URL(c.req.url);
  const language = requestedLanguage(c.req.header('accept-language'));
  const problem = problemResponse(tooMuchUnsent(), c.get('requestId'), pathname, language);
  for (const [name, value] of problem.headers) headers.set(name, value);
  headers.set('cache-control', 'no-store');
  c.res = undefined;
  c.res = new Response(problem.body, { status: problem.status, headers });
}

/**
 * Completes the headers of every response, and compresses text for clients that accept it. Marks the last response on a
 * connection.
 *
 * @param routes the mounted routes, read when needed
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
