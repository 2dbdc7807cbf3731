import type { RequestContext } from '../../context.js';
import { operation, post } from '../../operation.js';
import {
  feedbackErrors,
  type RequesterFeedbackInput,
  requesterFeedbackInput,
  type StoredFeedback,
  storeFeedback,
} from '../job/submit-requester-feedback.js';
import { type Party, viewFor } from './party.js';
import { reconcileSiteCheck } from './reconcile-site-check.js';
import { requester, siteCheckTarget } from './requester.js';
import { accessTokenField } from './select-offer.js';
import { invalidTransition } from './site-check-change.js';
import { closed } from './states.js';

/**
 * Stores a party's feedback on the report of a site check.
 * @throws ApiError `site_check_not_found` and any of `feedbackErrors`
 */
export async function giveFeedback(
  ctx: RequestContext,
  party: Party,
  requestId: string,
  input: RequesterFeedbackInput,
): Promise<StoredFeedback> {
  const { request, job } = await viewFor(ctx.services, party, requestId);
  if (closed.includes(request.status)) throw invalidTransition(request);
  const stored = await storeFeedback(ctx, job._id, {}, input);
  await reconcileSiteCheck(ctx.services, requestId);
  return stored;
}

export const submitSiteCheckFeedback = operation({
  name: 'submitSiteCheckFeedback',
  kind: 'mutation',
  description:
    'Submit requester feedback on the report of a site check; a verdict changes the status of the site check.',
  access: requester,
  target: siteCheckTarget,
  args: { accessToken: accessTokenField },
  input: requesterFeedbackInput,
  errors: feedbackErrors,
  example: {
    access_token: 'mR5cN0vJ2bQx8wLk4TzYp7HdS1uFgE6aC3iOoVtBnXs',
    verdict: 'accepted',
    rating: 5,
  },
  rest: post('/v1/public/site-checks/{request_id}/requester-feedback', {
    tool: { name: 'submit_site_check_feedback', annotations: { idempotentHint: true } },
    tag: 'Site checks',
    summary: 'Submit requester feedback on a site check',
  }),
  run: (ctx, { requestId, input }) => giveFeedback(ctx, ctx.viewer, requestId, input),
});
