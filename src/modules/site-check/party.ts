import { ApiError, errorText } from '../../errors.js';
import type { KeyHolder, Requester } from '../../viewer.js';
import { type ReconcileNeeds, reconcileSiteCheck } from './reconcile-site-check.js';
import type { CancelledBy, SiteCheckView } from './site-check.js';

/** A customer, identified by the account. */
export interface CustomerParty {
  kind: 'customer';
  customerId: string;
}

/**
 * The caller of an operation on a site check: its requester by access token, the customer who owns it, or an operator.
 * Access tokens and operator keys are checked before the use case; ownership is checked here.
 */
export type Party = Requester | CustomerParty | KeyHolder;

export type Canceller = Exclude<CancelledBy, 'system'>;

/** Returns the role of a party: a customer and the holder of the access token are the requester. */
export const roleOf = (party: Party): Canceller =>
  party.kind === 'api_key' ? 'operator' : 'requester';

/**
 * Returns a site check as a party sees it: settled, and reconciled with its job.
 * @throws ApiError `site_check_not_found`, also for another customer's site check
 */
export async function viewFor(
  services: ReconcileNeeds,
  party: Party,
  requestId: string,
): Promise<SiteCheckView> {
  if (party.kind === 'customer') {
    const found = await services.siteChecks.peek(requestId);
    if (found?.customerId !== party.customerId) {
      throw new ApiError('site_check_not_found', errorText('error.account_request'), {
        hint: errorText('error.hint_account_request'),
      });
    }
  }
  return reconcileSiteCheck(services, requestId);
}
