import type { z } from 'zod';
import type { RequestContext } from '../../context.js';
import {
  type RequesterFeedbackInput,
  requesterFeedbackInput,
  type StoredFeedback,
  storeFeedback,
} from '../job/submit-requester-feedback.js';
import { joinSiteCheck } from './join-site-check.js';
import { requireRequester } from './requester.js';
import { accessTokenField } from './select-offer.js';
import { invalidTransition } from './site-check-change.js';
import { closed } from './states.js';

/** The body of the REST twin: RequesterFeedbackIn with the token beside it. */
export const siteCheckFeedbackBody = requesterFeedbackInput.safeExtend({
  accessToken: accessTokenField,
});
export type SiteCheckFeedbackBody = z.infer<typeof siteCheckFeedbackBody>;

/**
 * Stores what the requester says of the result; a verdict moves the job, and the request with it.
 *
 * @throws ApiError `site_check_not_found`, `invalid_transition` when the request is cancelled or
 *   expired, and what feedback on the job may be refused with
 */
export async function submitSiteCheckFeedback(
  ctx: RequestContext,
  requestId: string,
  accessToken: string,
  input: RequesterFeedbackInput,
): Promise<StoredFeedback> {
  const { request, job } = await requireRequester(ctx, requestId, accessToken);
  if (closed.includes(request.status)) throw invalidTransition(request, 'given feedback');
  const stored = await storeFeedback(ctx, job._id, {}, input);
  await joinSiteCheck(ctx.services, requestId);
  return stored;
}
