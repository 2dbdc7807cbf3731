import type { Call } from '../../context.js';
import { newId } from '../../lib/ids.js';
import { hour } from '../../lib/units.js';
import { operation, post } from '../../operation.js';
import { tokensKept } from '../job/assign-job.js';
import type { TaskToken } from '../job/job.js';
import { JobChange, invalidTransition as jobInvalid } from '../job/job-change.js';
import { issueTaskToken } from '../job/task-token.js';
import { reconcileSiteCheck } from './reconcile-site-check.js';
import { requester, siteCheckTarget } from './requester.js';
import { accessTokenField } from './select-offer.js';
import { invalidTransition } from './site-check-change.js';

/** How long a capture link works. */
const captureMilliseconds = 24 * hour;

export interface StartedCapture {
  /** Page for the person who takes the photographs; the token is in the fragment. */
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
  const now = services.clock.now();
  const expiresAt = new Date(now.getTime() + captureMilliseconds);
  const assigneeName = request.requesterName ?? 'The requester';
  const token: TaskToken = {
    tokenId: newId(),
    kind: 'capture',
    assigneeName,
    createdAt: now,
    expiresAt,
    revokedAt: null,
  };
  const job = await services.jobs.unreconciled.change(request.jobId, {}, (found) => {
    const change = new JobChange(found, now);
    if (found.status === 'open' || found.status === 'assigned') change.move('assigned');
    else if (found.status !== 'in_progress') throw jobInvalid(found, 'captured by its requester');
    const earlier = found.tokens.map((one) => (one.revokedAt ? one : { ...one, revokedAt: now }));
    return change.set({
      tokens: [...earlier, token].slice(-tokensKept),
      assignment: { assigneeName, assignedAt: now, expiresAt, tokenId: token.tokenId },
    });
  });
  ctx.notes.headers['cache-control'] = 'no-store';
  const captureToken = await issueTaskToken(services.serverKeys.tokens, job, token);
  return { captureUrl: `${services.baseUrl}/capture#${captureToken}`, captureToken, expiresAt };
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
