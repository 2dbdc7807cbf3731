import { builder } from '../../graphql/builder.js';
import {
  CaptureSessionStateRef,
  InviteChannelRef,
  InviteDeliveryStatusRef,
  InviteStatusRef,
} from '../job/invite.graphql.js';
import { inviteDelivery } from '../job/invite-delivery.js';
import type { InviteView } from '../job/invite-state.js';
import { inviteLanguage } from '../job/recipient-language.js';

const SummaryRef = builder.objectRef<InviteView>('SelfServiceInvite');

export type InviteFields = Parameters<
  Parameters<typeof builder.objectFields<typeof SummaryRef>>[1]
>[0];

/** The fields that an invite and its summary share. */
export const inviteFieldsOf = (t: InviteFields) => {
  const moment = (description: string, of: (view: InviteView) => Date | null) =>
    t.field({ type: 'DateTime', nullable: true, description, resolve: of });
  const text = (description: string, of: (view: InviteView) => string | null) =>
    t.string({ nullable: true, description, resolve: of });
  return {
    inviteId: t.field({
      type: 'UUID',
      description: 'Id of the invite, kept when a new link is issued.',
      resolve: ({ invite }) => invite.inviteId,
    }),
    captureSessionId: t.field({
      type: 'UUID',
      description: 'Id of the latest capture link.',
      resolve: (view) => view.captureSessionId,
    }),
    status: t.field({
      type: InviteStatusRef,
      description: 'Current status.',
      resolve: (view) => view.status,
    }),
    channel: t.field({
      type: InviteChannelRef,
      description: 'How the link reaches the invitee; link: pass it on yourself.',
      resolve: ({ invite }) => invite.channel,
    }),
    inviteeName: t.string({
      description: 'Name of the invitee.',
      resolve: ({ invite }) => invite.inviteeName,
    }),
    inviteeRole: text(
      'Role of the invitee on site; null when not given.',
      ({ invite }) => invite.inviteeRole,
    ),
    preferredLanguage: text(
      'Language requested for the invitee; null when not given.',
      ({ invite }) => invite.preferredLanguage,
    ),
    language: t.string({
      description:
        'Language of the message to the invitee: en, de, fr, es, pt-BR, ja or ar; the nearest to preferred_language, else the one of the requester.',
      resolve: ({ job, invite }, _args, { services }) => inviteLanguage(services, job, invite),
    }),
    operatorName: t.string({
      nullable: true,
      description: 'Name of the operator of the service; null when not configured.',
      resolve: (_view, _args, { services }) => services.config.operatorName ?? null,
    }),
    sessionState: t.field({
      type: CaptureSessionStateRef,
      nullable: true,
      description: 'Progress of the capture.',
      resolve: (view) => view.sessionState,
    }),
    deliveryStatus: t.field({
      type: InviteDeliveryStatusRef,
      nullable: true,
      description:
        'Delivery of the latest link; skipped: the service sends nothing itself, pass the link on.',
      resolve: async ({ invite }, _args, { services }) =>
        (await inviteDelivery(services, invite)).status,
    }),
    deliveryError: t.string({
      nullable: true,
      description: 'Reason for a failed or skipped delivery; null without one.',
      resolve: async ({ invite }, _args, { services }) =>
        (await inviteDelivery(services, invite)).error,
    }),
    requestId: t.field({
      type: 'UUID',
      description: 'Id of the site check.',
      resolve: ({ job }) => job.requestId as string,
    }),
    jobId: t.field({
      type: 'UUID',
      description: 'Id of the job.',
      resolve: ({ job }) => job._id,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Time when the latest link expires.',
      resolve: (view) => view.expiresAt,
    }),
    sentAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Time when the mail server or SMS provider accepted the latest link; null when nothing was sent.',
      resolve: async ({ invite }, _args, { services }) =>
        (await inviteDelivery(services, invite)).sentAt,
    }),
    openedAt: moment(
      'Time when the link was first opened; null before.',
      ({ invite }) => invite.openedAt,
    ),
    completedAt: moment(
      'Time when the last required step passed; null before.',
      (view) => view.completedAt,
    ),
    invalidatedAt: moment(
      'Time when the invite was revoked or replaced, or the job ended; null before.',
      ({ invite }) => invite.invalidatedAt,
    ),
    canResend: t.boolean({
      description: 'Whether a new link can be issued.',
      resolve: (view) => view.canResend,
    }),
    canReassign: t.boolean({
      description: 'Whether the invite can be reassigned to another person.',
      resolve: (view) => view.canReassign,
    }),
  };
};

export const SelfServiceInviteRef = SummaryRef.implement({
  extensions: { document: 'SelfServiceInviteSummaryOut' },
  description:
    'State of the capture link of a self-service site check (SelfServiceInviteSummaryOut).',
  fields: inviteFieldsOf,
});
