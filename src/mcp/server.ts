import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  ListToolsRequestSchema,
  McpError,
  PingRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { interfaceVersion } from '../http/version.js';
import { deadline } from '../lib/deadline.js';
import type { Tool, ToolCaller } from './tool.js';

const instructions = `Order checks of real places and read signed reports. Without a key, request_site_check starts a check; keep its access_token. With an API key, create_job creates a job and wait_for_job waits for its next change. Each tool answers as the REST path of the same operation.`;

const requestSchemas = [
  InitializeRequestSchema,
  PingRequestSchema,
  ListToolsRequestSchema,
  CallToolRequestSchema,
];

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Returns the message without `arguments: null`, which some clients send. */
function withoutNull(message: unknown): unknown {
  if (!isObject(message) || !isObject(message['params'])) return message;
  const { arguments: given, ...params } = message['params'];
  return given === null ? { ...message, params } : message;
}

/** Returns the response to a request with invalid parameters; null for a valid request and for other messages. */
function invalidParams(message: unknown): Json | null {
  if (!isObject(message) || message['jsonrpc'] !== '2.0') return null;
  if (!['string', 'number'].includes(typeof message['id'])) return null;
  const schema = requestSchemas.find(({ shape }) => shape.method.value === message['method']);
  const [issue] = schema?.safeParse(message).error?.issues ?? [];
  if (!issue) return null;
  const text = `${issue.path.join('.')}: ${issue.message}`;
  return {
    jsonrpc: '2.0',
    id: message['id'],
    error: { code: ErrorCode.InvalidParams, message: text },
  };
}

/**
 * Handles the JSON-RPC messages of one request.
 *
 * @param request a POST with its body
 * @param content the body as JSON; undefined if it is invalid
 */
export async function answerMessages(
  request: Request,
  content: unknown,
  tools: readonly Tool[],
  caller: ToolCaller,
): Promise<Response> {
  const server = new Server(
    { name: 'verification-service', title: 'Verification service', version: interfaceVersion },
    { capabilities: { tools: {} }, instructions },
  );
  server.setRequestHandler(ListToolsRequestSchema, async () => {
    const shown = await Promise.all(tools.map((tool) => tool.isListedFor(caller.ctx)));
    return { tools: tools.filter((_, index) => shown[index]).map(({ listed }) => listed) };
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = tools.find(({ listed }) => listed.name === params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    const ended = deadline(null, [signal, caller.signal]);
    try {
      return await tool.call(params.arguments ?? {}, { ...caller, signal: ended.signal });
    } finally {
      ended.clear();
    }
  });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const messages = Array.isArray(content) ? content.map(withoutNull) : withoutNull(content);
  const invalid = [messages].flat().flatMap((message) => invalidParams(message) ?? []);
  try {
    if (invalid.length === 0) {
      return await transport.handleRequest(request, { parsedBody: messages });
    }
    if (!Array.isArray(messages)) return Response.json(invalid[0]);
    const valid = messages.filter((message) => invalidParams(message) === null);
    if (valid.length === 0) return Response.json(invalid);
    const response = await transport.handleRequest(request, { parsedBody: valid });
    if (response.status !== 200) return response.status === 202 ? Response.json(invalid) : response;
    return Response.json([...[await response.json()].flat(), ...invalid]);
  } finally {
    await server.close();
  }
}
