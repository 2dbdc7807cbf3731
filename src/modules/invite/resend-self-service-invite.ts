import { scope } from '../../access.js';
import { operation, post } from '../../operation.js';
import { planResend } from '../job/invite-change.js';
import type { InviteView } from '../job/invite-state.js';
import { answerInvite, inviteTarget, jobOfInvite, requireInvite } from './invite-access.js';

export const resendSelfServiceInvite = operation({
  name: 'resendSelfServiceInvite',
  kind: 'mutation',
  description:
    'Issues a new capture link for an invite and sends it as before. The previous link is revoked.',
  access: scope('operator'),
  target: inviteTarget,
  refusals: ['invalid_transition', 'invite_limit'],
  rest: post('/v1/self-service/invites/{invite_id}/resend', {
    tag: 'Invites',
    summary: 'Resend a self-service invite',
  }),
  async run(ctx, { inviteId }): Promise<InviteView> {
    const { services, viewer } = ctx;
    const { _id } = await jobOfInvite(services, viewer, inviteId);
    const job = await services.jobs.change(_id, {}, (found) =>
      planResend(found, requireInvite(found, inviteId), services.clock.now()),
    );
    return answerInvite(ctx, job, inviteId);
  },
});
