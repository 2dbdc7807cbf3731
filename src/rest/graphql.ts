import type { GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context, Hono } from 'hono';
import type { RequestContext } from '../context.js';
import { ApiError, type ErrorCode } from '../errors.js';
import { countMutations } from '../graphql/effect.js';
import { createGraphQL, graphqlRefusal } from '../graphql/yoga.js';
import { matchesTag, weakTag } from '../lib/etag.js';
import { graphiqlResponse, wantsGraphiQL } from '../pages/graphiql.js';
import { jsonBodyBytesMax, readBody } from './body.js';
import { withinLimits } from './rate-limit.js';
import { contextOf, type Env } from './request.js';

type GraphQL = ReturnType<typeof createGraphQL>;

/** What yoga says without a body, by status. */
const bareRefusals: Partial<Record<number, [ErrorCode, string]>> = {
  405: ['method_not_allowed', 'GET runs queries only; send mutations by POST.'],
  406: ['not_acceptable', 'Accept application/graphql-response+json or application/json.'],
  415: ['unsupported_media_type', 'Send application/json.'],
};

/** The request with its body read within the limit; yoga would read any length. */
async function bounded(request: Request): Promise<{ request: Request; text: string }> {
  const { headers } = request;
  // A HEAD is answered as its GET; the app leaves the body out.
  if (request.method === 'HEAD')
    return { request: new Request(request.url, { headers }), text: '' };
  if (request.method !== 'POST') return { request, text: '' };
  if (!/^application\/json\s*(;|$)/i.test(headers.get('content-type') ?? '')) {
    throw new ApiError('unsupported_media_type', 'Send application/json.');
  }
  const bytes = await readBody(request, jsonBodyBytesMax);
  const text = Buffer.from(bytes).toString('utf8');
  return { request: new Request(request.url, { method: 'POST', headers, body: text }), text };
}

/** An answer to a GET with the tag of its content, so that the client may keep it. */
async function tagged(c: Context<Env>, response: Response): Promise<Response> {
  const type = response.headers.get('content-type') ?? '';
  if (response.status !== 200 || !/json/.test(type)) return response;
  const text = await response.text();
  const headers = new Headers(response.headers);
  headers.set('etag', weakTag(text));
  headers.set('cache-control', 'private, no-cache');
  headers.append('vary', 'Accept');
  if (!matchesTag(c.req.header('if-none-match'), weakTag(text))) {
    return new Response(text, { headers });
  }
  headers.delete('content-type');
  headers.delete('content-length');
  return new Response(null, { status: 304, headers });
}

async function answer(c: Context<Env>, graphql: GraphQL): Promise<Response> {
  const { request, text } = await bounded(c.req.raw);
  const effect = countMutations(text);
  const ctx = await contextOf(c);
  const run = async () => {
    const response = await graphql.fetch(request, ctx);
    const bare = bareRefusals[response.status];
    if (!bare) return c.req.method === 'POST' ? response : tagged(c, response);
    const refusal = graphqlRefusal(new ApiError(...bare), ctx);
    const allow = response.headers.get('allow');
    if (allow) refusal.headers.set('allow', allow);
    return refusal;
  };
  return withinLimits(c, effect, run, () => ctx.notes.refusals);
}

/** Puts the GraphQL face on the app. */
export function mountGraphQL(
  app: Hono<Env>,
  schema: GraphQLSchema,
  plugins: Plugin<RequestContext>[] = [],
): void {
  const graphql = createGraphQL(schema, plugins);
  app.on(['GET', 'POST'], '/graphql', async (c) => {
    return wantsGraphiQL(c.req.raw) ? graphiqlResponse(c) : answer(c, graphql);
  });
}
