import { isCodeOf, readShortCode, shortCode } from '../../lib/short-code.js';
import type { Services } from '../../services.js';
import { captureUrl } from './capture-link.js';
import { issueTaskToken } from './task-token.js';

const label = 'photo-code';

/** Path of the page that opens a photo link by its short code; the code is in the fragment, which is not sent. */
export const photoCodePath = '/p';

/**
 * Returns the short URL of a capture token, for QR codes and text messages. A bearer secret that works exactly as long as
 * the token.
 */
export const photoCodeUrl = (
  { baseUrl, serverKeys }: Pick<Services, 'baseUrl' | 'serverKeys'>,
  jobId: string,
  tokenId: string,
): string =>
  `${baseUrl}${photoCodePath}#${shortCode(serverKeys.accessTokens, label, jobId, tokenId)}`;

/**
 * Returns the capture link of a photo code.
 * @returns null for an invalid code, or if its token expired or was revoked
 */
export async function linkOfPhotoCode(
  { jobs, serverKeys, baseUrl, clock }: Pick<Services, 'jobs' | 'serverKeys' | 'baseUrl' | 'clock'>,
  typed: string,
): Promise<string | null> {
  const code = readShortCode(typed);
  if (!code) return null;
  const job = await jobs.find(code.id, {});
  const token = job?.tokens.find(
    ({ kind, tokenId }) =>
      kind === 'capture' && isCodeOf(serverKeys.accessTokens, label, code, tokenId),
  );
  if (!job || !token || token.revokedAt || token.expiresAt <= clock.now()) return null;
  return captureUrl(baseUrl, await issueTaskToken(serverKeys.tokens, job, token));
}
