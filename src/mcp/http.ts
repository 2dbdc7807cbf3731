import type { GraphQLSchema } from 'graphql';
import type { Context, Hono } from 'hono';
import type { PublicError } from '../context.js';
import { ApiError } from '../errors.js';
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

/** What of a request's headers concerns MCP; a session cookie does not. */
const readHeaders = ['content-type', 'mcp-protocol-version', 'x-forwarded-for'];

const isLoopback = ({ hostname }: URL) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);

/** @throws ApiError `origin_refused` for a page of another site, loopback aside */
function checkOrigin(origin: string | undefined, baseUrl: string): void {
  if (origin === undefined || origin === new URL(baseUrl).origin) return;
  if (URL.canParse(origin) && isLoopback(new URL(origin))) return;
  throw new ApiError('origin_refused', 'Pages of other sites may not use /mcp.', {
    hint: 'Call it from a program, or from a page of this service.',
  });
}

/** The API key of the request: X-API-Key, else a Bearer token; an empty header is none. */
const keyOf = (c: Context<Env>) =>
  c.req.header('x-api-key') || bearerOf(c.req.header('authorization')) || undefined;

/** Messages that one request may have. */
const batchMax = 10;

interface Message {
  method?: unknown;
  params?: { name?: unknown };
}

/** A body as JSON; undefined where it is not, which the transport reports. */
function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

const isMessage = (value: unknown): value is Message => typeof value === 'object' && value !== null;

/**
 * The Accept header for the transport of the SDK, which demands both of its media types although this
 * service answers JSON alone.
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

/** Every tool: the documented paths, and the wait for a job behind the tool that reads one. */
function allTools(view: GraphQLSchema): Tool[] {
  return restTools(view).flatMap((tool) =>
    tool.listed.name === 'get_job' ? [tool, waitForJob(tool)] : [tool],
  );
}

/**
 * Puts the Model Context Protocol on the app: streamable HTTP without sessions, each POST answered in
 * JSON. A tool runs the REST path that it names.
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
    // Arguments are walked level by level, as the body of the path is.
    if (isDeeperThan(depthMax, messages)) {
      throw new ApiError('bad_request', 'The body is nested too deeply.');
    }
    tools ??= allTools(view);
    const shown = tools;
    const act = async () => {
      const { answerMessages } = await import('./server.js');
      const publicErrorOf = (error: unknown) => publicError(error, ctx);
      const caller: ToolCaller = { ctx, callPath, publicErrorOf, signal };
      return answerMessages(c.req.raw, content, shown, caller);
    };
    // The path that a tool calls is counted when it is called; all else is counted here.
    const callsPath = ({ method, params }: Message) =>
      method === 'tools/call' &&
      shown.some(({ listed, callsPath }) => callsPath && listed.name === params?.name);
    const count = (act: () => Promise<Response>) => withinLimits(c, ctx, [], act, () => []);
    if (messages.length === 0 || !messages.every(callsPath)) return count(act);
    const answer = await act();
    // Refused before the path was called: else it were free of limits.
    return isCounted ? answer : count(async () => answer);
  });
}
