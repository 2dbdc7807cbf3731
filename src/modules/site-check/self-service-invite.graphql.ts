import { builder } from '../../graphql/builder.js';
import type { SelfServiceInvite } from './self-service-invite.js';
import type { SiteCheck } from './site-check.js';

interface ShownInvite {
  invite: SelfServiceInvite;
  request: SiteCheck;
}

export const SelfServiceInviteRef = builder.objectRef<ShownInvite>('SelfServiceInvite').implement({
  extensions: { document: 'SelfServiceInviteSummaryOut' },
  description: 'What may be said of a capture link (SelfServiceInviteSummaryOut).',
  fields: (t) => {
    const nothing = (description: string) => ({
      nullable: true as const,
      description,
      resolve: () => null,
    });
    const moment = (description: string, of: (invite: SelfServiceInvite) => Date | null) => ({
      type: 'DateTime' as const,
      nullable: true as const,
      description,
      resolve: ({ invite }: ShownInvite) => of(invite),
    });
    return {
      inviteId: t.field({
        type: 'UUID',
        description: 'Id of the invitation, kept when its link is made anew.',
        resolve: ({ invite }) => invite.inviteId,
      }),
      captureSessionId: t.field({
        type: 'UUID',
        description: 'Id of the newest link.',
        resolve: ({ invite }) => invite.captureSessionId,
      }),
      status: t.string({
        description: 'active, expired, invalidated or completed.',
        resolve: ({ invite }) => invite.status,
      }),
      channel: t.string({
        description: 'link: it was answered to the requester.',
        resolve: () => 'link',
      }),
      inviteeName: t.string({
        description: 'Whom it is for.',
        resolve: ({ invite }) => invite.inviteeName,
      }),
      inviteeRole: t.string(nothing('What they are on site.')),
      preferredLanguage: t.string(nothing('Language they asked for.')),
      operatorName: t.string({
        nullable: true,
        description: 'Who looks after it.',
        resolve: ({ invite }) => invite.operatorName,
      }),
      sessionState: t.string({
        nullable: true,
        description: 'not_started, capturing or submitted.',
        resolve: ({ invite }) => invite.sessionState,
      }),
      deliveryStatus: t.string({
        nullable: true,
        description: 'skipped: nothing is sent.',
        resolve: () => 'skipped',
      }),
      deliveryError: t.string(nothing('Why sending it failed.')),
      requestId: t.field({
        type: 'UUID',
        description: 'The request.',
        resolve: ({ request }) => request._id,
      }),
      jobId: t.field({
        type: 'UUID',
        description: 'The job.',
        resolve: ({ request }) => request.jobId,
      }),
      expiresAt: t.field({
        type: 'DateTime',
        description: 'When the link stops working.',
        resolve: ({ invite }) => invite.expiresAt,
      }),
      sentAt: t.field(moment('When it was sent.', () => null)),
      openedAt: t.field(moment('When it was first opened.', () => null)),
      completedAt: t.field(moment('When the last required step passed.', (i) => i.completedAt)),
      invalidatedAt: t.field(moment('When it was revoked.', (i) => i.invalidatedAt)),
      canResend: t.boolean({
        description: 'Whether a new link can be had.',
        resolve: ({ invite }) => invite.canResend,
      }),
      canReassign: t.boolean({
        description: 'Whether it can be given to somebody else.',
        resolve: () => false,
      }),
    };
  },
});
