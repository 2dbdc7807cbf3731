import type { Call } from '../../context.js';
import { text } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import type { OfferHolder } from '../../viewer.js';
import { offerToken } from './offer-token.js';
import { settleChange } from './plan-run.js';
import { offerGone, type ProviderOffer, readOffer, threadOf } from './provider-offer.js';
import { RunChange } from './run-change.js';

/** @throws ApiError `offer_gone` */
async function decline(
  { services, viewer }: Call<OfferHolder>,
  reason: string | null,
): Promise<ProviderOffer> {
  const { dispatch, clock } = services;
  const { runId, threadId } = viewer;
  await dispatch.runs.change(runId, (run, job) => {
    if (threadOf(run, threadId).state === 'declined') return null;
    const now = clock.now();
    const change = settleChange(new RunChange(run, now), job, now);
    if (threadOf(change.after, threadId).state !== 'offered') throw offerGone();
    return settleChange(change.close(threadId, 'declined', { reason }), job, now);
  });
  return readOffer(services, viewer);
}

export const declineProviderOffer = operation({
  name: 'declineProviderOffer',
  kind: 'mutation',
  description: 'Decline the offer of the token; once declined, it has no further effect.',
  access: offerToken,
  args: { reason: text(0, 500).nullish().describe('Why the offer is declined.') },
  errors: ['offer_gone'],
  example: { reason: 'I am away this week.' },
  rest: post('/v1/provider/offer/decline', { tag: 'Dispatch', summary: 'Decline an offer' }),
  run: (ctx, { reason }) => decline(ctx, reason ?? null),
});
