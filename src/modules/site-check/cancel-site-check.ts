import { z } from 'zod';
import type { RequestContext } from '../../context.js';
import { text } from '../../lib/schema.js';
import type { Services } from '../../services.js';
import type { JobStatus } from '../job/job.js';
import { JobChange, invalidTransition as jobInvalid } from '../job/job-change.js';
import { joinSiteCheck } from './join-site-check.js';
import { requireParty } from './requester.js';
import { accessTokenField } from './select-offer.js';
import type { SiteCheck, SiteCheckView } from './site-check.js';
import { invalidTransition, SiteCheckChange } from './site-check-change.js';
import { unconfirmed } from './states.js';

export const cancelSiteCheckInput = z.object({
  accessToken: accessTokenField.nullish(),
  reason: text(1, 1000).nullish().describe('Why, kept with the site check.'),
});

/** States of a job on which no work has begun. */
const idle: readonly JobStatus[] = ['created', 'open', 'assigned'];

/**
 * Withdraws the job of a confirmed request, which the request then follows: its own copy of the
 * state may be older than the first evidence.
 */
async function cancelIdleJob(
  services: Services,
  request: SiteCheck,
  reason: string | null,
): Promise<void> {
  await services.jobs.unreconciled.change(request.jobId, {}, (job) => {
    if (!idle.includes(job.status)) throw jobInvalid(job, 'cancelled by its requester');
    return new JobChange(job, services.clock.now()).move('cancelled', { reason });
  });
}

/**
 * Withdraws a request, by its requester until work has begun, by an operator (who needs no token)
 * until it is completed. Its job is cancelled; what was paid is paid back.
 *
 * @throws ApiError `site_check_not_found`, `invalid_transition`; without a token `api_key_missing`,
 *   `api_key_invalid`, `scope_missing`
 */
export async function cancelSiteCheck(
  ctx: RequestContext,
  requestId: string,
  input: z.infer<typeof cancelSiteCheckInput>,
): Promise<SiteCheckView> {
  const { services } = ctx;
  const { party } = await requireParty(ctx, requestId, input.accessToken ?? null);
  const reason = input.reason ?? null;
  const request = await services.siteChecks.change(requestId, (found) => {
    if (party === 'requester') {
      // Whether work has begun is for the job to say.
      if (found.status === 'confirmed') return null;
      if (!unconfirmed.includes(found.status)) {
        throw invalidTransition(found, 'cancelled by its requester');
      }
    }
    return new SiteCheckChange(found, services.clock.now()).move('cancelled', { reason });
  });
  if (request.status === 'confirmed') await cancelIdleJob(services, request, reason);
  return joinSiteCheck(services, requestId);
}
