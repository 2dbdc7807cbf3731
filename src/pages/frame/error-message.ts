import { messages } from '../messages/frame.en.js';
import type { PageAnswer, PageError } from './run-operation.js';

/** Code of the error; null for a success and for invalid input. */
export const codeOf = (answer: PageAnswer) => (answer.ok ? null : answer.code);

/** True if the code means that the session is missing or invalid; checkout sessions have separate codes. */
export const isSignedOut = (code: string | null | undefined): boolean =>
  code === 'session_missing' || code === 'session_invalid';

/**
 * Returns the message of an API error for a customer.
 * @param own messages of the page, by code
 */
export function errorMessage(
  error: Pick<PageError, 'status' | 'code' | 'retryAfter' | 'requestId'>,
  own: Readonly<Record<string, string>> = {},
): string {
  const { code, status } = error;
  if (code && own[code]) return own[code];
  if (status === 429) return messages.tooMany(Number(error.retryAfter ?? 1));
  if (status >= 500) return messages.ourFault(error.requestId);
  if (isSignedOut(code)) return messages.signedOut;
  if (code === 'origin_refused') return messages.otherSite;
  return status === 409 ? messages.notNow : messages.rejected;
}
