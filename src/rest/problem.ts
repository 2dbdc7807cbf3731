import type { ApiError } from '../errors.js';
import type { ValidationIssue } from './validation/issue.js';
import { type WireValue, writeJson } from './validation/wire-json.js';

/** An error as RFC 9457 problem details. */
export function problemResponse(error: ApiError, requestId: string, instance: string): Response {
  const body = {
    type: `/errors/${error.code}`,
    title: error.title,
    status: error.status,
    detail: error.message,
    instance,
    code: error.code,
    hint: error.hint,
    request_id: requestId,
    ...error.members,
  };
  return new Response(JSON.stringify(body), {
    status: error.status,
    headers: { 'content-type': 'application/problem+json', ...error.headers },
  });
}

/** FastAPI's HTTPValidationError. */
export function validationResponse(detail: readonly ValidationIssue[]): Response {
  // An input may be an integer beyond JavaScript's numbers, which JSON.stringify refuses.
  return new Response(`{"detail":${writeJson(detail as unknown as WireValue)}}`, {
    status: 422,
    headers: { 'content-type': 'application/json' },
  });
}
