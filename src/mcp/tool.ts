import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import type { RequestContext } from '../context.js';
import type { ApiError } from '../errors.js';

/** Calls one of the service's own REST paths with the caller's key, address and request id. */
export type CallPath = (
  path: string,
  init: { method: string; headers?: Record<string, string>; body?: string },
) => Promise<Response>;

/** The caller of a tool. */
export interface ToolCaller {
  ctx: RequestContext;
  callPath: CallPath;
  /** Converts an error to one that the caller can see. Unexpected errors are logged. */
  publicErrorOf: (error: unknown) => ApiError;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

/** A tool as agents list and call it. */
export interface Tool {
  listed: ListedTool;
  /** True if it calls a documented path, which counts the call. */
  callsPath: boolean;
  /** Returns true if the headers with the caller's credential allow the tool. */
  isListedFor(ctx: RequestContext): Promise<boolean>;
  call(given: Record<string, unknown>, caller: ToolCaller): Promise<CallToolResult>;
}

/** Returns a response as a tool result: the object, and the same as text. */
export const resultOf = (answer: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(answer) }],
  structuredContent: answer,
});

/** Returns an error as a tool result, so that the model can read it and correct the call. */
export const errorResult = (problem: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(problem) }],
  isError: true,
});

/** Returns the members of a REST error that a model can act on: code, detail and hint, or the issues of a 422. */
export function errorResultOfProblem(problem: Record<string, unknown>): CallToolResult {
  const { code, detail, hint } = problem;
  return errorResult(code === undefined ? { detail } : { code, detail, hint });
}
