import type { Context, MiddlewareHandler } from 'hono';
import type { Services } from '../services.js';
import { fieldsOf, plainAnswer, send } from './answer.js';
import { codingOf, encoded } from './compress.js';
import { openToOrigins, optionsResponse } from './cors.js';
import type { Mounted } from './methods.js';
import type { Answer } from './plain-answer.js';
import { problemBody } from './problem.js';
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

/** The error sent in place of a response, with the fields that every response has. */
function refusalOf(c: Context<Env>, { fields }: Answer): Answer {
  const error = tooMuchUnsent();
  const { pathname } = new URL(c.req.url);
  const body = Buffer.from(JSON.stringify(problemBody(error, c.get('requestId'), pathname)));
  for (const name of ['content-encoding', 'content-length', 'etag', 'link', 'last-modified']) {
    fields.delete(name);
  }
  for (const [name, value] of Object.entries(error.headers)) fields.set(name, value);
  fields.set('content-type', 'application/problem+json');
  fields.set('cache-control', 'no-store');
  return { status: error.status, body, fields, cookies: [] };
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
    const fields = fieldsOf(c, c.res);
    if (!options) openToOrigins(c, fields);
    for (const [name, value] of own) if (!fields.has(name)) fields.set(name, value);
    if (services.stopping) fields.set('connection', 'close');
    fields.set('request-id', c.get('requestId'));
    const coding = codingOf(c, fields);
    const answer = coding === null ? plainAnswer(c, c.res) : await encoded(c, coding);
    if (answer) send(c, (await unsent.admit(c, answer)) ? answer : refusalOf(c, answer));
  };
}
