import { builder } from '../../graphql/builder.js';
import { mutation, query } from '../../graphql/operations.js';
import { captureLink } from '../job/capture-link.js';
import type { InviteView } from '../job/invite-state.js';
import { type InviteFields, inviteFieldsOf } from '../site-check/self-service-invite.graphql.js';
import { createSelfServiceInvite } from './create-self-service-invite.js';
import { getSelfServiceInvite } from './get-self-service-invite.js';
import { listSelfServiceInvites } from './list-self-service-invites.js';
import { reassignSelfServiceInvite } from './reassign-self-service-invite.js';
import { resendSelfServiceInvite } from './resend-self-service-invite.js';
import { revokeSelfServiceInvite } from './revoke-self-service-invite.js';

const CaptureInviteRef = builder.objectRef<InviteView>('CaptureInvite').implement({
  extensions: { document: 'CustomerSelfServiceInviteOut' },
  description:
    'An invite to capture the evidence of a self-service site check (CustomerSelfServiceInviteOut).',
  fields: (t) => ({
    ...inviteFieldsOf(t as unknown as InviteFields),
    inviteePhone: t.string({
      nullable: true,
      description: 'Phone number of the invitee; null when not given.',
      resolve: ({ invite }) => invite.inviteePhone,
    }),
    inviteeEmail: t.string({
      nullable: true,
      description: 'Email address of the invitee; null when not given.',
      resolve: ({ invite }) => invite.inviteeEmail,
    }),
    captureUrl: t.string({
      description:
        'URL of the capture page, with the token in its fragment while the invite is active.',
      resolve: ({ job, invite }, _args, { services }) => captureLink(services, job, invite),
    }),
  }),
});

query(listSelfServiceInvites, [CaptureInviteRef]);
query(getSelfServiceInvite, CaptureInviteRef);
mutation(createSelfServiceInvite, CaptureInviteRef);
mutation(resendSelfServiceInvite, CaptureInviteRef);
mutation(reassignSelfServiceInvite, CaptureInviteRef);
mutation(revokeSelfServiceInvite, CaptureInviteRef);
