import type { MiddlewareHandler } from 'hono';
import type { Tracing } from '../tracing/tracing.js';
import { routeOf } from './methods.js';
import { loggedPath } from './observe.js';
import { addressOf, type Env } from './request.js';

/** Records each request as a span, following OpenTelemetry's semantic conventions for HTTP. */
export function traceRequests(tracing: Tracing): MiddlewareHandler<Env> {
  return (c, next) =>
    tracing.serve(
      (name) => c.req.header(name),
      c.req.method,
      async (span) => {
        await next();
        const { method, path } = c.req;
        const { status } = c.res;
        const route = routeOf(c);
        const { protocol, hostname, port } = new URL(c.req.url);
        if (route) span.rename(`${method} ${route}`);
        span.set({
          'http.request.method': method,
          ...(route && { 'http.route': route }),
          'url.scheme': protocol.slice(0, -1),
          'url.path': loggedPath(path),
          'server.address': hostname,
          ...(port && { 'server.port': Number(port) }),
          'client.address': addressOf(c),
          'http.response.status_code': status,
          'http.response.header.request-id': [c.get('requestId')],
        });
        if (status >= 500) span.fail(String(status));
      },
    );
}
