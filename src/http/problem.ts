import type { ApiError, ErrorCode } from '../errors.js';
import { nameLanguage } from '../http/headers.js';
import { translateError } from '../messages/error/translate-error.js';
import type { Language } from '../messages/language.js';

/** Returns the members of RFC 9457 problem details. */
export function problemBody(
  error: ApiError,
  requestId: string,
  instance: string,
  language: Language,
) {
  const { title, detail, hint } = translateError(error, language);
  return {
    type: `/errors/${error.code}`,
    title,
    status: error.status,
    detail,
    instance,
    code: error.code,
    hint,
    request_id: requestId,
    ...error.members,
  };
}

const challenges: Partial<Record<ErrorCode, string>> = {
  token_invalid: 'Bearer',
  session_missing: 'Session',
  session_invalid: 'Session',
  login_failed: 'Session',
};

/** A 401 always names the required credential (RFC 9110, 15.5.2). */
const challengeOf = ({ status, code }: ApiError): Record<string, string> =>
  status === 401 ? { 'www-authenticate': challenges[code] ?? 'ApiKey' } : {};

/** Returns an error as RFC 9457 problem details. */
export function problemResponse(
  error: ApiError,
  requestId: string,
  instance: string,
  language: Language,
): Response {
  const response = new Response(JSON.stringify(problemBody(error, requestId, instance, language)), {
    status: error.status,
    headers: {
      'content-type': 'application/problem+json',
      ...challengeOf(error),
      ...error.headers,
    },
  });
  nameLanguage(response.headers, language);
  return response;
}
