import type { RequestContext } from '../../context.js';
import { requireParty } from './requester.js';
import type { SiteCheckView } from './site-check.js';

/**
 * A request as it stands.
 *
 * @param accessToken null: the Bearer token of the request; without either, for operators
 * @throws ApiError `site_check_not_found`, `api_key_missing`, `api_key_invalid`, `scope_missing`
 */
export function getSiteCheck(
  ctx: RequestContext,
  requestId: string,
  accessToken: string | null,
): Promise<SiteCheckView> {
  return requireParty(ctx, requestId, accessToken ?? ctx.bearer);
}
