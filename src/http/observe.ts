import type { Context, MiddlewareHandler } from 'hono';
import { ApiError } from '../errors.js';
import type { Services } from '../services.js';
import { routeOf } from './methods.js';
import { addressOf, type Env, requestIdOf } from './request.js';

const loggedPathMax = 256;

/**
 * The path as the log may have it, at most 256 characters: that of a checkout page is itself a secret,
 * and what is longer than an id may be a token that stands where it does not belong.
 */
export function loggedPath(path: string): string {
  if (path.startsWith('/checkout/')) return '/checkout/…';
  const logged = path.replace(/\/[^/]{37,}/g, '/…');
  return logged.length > loggedPathMax ? `${logged.slice(0, loggedPathMax - 1)}…` : logged;
}

/**
 * Gives each request its id, and logs it when it is answered. The log has the path without its
 * query, and never a header: those may carry secrets.
 */
export function observe(services: Services): MiddlewareHandler<Env> {
  const { metrics, tracing } = services;
  // The fields of the line are chosen below: there is nothing to look for in them.
  const log = services.log.child({}, { redact: [] });

  async function logRequest(c: Context<Env>, seconds: number, address: string): Promise<void> {
    const { method, path } = c.req;
    const { status } = c.res;
    const route = routeOf(c) ?? 'none';
    metrics.requestEnded({ method, route, status }, seconds);
    // Who asks is not waited for: where the store hangs it is not known yet.
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
    // A socket that is closed behind the answer no longer has one.
    const address = addressOf(c);
    // The answer does not wait for its line.
    setImmediate(() => {
      logRequest(c, seconds, address).catch((err) =>
        log.error({ err }, 'a request was not logged'),
      );
    });
  };
}
