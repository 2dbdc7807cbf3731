import { builder } from '../../graphql/builder.js';
import type { SelfServiceInvite } from './self-service-invite.js';
import type { SiteCheck } from './site-check.js';

interface ShownInvite {
  invite: SelfServiceInvite;
  request: SiteCheck;
}

export const SelfServiceInviteRef = builder.objectRef<ShownInvite>('SelfServiceInvite').implement({
  extensions: { document: 'SelfServiceInviteSummaryOut' },
  description:
    'State of the capture link of a self-service site check (SelfServiceInviteSummaryOut).',
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
        description: 'Id of the invitation, kept when a new link is issued.',
        resolve: ({ invite }) => invite.inviteId,
      }),
      captureSessionId: t.field({
        type: 'UUID',
        description: 'Id of the latest capture link.',
        resolve: ({ invite }) => invite.captureSessionId,
      }),
      status: t.string({
        description: 'Current status: active, expired, invalidated or completed.',
        resolve: ({ invite }) => invite.status,
      }),
      channel: t.string({
        description: 'Delivery channel; link: the link was returned to the requester.',
        resolve: () => 'link',
      }),
      inviteeName: t.string({
        description: 'Name of the invitee.',
        resolve: ({ invite }) => invite.inviteeName,
      }),
      inviteeRole: t.string(nothing('Role of the invitee on site; null when not given.')),
      preferredLanguage: t.string(
        nothing('Language requested by the invitee; null when not given.'),
      ),
      operatorName: t.string({
        nullable: true,
        description: 'Name of the operator in charge; null without one.',
        resolve: ({ invite }) => invite.operatorName,
      }),
      sessionState: t.string({
        nullable: true,
        description: 'State of the capture: not_started, capturing or submitted.',
        resolve: ({ invite }) => invite.sessionState,
      }),
      deliveryStatus: t.string({
        nullable: true,
        description: 'Delivery status; skipped: the service sends nothing itself.',
        resolve: () => 'skipped',
      }),
      deliveryError: t.string(nothing('Reason for a failed delivery; null without one.')),
      requestId: t.field({
        type: 'UUID',
        description: 'Id of the site check.',
        resolve: ({ request }) => request._id,
      }),
      jobId: t.field({
        type: 'UUID',
        description: 'Id of the job.',
        resolve: ({ request }) => request.jobId,
      }),
      expiresAt: t.field({
        type: 'DateTime',
        description: 'Time when the link expires.',
        resolve: ({ invite }) => invite.expiresAt,
      }),
      sentAt: t.field(moment('Time of the delivery; null when nothing was sent.', () => null)),
      openedAt: t.field(
        moment('Time when the link was first opened; null when unknown.', () => null),
      ),
      completedAt: t.field(
        moment('Time when the last required step passed; null before.', (i) => i.completedAt),
      ),
      invalidatedAt: t.field(
        moment('Time when the link was revoked; null while it is valid.', (i) => i.invalidatedAt),
      ),
      canResend: t.boolean({
        description: 'Whether a new link can be issued.',
        resolve: ({ invite }) => invite.canResend,
      }),
      canReassign: t.boolean({
        description: 'Whether the link can be reassigned to another person.',
        resolve: () => false,
      }),
    };
  },
});
