import { operation, post } from '../../operation.js';
import { customerOrOperator } from '../customer/customer-access.js';
import { planReassignment } from '../job/invite-change.js';
import type { InviteView } from '../job/invite-state.js';
import { inviteTarget, jobOfInvite, requireInvite } from './invite-access.js';
import { inviteExample, inviteeOf, selfServiceInviteInput } from './invite-input.js';
import { issueLink } from './issue-link.js';

export const reassignSelfServiceInvite = operation({
  name: 'reassignSelfServiceInvite',
  kind: 'mutation',
  description:
    'Replace an invite by an invite to another person and return the new one. The previous link is revoked; evidence already submitted is kept.',
  access: customerOrOperator,
  target: inviteTarget,
  input: selfServiceInviteInput,
  errors: ['invalid_transition', 'invite_limit'],
  example: { ...inviteExample, invitee_name: 'Alan Turing', invitee_email: 'alan@example.org' },
  rest: post('/v1/self-service/invites/{invite_id}/reassign', {
    tag: 'Invites',
    summary: 'Reassign a self-service invite',
  }),
  async run(ctx, { inviteId, input }): Promise<InviteView> {
    const found = await jobOfInvite(ctx.services, ctx.viewer, inviteId);
    const invitee = inviteeOf(input);
    return issueLink(ctx, found._id, invitee.channel, (job, now) =>
      planReassignment(job, requireInvite(job, inviteId), invitee, now),
    );
  },
});
