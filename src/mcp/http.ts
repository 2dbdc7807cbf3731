import type { GraphQLSchema } from 'graphql';
import type { Context, Hono } from 'hono';
import type { PublicError } from '../context.js';
import { ApiError, errorText } from '../errors.js';
import { typeFor } from '../http/accepts.js';
import { bearerOf } from '../http/authenticate.js';
import { jsonBodyBytesMax, readBody } from '../http/body.js';
import { countedContext, withinLimits } from '../http/rate-limit.js';
import type { Env } from '../http/request.js';
import { isDeeperThan } from '../lib/schema.js';
import { depthMax } from '../rest/pydantic/wire-json.js';
import { restTools } from './rest-tools.js';
import type { CallPath, Tool, ToolCaller } from './tool.js';
import { waitForJob } from './wait-for-job.js';

/** The headers that the MCP transport uses; it ignores session cookies. */
const readHeaders = ['content-type', 'mcp-protocol-version', 'x-forwarded-for'];

const isLoopback = ({ hostname }: URL) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);

/** @throws ApiError `origin_refused` for a page of another site, except on loopback */
function checkOrigin(origin: string | undefined, baseUrl: string): void {
  if (origin === undefined || origin === new URL(baseUrl).origin) return;
  if (URL.canParse(origin) && isLoopback(new URL(origin))) return;
  throw new ApiError('origin_refused', errorText('error.mcp_origin'), {
    hint: errorText('error.hint_mcp_origin'),
  });
}

/** Returns the request's API key: X-API-Key, else a Bearer token. An empty header counts as missing. */
const keyOf = (c: Context<Env>) =>
  c.req.header('x-api-key') || bearerOf(c.req.header('authorization')) || undefined;

/** Maximum number of messages in one request. */
const batchMax = 10;

interface Message {
  method?: unknown;
  params?: { name?: unknown };
}

/** Parses a body as JSON; undefined if it is invalid, which the transport reports. */
function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

const isMessage = (value: unknown): value is Message => typeof value === 'object' && value !== null;

/**
 * Returns the Accept header for the SDK's transport, which requires both of its media types although this service
 * responds with JSON only.
 */
const acceptFor = (given: string | undefined): string =>
  given !== undefined && typeFor(given, ['application/json']) === null
    ? given
    : 'application/json, text/event-stream';

const tooMany = () =>
  Response.json(
    {
      jsonrpc: '2.0',
      error: { code: -32600, message: `A request may have at most ${batchMax} messages.` },
      id: null,
    },
    { status: 400 },
  );

/** Returns every tool: the documented paths, and the wait for a job after the tool that reads one. */
function allTools(view: GraphQLSchema): Tool[] {
  return restTools(view).flatMap((tool) =>
    tool.listed.name === 'get_job' ? [tool, waitForJob(tool)] : [tool],
  );
}

/**
 * Mounts the Model Context Protocol on the app: streamable HTTP without sessions; each POST is answered with JSON. A
 * tool calls the REST path that it names.
 */
export function mountMcp(app: Hono<Env>, view: GraphQLSchema, publicError: PublicError): void {
  let tools: Tool[] | undefined;

  app.post('/mcp', async (c) => {
    checkOrigin(c.req.header('origin'), c.get('services').baseUrl);
    const raw = c.req.raw;
    const key = keyOf(c);
    const body = await readBody(raw, jsonBodyBytesMax);
    c.set('body', body);
    const headers = new Headers({
      'request-id': c.get('requestId'),
      accept: acceptFor(c.req.header('accept')),
    });
    for (const name of readHeaders) {
      const value = raw.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    if (key !== undefined) headers.set('x-api-key', key);
    const { signal } = raw;
    c.req.raw = new Request(raw.url, { method: 'POST', headers, body: Buffer.from(body) });
    const ctx = await countedContext(c);
    if (ctx.caller.viewer.kind === 'anonymous' && key !== undefined) {
      throw new ApiError('api_key_invalid', undefined, {
        headers: { 'www-authenticate': 'Bearer' },
      });
    }
    let isCounted = false;
    const callPath: CallPath = async (path, init) => {
      isCounted = true;
      const own = new Headers(init.headers);
      for (const name of ['request-id', 'x-api-key', 'x-forwarded-for']) {
        const value = headers.get(name);
        if (value !== null) own.set(name, value);
      }
      const request = new Request(new URL(path, raw.url), { ...init, headers: own });
      return app.fetch(request, c.env);
    };
    const content = parsed(body);
    const messages = [content].flat().filter(isMessage);
    if (messages.length > batchMax) return tooMany();
    // Checks the depth of the arguments, as for the body of a REST path.
    if (isDeeperThan(depthMax, messages)) {
      throw new ApiError('bad_request', errorText('error.nested'));
    }
    tools ??= allTools(view);
    const shown = tools;
    const act = async () => {
      const { answerMessages } = await import('./server.js');
      const publicErrorOf = (error: unknown) => publicError(error, ctx);
      const caller: ToolCaller = { ctx, callPath, publicErrorOf, signal };
      return answerMessages(c.req.raw, content, shown, caller);
    };
    // A call of a REST path is counted by that path; all other messages are counted here.
    const callsPath = ({ method, params }: Message) =>
      method === 'tools/call' &&
      shown.some(({ listed, callsPath }) => callsPath && listed.name === params?.name);
    const count = (act: () => Promise<Response>) => withinLimits(c, ctx, [], act, () => []);
    if (messages.length === 0 || !messages.every(callsPath)) return count(act);
    const answer = await act();
    // Counts a call that was rejected before it reached the path, which would otherwise have no limit.
    return isCounted ? answer : count(async () => answer);
  });
}
