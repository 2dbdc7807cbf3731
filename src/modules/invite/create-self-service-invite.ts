import { scope } from '../../access.js';
import type { Call } from '../../context.js';
import { operation, post } from '../../operation.js';
import type { KeyHolder } from '../../viewer.js';
import { planInvite } from '../job/invite-change.js';
import type { InviteView } from '../job/invite-state.js';
import { siteCheckTarget } from '../site-check/requester.js';
import { viewToCapture } from '../site-check/start-self-service-capture.js';
import { answerNewest } from './invite-access.js';
import {
  inviteExample,
  inviteeOf,
  type SelfServiceInviteInput,
  selfServiceInviteInput,
} from './invite-input.js';

async function create(
  ctx: Call<KeyHolder>,
  requestId: string,
  input: SelfServiceInviteInput,
): Promise<InviteView> {
  const { services, viewer } = ctx;
  const { request } = await viewToCapture(services, viewer, requestId);
  const job = await services.jobs.change(request.jobId, {}, (found) =>
    planInvite(found, inviteeOf(input), services.clock.now()),
  );
  return answerNewest(ctx, job);
}

export const createSelfServiceInvite = operation({
  name: 'createSelfServiceInvite',
  kind: 'mutation',
  description:
    'Invites somebody on site to capture the evidence of a confirmed self-service site check. With the channel email, the service sends the capture link.',
  access: scope('operator'),
  target: siteCheckTarget,
  input: selfServiceInviteInput,
  refusals: ['invalid_transition', 'invite_active', 'invite_limit'],
  example: inviteExample,
  rest: post('/v1/customer/requests/{request_id}/self-service-invites', {
    tag: 'Invites',
    summary: 'Create a self-service invite',
    status: 201,
    location: (invite) => `/v1/self-service/invites/${invite.invite_id}`,
  }),
  run: (ctx, { requestId, input }) => create(ctx, requestId, input),
});
