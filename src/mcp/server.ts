import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { interfaceVersion } from '../http/version.js';
import { deadline } from '../lib/deadline.js';
import type { Tool, ToolCaller } from './tool.js';

const instructions = `Order checks of real places and read signed reports. Without a key, request_site_check starts a check; keep its access_token. With an API key, create_job creates a job and wait_for_job waits for its next change. Each tool answers as the REST path of the same operation.`;

/** Answers the JSON-RPC messages of one request. @param request a POST with its body */
export async function answerMessages(
  request: Request,
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
  try {
    return await transport.handleRequest(request);
  } finally {
    await server.close();
  }
}
