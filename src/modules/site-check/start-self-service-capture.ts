import type { Call } from '../../context.js';
import { operation, post } from '../../operation.js';
import { planOwnInvite } from '../job/invite-change.js';
import { issueTaskToken } from '../job/task-token.js';
import { reconcileSiteCheck } from './reconcile-site-check.js';
import { requester, siteCheckTarget } from './requester.js';
import { accessTokenField } from './select-offer.js';
import { invalidTransition } from './site-check-change.js';

export interface StartedCapture {
  /** Page for whoever takes the photographs; the token stands in the fragment. */
  captureUrl: string;
  /** A bearer secret, answered here once and kept nowhere. */
  captureToken: string;
  expiresAt: Date;
}

async function start(ctx: Call, requestId: string): Promise<StartedCapture> {
  const { services } = ctx;
  const { request } = await reconcileSiteCheck(services, requestId);
  const begun = request.status === 'confirmed' || request.status === 'in_progress';
  if (!begun || request.executionMode !== 'self_service') {
    throw invalidTransition(request, 'captured by its requester');
  }
  const name = request.requesterName ?? 'The requester';
  const job = await services.jobs.unreconciled.change(request.jobId, {}, (found) =>
    planOwnInvite(found, name, services.clock.now()),
  );
  const token = job.tokens.at(-1);
  if (!token) throw new Error('an assigned job has the token of its assignment');
  ctx.notes.headers['cache-control'] = 'no-store';
  const captureToken = await issueTaskToken(services.serverKeys.tokens, job, token);
  const captureUrl = `${services.baseUrl}/capture#${captureToken}`;
  return { captureUrl, captureToken, expiresAt: token.expiresAt };
}

export const startSelfServiceCapture = operation({
  name: 'startSelfServiceCapture',
  kind: 'mutation',
  description:
    'Creates a capture link for a confirmed self-service site check. The previous link is revoked.',
  access: requester,
  target: siteCheckTarget,
  args: { accessToken: accessTokenField },
  refusals: ['invalid_transition'],
  example: { access_token: 'mR5cN0vJ2bQx8wLk4TzYp7HdS1uFgE6aC3iOoVtBnXs' },
  rest: post('/v1/public/site-checks/{request_id}/self-service-capture', {
    tag: 'Site checks',
    summary: 'Start self-service capture',
  }),
  run: (ctx, { requestId }) => start(ctx, requestId),
});
