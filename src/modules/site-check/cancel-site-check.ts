import { operation, post } from '../../operation.js';
import type { Services } from '../../services.js';
import type { JobStatus } from '../job/job.js';
import { JobChange, invalidTransition as jobInvalid } from '../job/job-change.js';
import { reasonText } from '../job/text-lengths.js';
import { type Party, roleOf, viewFor } from './party.js';
import { type ReconcileNeeds, reconcileSiteCheck } from './reconcile-site-check.js';
import { requesterOrOperator, siteCheckTarget } from './requester.js';
import { accessTokenField } from './select-offer.js';
import type { CancelledBy, SiteCheck, SiteCheckView } from './site-check.js';
import { invalidTransition, SiteCheckChange } from './site-check-change.js';
import { unconfirmed } from './states.js';

/** States of a job whose work has not started. */
const idle: readonly JobStatus[] = ['created', 'open', 'assigned'];

/**
 * Cancels the job of a confirmed request; the request then follows the job. The request's copy of the job's state could
 * be older than the first evidence.
 */
async function cancelIdleJob(
  services: Pick<Services, 'clock' | 'jobs'>,
  by: CancelledBy,
  request: SiteCheck,
  reason: string | null,
): Promise<void> {
  await services.jobs.unreconciled.change(request.jobId, {}, (job) => {
    if (!idle.includes(job.status)) throw jobInvalid(job);
    return new JobChange(job, services.clock.now())
      .set(by === 'requester' ? { cancelledBy: by } : {})
      .move('cancelled', { reason });
  });
}

/**
 * Cancels a request: the requester can do so until work begins, operators and the service until it is completed.
 *
 * @param options.onlyIdle only while no work has begun
 * @throws ApiError `site_check_not_found`, `invalid_transition`
 */
export async function cancelAs(
  services: ReconcileNeeds,
  by: CancelledBy,
  requestId: string,
  reason: string | null,
  { onlyIdle = by === 'requester' } = {},
): Promise<SiteCheckView> {
  const request = await services.siteChecks.change(requestId, (found) => {
    if (onlyIdle) {
      // Only the job knows whether work has begun.
      if (found.status === 'confirmed') return null;
      if (!unconfirmed.includes(found.status)) {
        throw invalidTransition(found);
      }
    }
    return new SiteCheckChange(found, services.clock.now()).move('cancelled', { reason, by });
  });
  if (request.status === 'confirmed') await cancelIdleJob(services, by, request, reason);
  return reconcileSiteCheck(services, requestId);
}

/**
 * Cancels a site check on behalf of a party, which must own it.
 * @throws ApiError `site_check_not_found`, `invalid_transition`
 */
export async function cancelFor(
  services: ReconcileNeeds,
  party: Party,
  requestId: string,
  reason: string | null,
): Promise<SiteCheckView> {
  await viewFor(services, party, requestId);
  return cancelAs(services, roleOf(party), requestId, reason);
}

export const cancellationReason = reasonText()
  .nullish()
  .describe('Reason for the cancellation, stored as the status reason of the site check.');

export const cancelSiteCheck = operation({
  name: 'cancelSiteCheck',
  kind: 'mutation',
  description:
    'Cancel a site check and refund its payment. The requester can cancel it until work begins, an operator until it is completed.',
  access: requesterOrOperator,
  target: siteCheckTarget,
  args: {
    accessToken: accessTokenField
      .nullish()
      .describe('Access token. Omit it to use the API key of an operator.'),
    reason: cancellationReason,
  },
  errors: ['invalid_transition'],
  example: {
    access_token: 'mR5cN0vJ2bQx8wLk4TzYp7HdS1uFgE6aC3iOoVtBnXs',
    reason: 'Not needed any more.',
  },
  rest: post('/v1/public/site-checks/{request_id}/cancel', {
    tool: { name: 'cancel_site_check', annotations: { destructiveHint: true } },
    tag: 'Site checks',
    summary: 'Cancel a site check',
  }),
  run: ({ services, viewer }, { requestId, reason }) =>
    cancelFor(services, viewer, requestId, reason ?? null),
});
