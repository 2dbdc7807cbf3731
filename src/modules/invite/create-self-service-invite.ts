import { operation, post } from '../../operation.js';
import { customerOrOperator } from '../customer/customer-access.js';
import { planInvite } from '../job/invite-change.js';
import type { InviteView } from '../job/invite-state.js';
import { siteCheckTarget } from '../site-check/requester.js';
import { viewToCapture } from '../site-check/start-self-service-capture.js';
import { inviteExample, inviteeOf, selfServiceInviteInput } from './invite-input.js';
import { issueLink } from './issue-link.js';

export const createSelfServiceInvite = operation({
  name: 'createSelfServiceInvite',
  kind: 'mutation',
  description:
    'Invite a person on site to capture the evidence of a confirmed self-service site check. With the channels email and sms, the service sends the capture link; delivery_error says why it does not.',
  access: customerOrOperator,
  target: siteCheckTarget,
  input: selfServiceInviteInput,
  errors: ['invalid_transition', 'invite_active', 'invite_limit'],
  example: inviteExample,
  rest: post('/v1/customer/requests/{request_id}/self-service-invites', {
    tag: 'Invites',
    summary: 'Create a self-service invite',
    status: 201,
    location: (invite) => `/v1/self-service/invites/${invite.invite_id}`,
  }),
  async run(ctx, { requestId, input }): Promise<InviteView> {
    const { request } = await viewToCapture(ctx.services, ctx.viewer, requestId);
    const invitee = inviteeOf(input);
    return issueLink(ctx, request.jobId, invitee.channel, (job, now) =>
      planInvite(job, invitee, now),
    );
  },
});
