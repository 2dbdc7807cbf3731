import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import type { RequestContext } from '../context.js';
import type { ApiError } from '../errors.js';

/** One call of the service's own REST paths, with the caller's key, address and request id. */
export type CallPath = (
  path: string,
  init: { method: string; headers?: Record<string, string>; body?: string },
) => Promise<Response>;

/** Who calls a tool. */
export interface ToolCaller {
  ctx: RequestContext;
  callPath: CallPath;
  /** What the caller may know of an error; what is unexpected is logged. */
  publicErrorOf: (error: unknown) => ApiError;
  /** Aborted when the caller gives up. */
  signal: AbortSignal;
}

/** A tool as agents list and call it. */
export interface Tool {
  listed: ListedTool;
  /** Whether it calls a documented path, which counts the call. */
  callsPath: boolean;
  /** Whether the caller's credential allows it, as far as headers say. */
  isListedFor(ctx: RequestContext): Promise<boolean>;
  call(given: Record<string, unknown>, caller: ToolCaller): Promise<CallToolResult>;
}

/** An answer as a result: the object, and the same as text. */
export const resultOf = (answer: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(answer) }],
  structuredContent: answer,
});

/** A refusal as a result, so that the model can read and correct it. */
export const errorResult = (problem: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(problem) }],
  isError: true,
});

/** What a model can act on of a REST refusal: code, detail and hint, or the issues of a 422. */
export function errorResultOfProblem(problem: Record<string, unknown>): CallToolResult {
  const { code, detail, hint } = problem;
  return errorResult(code === undefined ? { detail } : { code, detail, hint });
}
