import { Hono } from 'hono';
import { ApiError } from './errors.js';
import { schema } from './graphql/schema.js';
import { createGraphQL, publicError } from './graphql/yoga.js';
import { graphiqlResponse, wantsGraphiQL } from './pages/graphiql.js';
import { mountPages } from './pages/pages.js';
import { checkDeclaredLength, jsonBodyBytesMax } from './rest/body.js';
import { mountRest } from './rest/edge.js';
import { mountEvidence } from './rest/evidence.js';
import { allowedMethods } from './rest/methods.js';
import { problemResponse } from './rest/problem.js';
import { refusedInput } from './rest/refused-input.js';
import { mountReports } from './rest/report.js';
import { contextOf, type Env, requestIdOf } from './rest/request.js';
import type { Services } from './services.js';

const urlBytesMax = 8 * 1024;

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
};

/** The whole service as one fetch handler; it never listens. */
export function createApp(services: Services) {
  const app = new Hono<Env>();
  const graphql = createGraphQL(schema);

  app.use(async (c, next) => {
    const started = performance.now();
    const requestId = requestIdOf(c.req.header('request-id'));
    c.set('requestId', requestId);
    c.set('services', services);
    await next();
    c.res.headers.set('request-id', requestId);
    for (const [name, value] of Object.entries(securityHeaders)) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    }
    const ms = Math.round(performance.now() - started);
    // The path without its query: that may carry an access token.
    services.log.info(
      { requestId, method: c.req.method, path: c.req.path, status: c.res.status, ms },
      'request',
    );
  });

  app.use(async (c, next) => {
    if (c.req.url.length > urlBytesMax) throw new ApiError('uri_too_long');
    await next();
  });

  app.all('/graphql', async (c, next) => {
    if (!['GET', 'HEAD', 'POST', 'OPTIONS'].includes(c.req.method)) return next();
    if (wantsGraphiQL(c.req.raw)) return graphiqlResponse(c);
    checkDeclaredLength(c.req.raw, jsonBodyBytesMax);
    const ctx = await contextOf(c);
    return graphql.fetch(c.req.raw, ctx);
  });

  mountPages(app);
  mountEvidence(app);
  mountReports(app);
  mountRest(app, schema);

  app.notFound((c) => {
    const allow = allowedMethods(app.routes, c.req.path);
    if (allow.length > 0) {
      const detail = `${c.req.path} answers ${allow.join(', ')}.`;
      throw new ApiError('method_not_allowed', detail, { headers: { allow: allow.join(', ') } });
    }
    throw new ApiError('not_found', 'There is nothing at this path.');
  });

  app.onError((error, c) => {
    const requestId = c.get('requestId');
    const refusal = publicError(error, { services, requestId });
    return refusedInput(refusal) ?? problemResponse(refusal, requestId, c.req.path);
  });

  return app;
}
