import type { ValidationIssue } from './issue.js';
import { type WireValue, writeJson } from './wire-json.js';

/** FastAPI's HTTPValidationError. */
export function validationResponse(detail: readonly ValidationIssue[]): Response {
  // An input may be an integer beyond JavaScript's numbers, which JSON.stringify refuses.
  return new Response(`{"detail":${writeJson(detail as unknown as WireValue)}}`, {
    status: 422,
    headers: { 'content-type': 'application/json' },
  });
}
