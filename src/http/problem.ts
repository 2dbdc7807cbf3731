import type { ApiError } from '../errors.js';

/** The members of RFC 9457 problem details. */
export function problemBody(error: ApiError, requestId: string, instance: string) {
  return {
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
}

/** A 401 always says which credential is asked for (RFC 9110, 15.5.2). */
const challengeOf = ({ status, code }: ApiError): Record<string, string> =>
  status === 401 ? { 'www-authenticate': code === 'token_invalid' ? 'Bearer' : 'ApiKey' } : {};

/** An error as RFC 9457 problem details. */
export function problemResponse(error: ApiError, requestId: string, instance: string): Response {
  return new Response(JSON.stringify(problemBody(error, requestId, instance)), {
    status: error.status,
    headers: {
      'content-type': 'application/problem+json',
      ...challengeOf(error),
      ...error.headers,
    },
  });
}
