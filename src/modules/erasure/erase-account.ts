import { ApiError } from '../../errors.js';
import type { Services } from '../../services.js';
import { CustomerChange } from '../customer/customer-change.js';
import { cancelAs } from '../site-check/cancel-site-check.js';
import { siteChecksOf } from '../site-check/customer-site-checks.js';
import { type ReconcileNeeds, reconcileSiteCheck } from '../site-check/reconcile-site-check.js';
import { eraseCorrespondence, eraseMails } from './erase-correspondence.js';
import {
  accountBusy,
  atWork,
  eraseRequest,
  isBusy,
  type RequestErasureNeeds,
} from './erase-request.js';

/** Services that erase an account. */
export type AccountErasureNeeds = RequestErasureNeeds & Pick<Services, 'customers'>;

/**
 * Checks that no request of an account prevents its erasure.
 *
 * @param force cancels work in progress, and allows refunds to be made later
 * @throws ApiError `account_busy` with the ids of these requests; nothing has changed then
 */
export async function requireErasable(
  services: ReconcileNeeds,
  customerId: string,
  { force = false } = {},
): Promise<void> {
  const busy: string[] = [];
  for await (const { _id } of siteChecksOf(services, customerId)) {
    const { request } = await reconcileSiteCheck(services, _id);
    if (isBusy(request)) busy.push(_id);
    if (force && atWork.includes(request.status)) await cancelAs(services, 'system', _id, null);
  }
  if (busy.length > 0 && !force) throw accountBusy(busy);
}

/** @returns whether any request remains because it is in progress or a refund is due */
async function eraseRequests(services: RequestErasureNeeds, customerId: string): Promise<boolean> {
  let left = false;
  for await (const { _id } of siteChecksOf(services, customerId)) {
    try {
      await eraseRequest(services, _id);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'account_busy') throw error;
      left = true;
    }
  }
  return left;
}

/**
 * Erases the requests of a closed account and, if its email address was confirmed, the correspondence with it, then
 * marks the account as erased. Requests in progress are left to the next call. Also runs for an account that is already
 * erased, because a claim admitted earlier could be stored later. Every part can be repeated.
 */
export async function finishAccount(
  services: AccountErasureNeeds,
  customerId: string,
): Promise<void> {
  const { customers, clock, events, followers } = services;
  const account = await customers.find(customerId);
  if (!account || account.status === 'active') return;
  await services.idempotency.erase([customerId]);
  const left = await eraseRequests(services, customerId);
  // A mail of an earlier event could have been created from the address before the account was closed.
  await followers.reach('mails', await events.lastSeq());
  await eraseMails(services, { customerId });
  const { erasingKey, emailConfirmedAt } = account;
  if (erasingKey && emailConfirmedAt) {
    await eraseCorrespondence(services, erasingKey, customerId);
  }
  await customers.change(customerId, (found) => {
    const change = new CustomerChange(found, clock.now());
    if (left) return change.awaitErasure();
    // A concurrent call found something that this one did not see: the next call finishes it.
    if (found.revision !== account.revision) return null;
    if (found.status === 'erasing') return change.finishErasure();
    return found.erasingSince === undefined ? null : change.endErasure();
  });
}
