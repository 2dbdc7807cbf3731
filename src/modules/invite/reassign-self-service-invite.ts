import { scope } from '../../access.js';
import { operation, post } from '../../operation.js';
import { planReassignment } from '../job/invite-change.js';
import type { InviteView } from '../job/invite-state.js';
import { answerNewest, inviteTarget, jobOfInvite, requireInvite } from './invite-access.js';
import { inviteExample, inviteeOf, selfServiceInviteInput } from './invite-input.js';

export const reassignSelfServiceInvite = operation({
  name: 'reassignSelfServiceInvite',
  kind: 'mutation',
  description:
    'Replaces an invite by an invite to another person and returns the new one. The previous link is revoked; evidence already submitted is kept.',
  access: scope('operator'),
  target: inviteTarget,
  input: selfServiceInviteInput,
  refusals: ['invalid_transition', 'invite_limit'],
  example: { ...inviteExample, invitee_name: 'Alan Turing', invitee_email: 'alan@example.org' },
  rest: post('/v1/self-service/invites/{invite_id}/reassign', {
    tag: 'Invites',
    summary: 'Reassign a self-service invite',
  }),
  async run(ctx, { inviteId, input }): Promise<InviteView> {
    const { services, viewer } = ctx;
    const { _id } = await jobOfInvite(services, viewer, inviteId);
    const job = await services.jobs.change(_id, {}, (found) => {
      const invite = requireInvite(found, inviteId);
      return planReassignment(found, invite, inviteeOf(input), services.clock.now());
    });
    return answerNewest(ctx, job);
  },
});
