import { ApiError, errorText } from '../../errors.js';
import type { Services } from '../../services.js';
import { hashAccessToken } from './access-token.js';
import { type ReconcileNeeds, reconcileSiteCheck } from './reconcile-site-check.js';
import type { SiteCheck, SiteCheckView } from './site-check.js';
import { siteCheckNotFound } from './site-check.store.js';
import { SiteCheckChange } from './site-check-change.js';

/** @throws ApiError `site_check_not_found` */
export async function findByToken(
  services: Pick<Services, 'siteChecks'>,
  accessToken: string,
): Promise<SiteCheck> {
  const found = await services.siteChecks.findByTokenHash(hashAccessToken(accessToken));
  if (found) return found;
  throw new ApiError('site_check_not_found', errorText('error.access_token'), {
    hint: errorText('error.hint_access_token'),
  });
}

/**
 * Assigns a guest's site check, in any state, to a customer; the access token continues to work. Claiming it again as
 * the same customer changes nothing.
 *
 * @throws ApiError `site_check_not_found` for an invalid token, `already_claimed`
 */
export async function claim(
  services: ReconcileNeeds,
  accessToken: string,
  customerId: string,
): Promise<SiteCheckView> {
  const { siteChecks, clock } = services;
  const found = await findByToken(services, accessToken);
  await siteChecks.change(found._id, (request) => {
    if (request.erasedAt) throw siteCheckNotFound();
    if (request.customerId === customerId) return null;
    if (request.customerId !== undefined) throw new ApiError('already_claimed');
    return new SiteCheckChange(request, clock.now())
      .set({ customerId })
      .emit('site_check.claimed', {
        request_id: request._id,
        job_id: request.jobId,
        customer_id: customerId,
        status: request.status,
        previous_status: request.status,
      });
  });
  return reconcileSiteCheck(services, found._id);
}
