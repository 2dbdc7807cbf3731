import { isCodeOf, readShortCode, shortCode } from '../../lib/short-code.js';
import type { Services } from '../../services.js';
import type { DispatchRun, DispatchThread } from './dispatch-run.js';
import { offerLink } from './offer-token.js';

const label = 'offer-code';

/** Path of the page that opens an offer by its short code; the code is in the fragment, which is not sent. */
export const offerCodePath = '/o';

/** Returns the short URL of an offer, for text messages. A bearer secret that works while the offer is open. */
export const offerCodeUrl = (
  { baseUrl, serverKeys }: Pick<Services, 'baseUrl' | 'serverKeys'>,
  { _id }: Pick<DispatchRun, '_id'>,
  { threadId }: Pick<DispatchThread, 'threadId'>,
): string =>
  `${baseUrl}${offerCodePath}#${shortCode(serverKeys.accessTokens, label, _id, threadId)}`;

/**
 * Returns the link of an offer by its code.
 * @returns null for an invalid code, or if the offer is not open
 */
export async function linkOfOfferCode(
  services: Pick<Services, 'baseUrl' | 'dispatch' | 'serverKeys'>,
  typed: string,
): Promise<string | null> {
  const code = readShortCode(typed);
  if (!code) return null;
  const run = await services.dispatch.runs.find(code.id);
  const thread = run?.threads.find(({ threadId }) =>
    isCodeOf(services.serverKeys.accessTokens, label, code, threadId),
  );
  return run && thread ? offerLink(services, run, thread) : null;
}
