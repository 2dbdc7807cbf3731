import type { RequestContext } from '../../context.js';
import { operation, post } from '../../operation.js';
import { captureUrl } from '../job/capture-link.js';
import { planOwnInvite } from '../job/invite-change.js';
import { issueTaskToken } from '../job/task-token.js';
import { type Party, viewFor } from './party.js';
import type { ReconcileNeeds } from './reconcile-site-check.js';
import { requester, siteCheckTarget } from './requester.js';
import { accessTokenField } from './select-offer.js';
import type { SiteCheckView } from './site-check.js';
import { invalidTransition } from './site-check-change.js';

export interface StartedCapture {
  /** Page for the person who takes the photos; the token is in the fragment. */
  captureUrl: string;
  /** A bearer secret, returned once and not stored. */
  captureToken: string;
  expiresAt: Date;
}

/**
 * Returns a site check whose evidence is captured by its requester or by a person they invite.
 * @throws ApiError `site_check_not_found`; `invalid_transition` for any other, before its confirmation and after its
 * end
 */
export async function viewToCapture(
  services: ReconcileNeeds,
  party: Party,
  requestId: string,
): Promise<SiteCheckView> {
  const view = await viewFor(services, party, requestId);
  const { status, executionMode } = view.request;
  const begun = status === 'confirmed' || status === 'in_progress';
  if (begun && executionMode === 'self_service') return view;
  throw invalidTransition(view.request);
}

/**
 * Creates a capture link for a party; the previous one is revoked.
 * @throws ApiError `site_check_not_found`, `invalid_transition`
 */
export async function startCapture(
  ctx: RequestContext,
  party: Party,
  requestId: string,
): Promise<StartedCapture> {
  const { services } = ctx;
  const { request } = await viewToCapture(services, party, requestId);
  const name = request.requesterName ?? 'The requester';
  const job = await services.jobs.unreconciled.change(request.jobId, {}, (found) =>
    planOwnInvite(found, name, services.clock.now()),
  );
  const token = job.tokens.at(-1);
  if (!token) throw new Error('an assigned job has the token of its assignment');
  ctx.notes.headers['cache-control'] = 'no-store';
  const captureToken = await issueTaskToken(services.serverKeys.tokens, job, token);
  const url = captureUrl(services.baseUrl, captureToken);
  return { captureUrl: url, captureToken, expiresAt: token.expiresAt };
}

export const startSelfServiceCapture = operation({
  name: 'startSelfServiceCapture',
  kind: 'mutation',
  description:
    'Create a capture link for a confirmed self-service site check. The previous link is revoked.',
  access: requester,
  target: siteCheckTarget,
  args: { accessToken: accessTokenField },
  errors: ['invalid_transition'],
  example: { access_token: 'mR5cN0vJ2bQx8wLk4TzYp7HdS1uFgE6aC3iOoVtBnXs' },
  rest: post('/v1/public/site-checks/{request_id}/self-service-capture', {
    tool: { name: 'start_self_service_capture' },
    tag: 'Site checks',
    summary: 'Start self-service capture',
  }),
  run: (ctx, { requestId }) => startCapture(ctx, ctx.viewer, requestId),
});
