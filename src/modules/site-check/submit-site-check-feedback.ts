import { operation, post } from '../../operation.js';
import {
  feedbackRefusals,
  requesterFeedbackInput,
  type StoredFeedback,
  storeFeedback,
} from '../job/submit-requester-feedback.js';
import { reconcileSiteCheck } from './reconcile-site-check.js';
import { requester, siteCheckTarget } from './requester.js';
import { accessTokenField } from './select-offer.js';
import { invalidTransition } from './site-check-change.js';
import { closed } from './states.js';

export const submitSiteCheckFeedback = operation({
  name: 'submitSiteCheckFeedback',
  kind: 'mutation',
  description:
    'Stores requester feedback on the report of a site check; a verdict changes the status of the site check.',
  access: requester,
  target: siteCheckTarget,
  args: { accessToken: accessTokenField },
  input: requesterFeedbackInput,
  refusals: feedbackRefusals,
  example: {
    access_token: 'mR5cN0vJ2bQx8wLk4TzYp7HdS1uFgE6aC3iOoVtBnXs',
    verdict: 'accepted',
    rating: 5,
  },
  rest: post('/v1/public/site-checks/{request_id}/requester-feedback', {
    tag: 'Site checks',
    summary: 'Submit requester feedback on a site check',
  }),
  async run(ctx, { requestId, input }): Promise<StoredFeedback> {
    const { request, job } = await reconcileSiteCheck(ctx.services, requestId);
    if (closed.includes(request.status)) throw invalidTransition(request, 'given feedback');
    const stored = await storeFeedback(ctx, job._id, {}, input);
    await reconcileSiteCheck(ctx.services, requestId);
    return stored;
  },
});
