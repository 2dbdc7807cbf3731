import { type RequestContext, requireScope } from '../../context.js';
import { opens } from './access-token.js';
import { joinSiteCheck } from './join-site-check.js';
import type { SiteCheckView } from './site-check.js';
import { siteCheckNotFound } from './site-check.store.js';

/** Who acts on a request: whoever has its access token, or an operator. */
export type Party = 'requester' | 'operator';

/**
 * Proves that the token opens the request, then settles what is due.
 *
 * @throws ApiError `site_check_not_found`, for a wrong token as for an unknown request, after the
 *   same work
 */
export async function requireRequester(
  ctx: RequestContext,
  requestId: string,
  accessToken: string,
): Promise<SiteCheckView> {
  const found = await ctx.services.siteChecks.peek(requestId);
  if (!opens(accessToken, found?.accessTokenHash ?? null)) throw siteCheckNotFound();
  return joinSiteCheck(ctx.services, requestId);
}

/**
 * The requester by their token, or an operator by their key where no token is given.
 *
 * @throws ApiError `site_check_not_found`; without a token `api_key_missing`, `api_key_invalid` or
 *   `scope_missing`
 */
export async function requireParty(
  ctx: RequestContext,
  requestId: string,
  accessToken: string | null,
): Promise<SiteCheckView & { party: Party }> {
  if (accessToken !== null) {
    return { ...(await requireRequester(ctx, requestId, accessToken)), party: 'requester' };
  }
  requireScope(ctx.viewer, 'operator');
  return { ...(await joinSiteCheck(ctx.services, requestId)), party: 'operator' };
}
