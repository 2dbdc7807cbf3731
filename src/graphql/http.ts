import type { GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Context, Hono } from 'hono';
import type { RequestContext, ResponseNotes } from '../context.js';
import { ApiError, type ErrorCode } from '../errors.js';
import { typeFor } from '../http/accepts.js';
import { reply } from '../http/answer.js';
import { jsonBodyBytesMax, readBody } from '../http/body.js';
import { varyOn } from '../http/plain-answer.js';
import { type CountedCall, countedContext, withinLimits } from '../http/rate-limit.js';
import type { Env } from '../http/request.js';
import { matchesTag, weakTag } from '../lib/etag.js';
import {
  createPersistedDocuments,
  documentHash,
  type PersistedDocuments,
} from './persisted-plugin.js';
import { calledOperations, type GivenOperation } from './root-fields.js';
import { createGraphQL, graphqlRefusal } from './yoga.js';
import { YogaAnswer } from './yoga-answer.js';

/** What answers, and the documents that a request may name by their hash. */
interface Face {
  graphql: ReturnType<typeof createGraphQL>;
  documents: PersistedDocuments;
}

const notAcceptable: [ErrorCode, string] = [
  'not_acceptable',
  'Accept application/graphql-response+json or application/json; for a subscription text/event-stream.',
];

/** What yoga says without a body, by status. */
const bareRefusals: Partial<Record<number, [ErrorCode, string]>> = {
  405: ['method_not_allowed', 'GET runs queries only; send mutations by POST.'],
  406: notAcceptable,
  415: ['unsupported_media_type', 'Send application/json.'],
};

const noOperation = 'The body names no operation; give it as query.';

/** A request as yoga takes it: nothing of it has to be read again. */
interface Call {
  url: string;
  init: { method: string; headers: Headers; body?: string };
}

/** @throws ApiError `bad_request` for what yoga would answer 500 to, in the words of its parser */
function checkQuery(query: Record<string, string>): void {
  for (const name of ['variables', 'extensions']) {
    try {
      JSON.parse(query[name] || 'null');
    } catch {
      throw new ApiError('bad_request', `The query parameter ${name} is not valid JSON.`);
    }
  }
}

const mediaTypes = ['application/graphql-response+json', 'application/json', 'text/event-stream'];

/**
 * The headers as yoga takes them: nothing is answered in parts, which yoga would do for a client that
 * also takes `multipart/mixed`.
 *
 * @throws ApiError `not_acceptable`, before anything runs
 */
function acceptable(given: Headers): Headers {
  const accept = given.get('accept') ?? undefined;
  if (typeFor(accept, mediaTypes) === null) throw new ApiError(...notAcceptable);
  if (!accept || !/multipart/i.test(accept)) return given;
  const headers = new Headers(given);
  const others = accept.split(',').filter((range) => !/^\s*multipart\//i.test(range));
  headers.set('accept', others.join(','));
  return headers;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** @throws ApiError `bad_request` for what no client can have meant: it would be stored with characters replaced */
function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new ApiError('bad_request', 'The body is not valid text.');
  }
}

/** The request with its body read within the limit; yoga would read any length. */
async function bounded(c: Context<Env>): Promise<Call> {
  const request = c.req.raw;
  const { url } = request;
  // A HEAD is answered as its GET; the app leaves the body out.
  if (request.method !== 'POST') {
    return { url, init: { method: 'GET', headers: acceptable(request.headers) } };
  }
  const bytes = await readBody(request, jsonBodyBytesMax);
  c.set('body', bytes);
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new ApiError('unsupported_media_type', 'Send application/json.');
  }
  const headers = acceptable(request.headers);
  return { url, init: { method: 'POST', headers, body: textOf(bytes) } };
}

/** A stream of events, handed through as it comes; proxies are asked to do the same. */
async function streamed(
  c: Context<Env>,
  body: ReadableStream,
  { status, headers: fields }: YogaAnswer,
): Promise<Response> {
  // Yoga names a coding and a connection of its own, which are no business of the answer.
  for (const name of ['content-encoding', 'connection']) fields.delete(name);
  fields.set('x-accel-buffering', 'no');
  const init = { status, headers: Object.fromEntries(fields) };
  if (c.req.method !== 'HEAD') return new Response(body, init);
  // Nobody reads it.
  await body.cancel();
  return new Response(null, init);
}

/** Yoga's answer with what the operation noted; that to a GET is tagged. */
function rendered(
  c: Context<Env>,
  given: YogaAnswer,
  { headers: noted, cookies }: ResponseNotes,
): Response | Promise<Response> {
  const { status, headers: fields, body: text } = given;
  if (text instanceof ReadableStream) return streamed(c, text, given);
  for (const [name, value] of Object.entries(noted)) fields.set(name, value);
  const body = text === null ? null : Buffer.from(text);
  const answer = { status, body, fields, cookies };
  if (c.req.method === 'POST' || status !== 200 || body === null) return reply(c, answer);
  const tag = weakTag(body);
  fields.set('etag', tag);
  if (!fields.has('cache-control')) fields.set('cache-control', 'private, no-cache');
  varyOn(fields, 'Accept');
  if (!matchesTag(c.req.header('if-none-match'), tag)) return reply(c, answer);
  fields.delete('content-type');
  return reply(c, { ...answer, status: 304, body: null });
}

/** The parameters of a request as yoga reads them. @throws SyntaxError */
function paramsOf(c: Context<Env>, text: string): GivenOperation & { extensions?: unknown } {
  if (c.req.method === 'POST') return JSON.parse(text) ?? {};
  const { query, operationName, variables, extensions } = c.req.query();
  return {
    // An empty one is none: the hash counts.
    query: query || undefined,
    operationName,
    variables: variables ? JSON.parse(variables) : undefined,
    extensions: extensions ? JSON.parse(extensions) : undefined,
  };
}

/** What a request gives, as far as it can be read; a document that it only names is looked up. */
function givenBy(c: Context<Env>, text: string, documents: PersistedDocuments): GivenOperation {
  try {
    const { extensions, ...given } = paramsOf(c, text);
    const hash = documentHash(extensions);
    if (given.query != null || hash === null) return given;
    return { ...given, query: documents.get(hash) };
  } catch {
    return {};
  }
}

/**
 * The operations that a request calls, as far as limits go. The query of a key alone is one read,
 * which is known without parsing it; the word `mutation` may also be escaped in the JSON text.
 */
function callsOf(
  c: Context<Env>,
  text: string,
  { caller }: RequestContext,
  documents: PersistedDocuments,
): CountedCall[] {
  // With a session the tokens of a query count: anybody can have one.
  const keyAlone = caller.viewer.kind === 'api_key' && caller.session.kind === 'no_session';
  if (keyAlone && !/mutation|\\u/.test(text)) return [];
  return calledOperations(givenBy(c, text, documents), caller.bearer).map(({ op, given }) => ({
    name: op.name,
    access: op.access,
    writes: op.kind === 'mutation',
    limit: op.limit,
    repeats: op.repeats,
    given,
  }));
}

async function answer(c: Context<Env>, { graphql, documents }: Face): Promise<Response> {
  const { url, init } = await bounded(c);
  if (init.method === 'GET') checkQuery(c.req.query());
  const text = init.body ?? '';
  const ctx = await countedContext(c);
  const run = async () => {
    // Given one context, yoga would make it the prototype of its own, a shape that lives until the next full
    // garbage collection and keeps the request; given two, it copies them.
    const given: unknown = await graphql.fetch(url, init, ctx, {});
    // A body with a status and headers is what yoga takes for an answer, and hands back.
    if (!(given instanceof YogaAnswer)) {
      return graphqlRefusal(new ApiError('bad_request', noOperation), ctx);
    }
    const bare = bareRefusals[given.status];
    if (!bare) return rendered(c, given, ctx.notes);
    // The refusal takes the place of a stream that nobody would end.
    if (given.body instanceof ReadableStream) await given.body.cancel();
    const refusal = graphqlRefusal(new ApiError(...bare), ctx);
    const allow = given.headers.get('allow');
    if (allow) refusal.headers.set('allow', allow);
    return refusal;
  };
  return withinLimits(c, ctx, callsOf(c, text, ctx, documents), run, () => ctx.notes.refusals);
}

export interface GraphQLMount {
  plugins?: Plugin<RequestContext>[];
  /** The page for a browser that asks for no operation; null for every other request. */
  page(c: Context<Env>): Promise<Response> | null;
}

/** Puts the GraphQL face on the app. */
export function mountGraphQL(
  app: Hono<Env>,
  schema: GraphQLSchema,
  { plugins = [], page }: GraphQLMount,
): void {
  const documents = createPersistedDocuments();
  const face = { graphql: createGraphQL(schema, documents, plugins), documents };
  app.on(['GET', 'POST'], '/graphql', (c) => page(c) ?? answer(c, face));
}
