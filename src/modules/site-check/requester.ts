import { type RequestContext, requireScope } from '../../context.js';
import type { Services } from '../../services.js';
import { opens } from './access-token.js';
import { joinSiteCheck } from './join-site-check.js';
import type { SiteCheckView } from './site-check.js';
import { siteCheckNotFound } from './site-check.store.js';

/** Who acts on a request: whoever has its access token, or an operator. */
export type Party = 'requester' | 'operator';

/** Whether this is the access token of the request; the same work for an unknown one. */
export async function holdsAccessToken(
  services: Services,
  requestId: string,
  accessToken: string,
): Promise<boolean> {
  const found = await services.siteChecks.peek(requestId);
  return opens(accessToken, found?.accessTokenHash ?? null);
}

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
  const holds = await holdsAccessToken(ctx.services, requestId, accessToken);
  if (!holds) throw siteCheckNotFound();
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
