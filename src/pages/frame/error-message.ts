import { messages } from '../messages/frame.en.js';
import type { PageAnswer } from './page-request.js';

interface ProblemBody {
  code?: string;
  request_id?: string;
}

/** Returns the code of an API error; null if it has none. */
export const codeOf = ({ body }: PageAnswer) => (body as ProblemBody | null)?.code ?? null;

/** True if the code means that the session is missing or invalid; checkout sessions have separate codes. */
export const isSignedOut = (code: string | null | undefined): boolean =>
  code === 'session_missing' || code === 'session_invalid';

/**
 * Returns the message of an API error for a customer.
 * @param own messages of the page, by code
 */
export function errorMessage(answer: PageAnswer, own: Record<string, string> = {}): string {
  const code = codeOf(answer);
  if (code && own[code]) return own[code];
  if (answer.status === 429)
    return messages.tooMany(Number(answer.headers.get('retry-after') ?? 1));
  if (answer.status >= 500) return messages.ourFault(answer.headers.get('request-id'));
  if (isSignedOut(code)) return messages.signedOut;
  if (code === 'origin_refused') return messages.otherSite;
  return answer.status === 409 ? messages.notNow : messages.rejected;
}
