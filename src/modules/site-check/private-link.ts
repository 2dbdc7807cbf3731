import type { Services } from '../../services.js';
import { deriveAccessToken, opens } from './access-token.js';
import type { SiteCheck } from './site-check.js';

type Linked = Pick<SiteCheck, '_id' | 'customerId' | 'accessTokenHash' | 'erasedAt'>;

/**
 * Returns the URL of the page of a site check: for a guest with the access token in the fragment, for a customer
 * without it, because the page opens with the account's session.
 * @returns null once the content of the site check is erased
 */
export function privateLink(
  { baseUrl, serverKeys }: Pick<Services, 'baseUrl' | 'serverKeys'>,
  { _id, customerId, accessTokenHash, erasedAt }: Linked,
): string | null {
  if (erasedAt) return null;
  const url = `${baseUrl}/site-checks/${_id}`;
  if (customerId !== undefined) return url;
  const token = deriveAccessToken(serverKeys.accessTokens, _id);
  return opens(token, accessTokenHash) ? `${url}#${token}` : null;
}
