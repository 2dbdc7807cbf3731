import type { Context, MiddlewareHandler } from 'hono';
import { ApiError } from '../errors.js';
import type { Services } from '../services.js';
import { routeOf } from './methods.js';
import { addressOf, type Env, requestIdOf } from './request.js';

const loggedPathMax = 256;

/**
 * Returns the path for the log, at most 256 characters. The path of a checkout page is itself a secret, and a segment
 * longer than an id can be a misplaced token.
 */
export function loggedPath(path: string): string {
  if (path.startsWith('/checkout/')) return '/checkout/…';
  const logged = path.replace(/\/[^/]{37,}/g, '/…');
  return logged.length > loggedPathMax ? `${logged.slice(0, loggedPathMax - 1)}…` : logged;
}

/**
 * Assigns each request its id, and logs it after the response. The log has the path without its query, and never a
 * header, since those can contain secrets.
 */
export function observe(services: Services): MiddlewareHandler<Env> {
  const { metrics, tracing } = services;
  // The fields of the line are chosen below, so nothing needs redaction.
  const log = services.log.child({}, { redact: [] });

  async function logRequest(c: Context<Env>, seconds: number, address: string): Promise<void> {
    const { method, path } = c.req;
    const { status } = c.res;
    const route = routeOf(c) ?? 'none';
    metrics.requestEnded({ method, route, status }, seconds);
    // Does not wait for the caller, who is not known yet if the database hangs.
    const context = await Promise.race([c.get('context'), null]).catch(() => null);
    const viewer = context?.caller.viewer;
    log.info(
      {
        requestId: c.get('requestId'),
        ...tracing?.current(),
        method,
        path: loggedPath(path),
        route,
        status,
        ms: Math.round(seconds * 10_000) / 10,
        address,
        ...(viewer?.kind === 'api_key' && { keyId: viewer.keyId }),
        ...(c.error instanceof ApiError && { code: c.error.code }),
      },
      'request',
    );
  }

  return async (c, next) => {
    const started = performance.now();
    c.set('requestId', requestIdOf(c.req.header('request-id')));
    c.set('services', services);
    metrics.requestStarted();
    await next();
    const seconds = (performance.now() - started) / 1000;
    // Read here because a socket that closes after the response no longer has an address.
    const address = addressOf(c);
    // The response does not wait for its log line.
    setImmediate(() => {
      logRequest(c, seconds, address).catch((err) =>
        log.error({ err }, 'a request was not logged'),
      );
    });
  };
}
