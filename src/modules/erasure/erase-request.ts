import { ApiError } from '../../errors.js';
import type { Services } from '../../services.js';
import type { Job } from '../job/job.js';
import { cancelAs } from '../site-check/cancel-site-check.js';
import type { Canceller } from '../site-check/party.js';
import { reconcileSiteCheck } from '../site-check/reconcile-site-check.js';
import type { SiteCheck } from '../site-check/site-check.js';
import { type SiteCheckStatus, unconfirmed } from '../site-check/states.js';
import { tryFinishErasure } from './finish-erasure.js';

/** Somebody works on it, or may have to again. */
export const atWork: readonly SiteCheckStatus[] = ['in_progress', 'disputed'];

/** The refusal while work or a refund stands in the way. */
export const accountBusy = (requestIds: readonly string[]) =>
  new ApiError('account_busy', 'Work is in progress or a refund is not made yet.', {
    members: { request_ids: requestIds },
  });

const owesRefund = ({ checkouts }: Pick<SiteCheck, 'checkouts'>) =>
  checkouts.some((session) => session.due === 'refund');

/** Whether a request cannot be erased as it stands: it is at work, or a refund is owed already. */
export const isBusy = (request: Pick<SiteCheck, 'status' | 'checkouts'>): boolean =>
  atWork.includes(request.status) || owesRefund(request);

/** Ends a request that nobody has begun to work on. */
async function end(services: Services, request: SiteCheck, by: Canceller): Promise<void> {
  const idle = request.status === 'confirmed' || unconfirmed.includes(request.status);
  if (idle) await cancelAs(services, by, request._id, null, { onlyIdle: true });
}

/**
 * Erases a request and its job: it is cancelled first where nobody has begun to work on it, and its refund is
 * owed from then on: made at once, or soon after where the provider is behind a network. The write that
 * blanks the job is the commit point; everything else follows from it.
 *
 * @param by who has it erased
 * @returns its job, erased; what could not be erased with it is left to the sweep
 * @throws ApiError `site_check_not_found`; `account_busy` where it is at work, or owed a refund before
 */
export async function eraseRequest(
  services: Services,
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
      // Work has begun meanwhile.
      if (error instanceof ApiError && error.code === 'invalid_transition') throw accountBusy([id]);
      throw error;
    }
  }
  await tryFinishErasure(services, job);
  return job;
}
