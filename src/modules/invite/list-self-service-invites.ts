import { get, operation } from '../../operation.js';
import { customerOrOperator } from '../customer/customer-access.js';
import type { InviteView } from '../job/invite-state.js';
import { viewFor } from '../site-check/party.js';
import { siteCheckTarget } from '../site-check/requester.js';
import { answerInvites } from './invite-access.js';

export const listSelfServiceInvites = operation({
  name: 'selfServiceInvites',
  kind: 'query',
  description: 'List the invites of a site check, newest first.',
  access: customerOrOperator,
  target: siteCheckTarget,
  errors: [],
  rest: get('/v1/customer/requests/{request_id}/self-service-invites', {
    operationId: 'list_self_service_invites',
    tag: 'Invites',
    summary: 'List the self-service invites of a site check',
  }),
  async run(ctx, { requestId }): Promise<InviteView[]> {
    const { job } = await viewFor(ctx.services, ctx.viewer, requestId);
    return answerInvites(ctx, job, (job.invites ?? []).toReversed());
  },
});
