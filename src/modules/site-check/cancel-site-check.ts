import { z } from 'zod';
import type { RequestContext } from '../../context.js';
import { text } from '../../lib/schema.js';
import { joinSiteCheck } from './join-site-check.js';
import { requireParty } from './requester.js';
import { accessTokenField } from './select-offer.js';
import type { SiteCheckView } from './site-check.js';
import { invalidTransition, SiteCheckChange } from './site-check-change.js';
import type { SiteCheckStatus } from './states.js';

export const cancelSiteCheckInput = z.object({
  accessToken: accessTokenField.nullish(),
  reason: text(1, 1000).nullish().describe('Why, kept with the site check.'),
});

/** Until work has begun the requester may leave. */
const requesterMayCancel: readonly SiteCheckStatus[] = [
  'quoted',
  'offer_selected',
  'awaiting_payment',
  'confirmed',
];

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
  await services.siteChecks.change(requestId, (request) => {
    if (party === 'requester' && !requesterMayCancel.includes(request.status)) {
      throw invalidTransition(request, 'cancelled by its requester');
    }
    const reason = input.reason ?? null;
    return new SiteCheckChange(request, services.clock.now()).move('cancelled', { reason });
  });
  return joinSiteCheck(services, requestId);
}
