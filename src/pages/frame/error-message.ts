import { messages } from '../messages/frame.en.js';
import type { PageAnswer } from './page-request.js';

interface ProblemBody {
  code?: string;
  request_id?: string;
}

/** Code of a refusal of the interface; null where it has none. */
export const codeOf = ({ body }: PageAnswer) => (body as ProblemBody | null)?.code ?? null;

/** Whether a code says that nothing was done for want of a session; checkout sessions have codes of their own. */
export const isSignedOut = (code: string | null | undefined): boolean =>
  code === 'session_missing' || code === 'session_invalid';

/**
 * What a refusal says to a customer.
 * @param own words of the page, by code
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
