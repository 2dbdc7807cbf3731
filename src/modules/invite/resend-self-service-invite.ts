import { operation, post } from '../../operation.js';
import { customerOrOperator } from '../customer/customer-access.js';
import { planResend } from '../job/invite-change.js';
import type { InviteView } from '../job/invite-state.js';
import { inviteTarget, jobOfInvite, requireInvite } from './invite-access.js';
import { issueLink } from './issue-link.js';

export const resendSelfServiceInvite = operation({
  name: 'resendSelfServiceInvite',
  kind: 'mutation',
  description:
    'Issue a new capture link for an invite and send it as before. The previous link is revoked.',
  access: customerOrOperator,
  target: inviteTarget,
  errors: ['invalid_transition', 'invite_limit'],
  rest: post('/v1/self-service/invites/{invite_id}/resend', {
    tag: 'Invites',
    summary: 'Resend a self-service invite',
  }),
  async run(ctx, { inviteId }): Promise<InviteView> {
    const found = await jobOfInvite(ctx.services, ctx.viewer, inviteId);
    const { channel } = requireInvite(found, inviteId);
    return issueLink(ctx, found._id, channel, (job, now) =>
      planResend(job, requireInvite(job, inviteId), now),
    );
  },
});
