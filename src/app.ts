import { Hono } from 'hono';
import { endpoints } from './endpoints.js';
import { ApiError, errorText } from './errors.js';
import { mountGraphQL } from './graphql/http.js';
import { schema } from './graphql/schema.js';
import { tracedOperations } from './graphql/traced.js';
import { graphqlErrorResponse } from './graphql/yoga.js';
import { rejectAmbiguous } from './http/ambiguous.js';
import { boundedBody, identityBody } from './http/body.js';
import { completeAnswers } from './http/complete-answers.js';
import { type FixedText, fixedText } from './http/fixed-text.js';
import { urlBytesMax, urlTooLong } from './http/limits.js';
import { allowedMethods } from './http/methods.js';
import { negotiate } from './http/negotiate.js';
import { observe } from './http/observe.js';
import { limitPages } from './http/page-limits.js';
import { mountProbes } from './http/probes.js';
import { problemResponse } from './http/problem.js';
import { restLimits } from './http/rate-limit.js';
import type { Env } from './http/request.js';
import { mountSmsWebhook } from './http/sms-webhook.js';
import { rejectWhileSilent } from './http/store-silence.js';
import { mountStripeWebhook } from './http/stripe-webhook.js';
import { traceRequests } from './http/trace.js';
import { mountMcp } from './mcp/http.js';
import { requestedLanguage } from './messages/accept-language.js';
import { mountEventStream } from './modules/event/event-stream.rest.js';
import { graphiqlPage } from './pages/graphiql.js';
import { mountPages } from './pages/pages.js';
import { errorPage, unknownPage } from './pages/unknown.js';
import { publicError } from './public-error.js';
import { countedCall } from './rest/counted-call.js';
import { mountRest } from './rest/edge.js';
import { endpointPaths, mountEndpoints, streamedPaths } from './rest/endpoints/mount.js';
import type { AnswerExamples } from './rest/openapi/examples.js';
import { openApiDocument } from './rest/openapi/openapi.js';
import { rejectedInput } from './rest/rejected-input.js';
import { eventStreamPaths } from './rest/routes.js';
import { restApiOf } from './rest/sofa.js';
import type { Services } from './services.js';

/**
 * The service as one fetch handler, without a listener.
 *
 * @param examples reads the response examples for /openapi.json when it is first requested
 */
export function createApp(services: Services, examples: () => AnswerExamples = () => ({})) {
  const app = new Hono<Env>();
  const { tracing } = services;
  const isEndpointPath = endpointPaths(endpoints);

  if (tracing) app.use(traceRequests(tracing));
  app.use(observe(services));
  app.use(completeAnswers(services, () => app.routes));
  app.use(rejectAmbiguous);
  if (services.storeSilentMs) app.use(rejectWhileSilent(services.storeSilentMs));
  app.use(async (c, next) => {
    if (c.req.url.length > urlBytesMax) throw new ApiError('uri_too_long', urlTooLong);
    await next();
  });
  app.use(limitPages);
  app.use(identityBody);
  app.use('/v1/*', boundedBody(streamedPaths(endpoints)));
  app.use('/v1/*', negotiate(eventStreamPaths()));
  app.use('/v1/*', restLimits(countedCall(endpoints)));

  mountGraphQL(app, schema, {
    plugins: tracing ? [tracedOperations(tracing)] : [],
    page: graphiqlPage,
  });
  mountPages(app, restApiOf(schema).represent);
  mountProbes(app);
  mountStripeWebhook(app);
  mountSmsWebhook(app);
  mountEventStream(app, publicError);
  const api = mountRest(app, schema);
  mountEndpoints(app, api, endpoints);
  mountMcp(app, api.view, publicError);
  let openapi: FixedText | undefined;
  app.get('/openapi.json', (c) => {
    if (!openapi) {
      const document = openApiDocument(api.view, endpoints, examples(), services.baseUrl);
      openapi = fixedText(new TextEncoder().encode(JSON.stringify(document)));
    }
    return openapi.respond(c, { 'content-type': 'application/json' });
  });

  app.notFound((c) => {
    const allow = allowedMethods(app.routes, c.req.path);
    if (allow.length > 0) {
      const detail = errorText('error.allowed_methods', {
        path: c.req.path,
        methods: allow.join(', '),
      });
      throw new ApiError('method_not_allowed', detail, { headers: { allow: allow.join(', ') } });
    }
    const page = isEndpointPath(c.req.path) ? null : unknownPage(c);
    if (page) return page;
    throw new ApiError('not_found', errorText('error.path'));
  });

  app.onError((error, c) => {
    const requestId = c.get('requestId');
    const acceptLanguage = c.req.header('accept-language') ?? null;
    if (c.req.path === '/graphql') {
      return graphqlErrorResponse(error, { services, requestId, acceptLanguage });
    }
    const rejection = publicError(error, { services, requestId });
    const url = new URL(c.req.url);
    return (
      rejectedInput(rejection, url) ??
      (isEndpointPath(c.req.path) ? null : errorPage(c, rejection)) ??
      problemResponse(rejection, requestId, url.pathname, requestedLanguage(acceptLanguage))
    );
  });

  return app;
}
