import { ApiError, errorText } from '../../errors.js';
import type { Job } from '../job/job.js';
import { cancelAs } from '../site-check/cancel-site-check.js';
import type { Canceller } from '../site-check/party.js';
import { type ReconcileNeeds, reconcileSiteCheck } from '../site-check/reconcile-site-check.js';
import type { SiteCheck } from '../site-check/site-check.js';
import { type SiteCheckStatus, unconfirmed } from '../site-check/states.js';
import { type ErasureNeeds, tryFinishErasure } from './finish-erasure.js';

/** Services that close and erase a site check. */
export type RequestErasureNeeds = ReconcileNeeds & ErasureNeeds;

/** Statuses in which work is in progress, or could be necessary again. */
export const atWork: readonly SiteCheckStatus[] = ['in_progress', 'disputed'];

/** Returns the error while work or a refund is pending. */
export const accountBusy = (requestIds: readonly string[]) =>
  new ApiError('account_busy', errorText('error.account_busy'), {
    members: { request_ids: requestIds },
  });

const owesRefund = ({ checkouts }: Pick<SiteCheck, 'checkouts'>) =>
  checkouts.some((session) => session.due === 'refund');

/** Returns whether a request cannot be erased in its current state: it is in progress, or a refund is already due. */
export const isBusy = (request: Pick<SiteCheck, 'status' | 'checkouts'>): boolean =>
  atWork.includes(request.status) || owesRefund(request);

/** Cancels a request whose work has not begun. */
async function end(services: ReconcileNeeds, request: SiteCheck, by: Canceller): Promise<void> {
  const idle = request.status === 'confirmed' || unconfirmed.includes(request.status);
  if (idle) await cancelAs(services, by, request._id, null, { onlyIdle: true });
}

/**
 * Erases a request and its job. If work has not begun, the request is cancelled first, and its refund becomes due: it
 * is made immediately, or soon after if the provider is called over the network. The write that blanks the job is the
 * commit point; everything else follows it.
 *
 * @param by role of the caller
 * @returns its job, erased; the sweep erases what could not be erased with it
 * @throws ApiError `site_check_not_found`; `account_busy` if it is in progress, or a refund was due before
 */
export async function eraseRequest(
  services: RequestErasureNeeds,
  id: string,
  by: Canceller = 'requester',
): Promise<Job> {
  const { request, job: found } = await reconcileSiteCheck(services, id);
  let job = found;
  if (!job.erasedAt) {
    if (isBusy(request)) throw accountBusy([id]);
    try {
      await end(services, request, by);
      await reconcileSiteCheck(services, id);
      job = await services.jobs.blank(job._id, {});
    } catch (error) {
      // Work has begun in the meantime.
      if (error instanceof ApiError && error.code === 'invalid_transition') throw accountBusy([id]);
      throw error;
    }
  }
  await tryFinishErasure(services, job);
  return job;
}
