import type { GraphQLSchema } from 'graphql';
import type { Context, Hono } from 'hono';
import type { z } from 'zod';
import { rejectTestKey } from '../access.js';
import type { Call, RequestContext } from '../context.js';
import { ApiError, errorText } from '../errors.js';
import { idempotencyHeader, idempotencyKeyOf, idempotent } from '../http/idempotency.js';
import { takesBody } from '../http/methods.js';
import { contextOf, type Env } from '../http/request.js';
import { matchesTag, weakTag } from '../lib/etag.js';
import { admit, restArgs } from '../operation.js';
import { jsonBodyOf } from './json-body.js';
import { validateRequest } from './pydantic/validate.js';
import { validationResponse } from './pydantic/validation-response.js';
import { isPaged, type RestRoute, restRoutes, routerPath } from './routes.js';
import { type RestApi, restApiOf } from './sofa.js';

/** Returns the `Link` to the next page: the request's URL with the new cursor. */
function nextLink(route: RestRoute, ctx: RequestContext, urlOf: () => URL): string | null {
  const { nextCursor } = ctx.notes;
  if (nextCursor === null) return null;
  const url = urlOf();
  const query = new URLSearchParams(url.search);
  query.set(route.cursor ?? 'cursor', nextCursor);
  return `<${ctx.services.baseUrl}${url.pathname}?${query}>; rel="next"`;
}

/** Returns the response of a documented path, or 304 if the client's copy is current. */
export function restAnswer(
  route: RestRoute,
  ctx: RequestContext,
  answer: unknown,
  c: EdgeRequest,
): Response {
  const body = JSON.stringify(answer);
  const { cookies, headers, replayed, etag, language } = ctx.notes;
  const fields: [string, string][] = Object.entries(headers);
  for (const cookie of cookies) fields.push(['set-cookie', cookie]);
  if (language !== null) {
    fields.push(['content-language', language], ['vary', 'Accept-Language']);
  }
  if (replayed) fields.push(['idempotent-replayed', 'true']);
  if (route.location) fields.push(['location', route.location(answer)]);
  const link = nextLink(route, ctx, c.url);
  if (link && isPaged(route)) fields.push(['link', link]);
  if (route.method === 'GET') {
    const tag = etag ?? weakTag(body);
    fields.push(['etag', tag]);
    if (!('cache-control' in headers)) fields.push(['cache-control', 'private, no-cache']);
    if (matchesTag(c.ifNoneMatch, tag)) return new Response(null, { status: 304, headers: fields });
  }
  fields.push(['content-type', 'application/json']);
  fields.push(['content-length', String(Buffer.byteLength(body))]);
  return new Response(body, { status: route.status, headers: fields });
}

interface EdgeRequest {
  /** Returns the parsed URL; called only to read a query or to link to the next page. */
  url: () => URL;
  ifNoneMatch: string | undefined;
}

/**
 * Returns the query of a request. If it has no access_token, the Bearer token is used instead, so that clients can keep
 * the secret out of the URL.
 */
export function withBearer(
  ctx: Pick<RequestContext, 'caller'>,
  schema: z.ZodObject,
  values: URLSearchParams,
): URLSearchParams {
  const { bearer } = ctx.caller;
  if (!('accessToken' in schema.shape) || bearer === null || values.has('access_token')) {
    return values;
  }
  const filled = new URLSearchParams(values);
  filled.set('access_token', bearer);
  return filled;
}

/**
 * Mounts the documented paths on the app. Each request passes these steps: body size, credential (401), scope (403),
 * validation (422), Idempotency-Key, then the GraphQL resolver, which checks existence and state.
 */
export function mountRest(app: Hono<Env>, schema: GraphQLSchema): RestApi {
  const api = restApiOf(schema);

  async function respond(
    c: Context<Env>,
    ctx: RequestContext,
    route: RestRoute,
    body: Uint8Array | null,
  ): Promise<Response> {
    let parsed: URL | undefined;
    const url = () => {
      parsed ??= new URL(c.req.url);
      return parsed;
    };
    const path: Record<string, string> = c.req.param();
    const idempotencyKey = idempotencyKeyOf(c, ctx);
    const { input, op } = route;
    const read = jsonBodyOf(c);
    const checked = validateRequest({
      ...(input &&
        !takesBody(route.method) && {
          query: { schema: input, values: withBearer(ctx, input, url().searchParams) },
        }),
      ...(idempotencyKey !== undefined && {
        header: { schema: idempotencyHeader, values: { 'idempotency-key': idempotencyKey } },
      }),
      ...(input && read && { body: { schema: input, read } }),
    });
    if (checked.outcome === 'unreadable') {
      throw new ApiError('bad_request', errorText('error.not_text_or_nested'));
    }
    if (checked.outcome === 'invalid') return validationResponse(checked.issues);
    const given = (checked.value.query ?? checked.value.body ?? {}) as Record<string, unknown>;
    const args = restArgs(op, route, { path, given });
    return idempotent(c, ctx, body, op.erases === true, async () => {
      const call = 'viewer' in ctx ? (ctx as Call) : await admit(op, ctx, args);
      const answered = await api.call(route, { ...call, args });
      const ifNoneMatch = c.req.header('if-none-match');
      return restAnswer(route, ctx, answered, { url, ifNoneMatch });
    });
  }

  for (const route of restRoutes()) {
    app.on(route.method, routerPath(route.path), async (c) => {
      const body = c.get('body') ?? null;
      const request = await contextOf(c);
      const { op } = route;
      rejectTestKey(op, request);
      const ctx = op.access.early ? await admit(op, request, {}) : request;
      return respond(c, ctx, route, body);
    });
  }
  return api;
}
