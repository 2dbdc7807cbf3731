import { formatSeconds } from '../../messages/format-plain.js';
import type { Language } from '../../messages/language.js';
import { frameText } from './frame-text.js';
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
  own: Readonly<Record<string, string>>,
  language: Language,
): string {
  const { code, status, requestId } = error;
  const t = frameText(language);
  if (code && own[code]) return own[code];
  if (status === 429) {
    return t('frame.too_many', { time: formatSeconds(language, Number(error.retryAfter ?? 1)) });
  }
  if (status >= 500) {
    return requestId
      ? t('frame.our_fault', { number: requestId })
      : t('frame.our_fault_unnumbered');
  }
  if (isSignedOut(code)) return t('frame.signed_out');
  if (code === 'origin_refused') return t('frame.other_site');
  return t(status === 409 ? 'frame.not_now' : 'frame.rejected');
}
