import type { GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context, Hono } from 'hono';
import type { RequestContext, ResponseNotes } from '../context.js';
import { ApiError, type ErrorCode, type ErrorText, errorText } from '../errors.js';
import { typeFor } from '../http/accepts.js';
import { jsonBodyBytesMax, readBody } from '../http/body.js';
import { nameLanguage, varyOn } from '../http/headers.js';
import { type CountedCall, countedContext, withinLimits } from '../http/rate-limit.js';
import type { Env } from '../http/request.js';
import { matchesTag, weakTag } from '../lib/etag.js';
import { writesOf } from '../operation.js';
import { createDocuments, type Documents } from './documents.js';
import {
  type GraphQLContext,
  type GraphQLRequest,
  type MultipartUse,
  readGraphQLRequest,
} from './request.js';
import { calledOperations } from './root-fields.js';
import { createGraphQL, graphqlErrorResponse } from './yoga.js';

/** The engine that runs requests, and its document cache. */
interface Api {
  graphql: ReturnType<typeof createGraphQL>;
  documents: Documents;
}

const notAcceptable: [ErrorCode, ErrorText] = ['not_acceptable', errorText('error.accept_graphql')];

/** Errors for responses of yoga without a body, by status. */
const bareErrors: Partial<Record<number, [ErrorCode, ErrorText]>> = {
  405: ['method_not_allowed', errorText('error.queries_by_get')],
  406: notAcceptable,
  415: ['unsupported_media_type', errorText('error.send_json')],
};

const noOperation = errorText('error.no_operation');

/** A request for yoga, with its body already read. */
interface Call {
  url: string;
  init: { method: string; headers: Headers; body?: string };
  multipart: MultipartUse;
}

const multipartType = 'multipart/mixed';
const multipartRanges = /(?:^|,)\s*multipart\/mixed\s*;[^,]*/gi;

/**
 * Determines from an Accept header which results are sent with Apollo's multipart subscription protocol, version 1.0.
 *
 * @param others the other supported media types
 */
function multipartUse(accept: string | undefined, others: readonly string[]): MultipartUse {
  const named = accept
    ?.match(multipartRanges)
    ?.some((range) => /subscriptionSpec="?1\.0/i.test(range));
  if (!named || typeFor(accept, [multipartType]) === null) return { streams: false, single: false };
  return {
    streams: typeFor(accept, [multipartType, 'text/event-stream']) === multipartType,
    single: typeFor(accept, others) === null,
  };
}

const mediaTypes = ['application/graphql-response+json', 'application/json', 'text/event-stream'];

/**
 * Returns the headers without the ranges of `multipart`. With them, yoga would send every result in parts, and it does
 * not support the subscription protocol.
 *
 * @throws ApiError `not_acceptable`, before anything runs
 */
function acceptable(given: Headers): Pick<Call, 'multipart'> & { headers: Headers } {
  const accept = given.get('accept') ?? undefined;
  const multipart = multipartUse(accept, mediaTypes);
  if (!multipart.single && typeFor(accept, mediaTypes) === null) {
    throw new ApiError(...notAcceptable);
  }
  if (!accept || !/multipart/i.test(accept)) return { headers: given, multipart };
  const headers = new Headers(given);
  const others = accept.split(',').filter((range) => !/^\s*multipart\//i.test(range));
  headers.set('accept', others.join(',') || '*/*');
  return { headers, multipart };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Decodes a body.
 *
 * @throws ApiError `bad_request` for invalid UTF-8, which would otherwise be stored with replacement characters
 */
function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new ApiError('bad_request', errorText('error.not_text'));
  }
}

/** Returns the request after reading its body within the limit, which yoga does not enforce. */
async function bounded(c: Context<Env>): Promise<Call> {
  const request = c.req.raw;
  const { url } = request;
  // A HEAD is handled like its GET; the app omits the body.
  if (request.method !== 'POST') {
    const { headers, multipart } = acceptable(request.headers);
    return { url, init: { method: 'GET', headers }, multipart };
  }
  const bytes = await readBody(request, jsonBodyBytesMax);
  c.set('body', bytes);
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new ApiError('unsupported_media_type', errorText('error.send_json'));
  }
  const { headers, multipart } = acceptable(request.headers);
  return { url, init: { method: 'POST', headers, body: textOf(bytes) }, multipart };
}

/** Removes yoga's own fields from a stream's headers, and asks proxies not to buffer it. */
async function streamed(c: Context<Env>, response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  for (const name of ['content-encoding', 'connection']) headers.delete(name);
  headers.set('x-accel-buffering', 'no');
  const { status } = response;
  if (c.req.method !== 'HEAD') return new Response(response.body, { status, headers });
  await response.body?.cancel();
  return new Response(null, { status, headers });
}

const isStream = ({ headers }: Response) =>
  /^(text\/event-stream|multipart\/mixed)/.test(headers.get('content-type') ?? '');

/** Returns yoga's response with the headers and cookies of the operation. The response to a GET has an entity tag. */
async function rendered(
  c: Context<Env>,
  response: Response,
  { headers: noted, cookies, language }: ResponseNotes,
): Promise<Response> {
  const { headers, status } = response;
  if (language !== null) nameLanguage(headers, language);
  if (isStream(response)) return streamed(c, response);
  for (const [name, value] of Object.entries(noted)) headers.set(name, value);
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  const body = await response.text();
  headers.set('content-length', String(Buffer.byteLength(body)));
  if (c.req.method === 'POST' || status !== 200) return new Response(body, { status, headers });
  const tag = weakTag(body);
  headers.set('etag', tag);
  if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-cache');
  varyOn(headers, 'Accept');
  if (!matchesTag(c.req.header('if-none-match'), tag)) return new Response(body, { headers });
  headers.delete('content-type');
  headers.delete('content-length');
  return new Response(null, { status: 304, headers });
}

/** Returns the operations that a request calls, for rate limiting. */
const callsOf = (request: GraphQLRequest, { caller }: RequestContext): CountedCall[] =>
  calledOperations(request, caller.bearer).map(({ op, given }) => ({
    name: op.name,
    access: op.access,
    writes: op.kind === 'mutation',
    units: () => writesOf(op, () => given.args),
    limit: op.limit,
    repeats: op.repeats,
    given,
  }));

async function answer(c: Context<Env>, { graphql, documents }: Api): Promise<Response> {
  const { url, init, multipart } = await bounded(c);
  const ctx = await countedContext(c);
  const request = readGraphQLRequest(c.req.query(), init.body, ctx, documents);
  const run = async () => {
    const context: GraphQLContext = { ...ctx, graphql: request, multipart };
    const response: unknown = await graphql.fetch(url, init, context);
    // Yoga takes a body with a status and headers for a response and returns it.
    if (!(response instanceof graphql.fetchAPI.Response)) {
      return graphqlErrorResponse(new ApiError('bad_request', noOperation), ctx);
    }
    const bare = bareErrors[response.status];
    if (!bare) return rendered(c, response, ctx.notes);
    // No client reads a stream that is replaced by an error.
    await response.body?.cancel();
    const rejection = graphqlErrorResponse(new ApiError(...bare), ctx);
    const allow = response.headers.get('allow');
    if (allow) rejection.headers.set('allow', allow);
    return rejection;
  };
  return withinLimits(c, ctx, callsOf(request, ctx), run, () => ctx.notes.errors);
}

export interface GraphQLMount {
  plugins?: Plugin<RequestContext>[];
  /** Returns the page for a browser that requests no operation; null for any other request. */
  page(c: Context<Env>): Promise<Response> | null;
}

/** Mounts the GraphQL API on the app. */
export function mountGraphQL(
  app: Hono<Env>,
  schema: GraphQLSchema,
  { plugins = [], page }: GraphQLMount,
): void {
  const documents = createDocuments();
  const api = { graphql: createGraphQL(schema, documents, plugins), documents };
  app.on(['GET', 'POST'], '/graphql', (c) => page(c) ?? answer(c, api));
}
