import { text } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import { customerOrOperator } from '../customer/customer-access.js';
import { planRevocation } from '../job/invite-change.js';
import type { InviteView } from '../job/invite-state.js';
import { answerInvite, inviteTarget, jobOfInvite, requireInvite } from './invite-access.js';

export const revokeSelfServiceInvite = operation({
  name: 'revokeSelfServiceInvite',
  kind: 'mutation',
  description:
    'Revoke an invite and its link. Before the first evidence the job is open again; evidence already submitted is kept. Revoking it again has no effect.',
  access: customerOrOperator,
  target: inviteTarget,
  args: { reason: text(1, 500).nullish().describe('Reason for the revocation, for its event.') },
  errors: ['invalid_transition'],
  example: { reason: 'Sent to the wrong person.' },
  rest: post('/v1/self-service/invites/{invite_id}/revoke', {
    tag: 'Invites',
    summary: 'Revoke a self-service invite',
  }),
  async run(ctx, { inviteId, reason }): Promise<InviteView> {
    const { services, viewer } = ctx;
    const { _id } = await jobOfInvite(services, viewer, inviteId);
    const job = await services.jobs.change(_id, {}, (found) => {
      const invite = requireInvite(found, inviteId);
      return planRevocation(found, invite, reason ?? null, services.clock.now());
    });
    return answerInvite(ctx, job, inviteId);
  },
});
