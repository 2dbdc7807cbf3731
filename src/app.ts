import { Hono } from 'hono';
import { ApiError } from './errors.js';
import { schema } from './graphql/schema.js';
import { tracedOperations } from './graphql/traced.js';
import { graphqlRefusal, publicError } from './graphql/yoga.js';
import { mountPages } from './pages/pages.js';
import { refuseAmbiguous } from './rest/ambiguous.js';
import { boundedBody } from './rest/body.js';
import { compress } from './rest/compress.js';
import { cors } from './rest/cors.js';
import { countedCall } from './rest/counted-call.js';
import { mountRest } from './rest/edge.js';
import { mountEvidence, uploadDoors } from './rest/evidence.js';
import { mountGraphQL } from './rest/graphql.js';
import { securityHeaders } from './rest/headers.js';
import { allowedMethods } from './rest/methods.js';
import { negotiate } from './rest/negotiate.js';
import { observe } from './rest/observe.js';
import { openApiDocument } from './rest/openapi.js';
import { problemResponse } from './rest/problem.js';
import { restLimits } from './rest/rate-limit.js';
import { refusedInput } from './rest/refused-input.js';
import { mountReports } from './rest/report.js';
import type { Env } from './rest/request.js';
import { mountSiteChecks } from './rest/site-check.js';
import { refuseWhileSilent } from './rest/store-silence.js';
import { traceRequests } from './rest/trace.js';
import type { Services } from './services.js';

const urlBytesMax = 8 * 1024;

/** The whole service as one fetch handler; it never listens. */
export function createApp(services: Services) {
  const app = new Hono<Env>();
  const { tracing } = services;

  if (tracing) app.use(traceRequests(tracing));
  app.use(observe(services));
  app.use(securityHeaders(services));
  app.use(compress);
  app.use(cors(() => app.routes));
  app.use(refuseAmbiguous);
  if (services.storeSilentMs) app.use(refuseWhileSilent(services.storeSilentMs));
  app.use(async (c, next) => {
    if (c.req.url.length > urlBytesMax) throw new ApiError('uri_too_long');
    await next();
  });
  app.use('/v1/*', boundedBody(uploadDoors.map((door) => door.path)));
  app.use('/v1/*', negotiate);
  app.use('/v1/*', restLimits(countedCall()));

  mountGraphQL(app, schema, tracing ? [tracedOperations(tracing)] : []);
  mountPages(app);
  mountEvidence(app);
  mountReports(app);
  mountSiteChecks(app);
  const { view } = mountRest(app, schema);
  let openapi: string | undefined;
  app.get('/openapi.json', (c) => {
    openapi ??= JSON.stringify(openApiDocument(view, services.baseUrl));
    return c.body(openapi, 200, { 'content-type': 'application/json' });
  });

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
    if (c.req.path === '/graphql') return graphqlRefusal(error, { services, requestId });
    const refusal = publicError(error, { services, requestId });
    return (
      refusedInput(refusal) ?? problemResponse(refusal, requestId, new URL(c.req.url).pathname)
    );
  });

  return app;
}
