import { get, operation } from '../../operation.js';
import { customerOrOperator } from '../customer/customer-access.js';
import type { InviteView } from '../job/invite-state.js';
import { answerInvite, inviteTarget, jobOfInvite } from './invite-access.js';

export const getSelfServiceInvite = operation({
  name: 'selfServiceInvite',
  kind: 'query',
  description: 'Get an invite, with its capture link while it is active.',
  access: customerOrOperator,
  target: inviteTarget,
  errors: [],
  rest: get('/v1/self-service/invites/{invite_id}', {
    operationId: 'get_self_service_invite',
    tag: 'Invites',
    summary: 'Get a self-service invite',
  }),
  async run(ctx, { inviteId }): Promise<InviteView> {
    return answerInvite(ctx, await jobOfInvite(ctx.services, ctx.viewer, inviteId), inviteId);
  },
});
