import { ApiError } from '../../errors.js';
import type { Services } from '../../services.js';
import { CustomerChange } from '../customer/customer-change.js';
import { cancelAs } from '../site-check/cancel-site-check.js';
import { siteChecksOf } from '../site-check/customer-site-checks.js';
import { reconcileSiteCheck } from '../site-check/reconcile-site-check.js';
import { eraseCorrespondence, eraseMails } from './erase-correspondence.js';
import { accountBusy, atWork, eraseRequest, isBusy } from './erase-request.js';

/**
 * Sees to it that no request of an account stands in the way of its erasure.
 *
 * @param force cancels work in progress, and lets refunds be made later
 * @throws ApiError `account_busy` with the ids of the requests in the way; nothing has changed then
 */
export async function requireErasable(
  services: Services,
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

/** @returns whether one is left: it is at work, or owes a refund */
async function eraseRequests(services: Services, customerId: string): Promise<boolean> {
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
 * Erases the requests of a closed account and what was written to and from the person, where the address
 * was confirmed to be theirs, then notes that the account is erased. What is at work is left to the next
 * call, also where the account is erased already: a claim that was admitted before may be stored after.
 * Every part may be repeated.
 */
export async function finishAccount(services: Services, customerId: string): Promise<void> {
  const { customers, clock, events, followers } = services;
  const account = await customers.find(customerId);
  if (!account || account.status === 'active') return;
  await services.idempotency.erase([customerId]);
  const left = await eraseRequests(services, customerId);
  // What makes a mail of an earlier event may have read the address before the account was closed.
  await followers.reach('mails', await events.lastSeq());
  await eraseMails(services, { customerId });
  const { erasingKey, emailConfirmedAt } = account;
  if (erasingKey && emailConfirmedAt) {
    await eraseCorrespondence(services, erasingKey, customerId);
  }
  await customers.change(customerId, (found) => {
    const change = new CustomerChange(found, clock.now());
    if (left) return change.awaitErasure();
    // Another call has found something meanwhile that this one did not see: the next one ends it.
    if (found.revision !== account.revision) return null;
    if (found.status === 'erasing') return change.finishErasure();
    return found.erasingSince === undefined ? null : change.endErasure();
  });
}
