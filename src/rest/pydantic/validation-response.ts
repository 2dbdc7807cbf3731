import type { ValidationIssue } from './issue.js';
import { type WireValue, writeJson } from './wire-json.js';

/** Returns a response with FastAPI's HTTPValidationError. */
export function validationResponse(detail: readonly ValidationIssue[]): Response {
  // An input can be an integer beyond JavaScript's numbers, for which JSON.stringify throws.
  return new Response(`{"detail":${writeJson(detail as unknown as WireValue)}}`, {
    status: 422,
    headers: { 'content-type': 'application/json' },
  });
}
