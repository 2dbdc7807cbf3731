import { enumType } from '../../graphql/enums.js';
import { captureSessionState, inviteChannel, inviteStatus } from './invite.js';
import { inviteDeliveryStatus } from './invite-delivery.js';

export const InviteStatusRef = enumType('InviteStatus', inviteStatus, 'Status of an invite.', {
  active: 'The link works.',
  expired: 'The link has expired; it can be sent again.',
  invalidated: 'The invite was revoked or replaced, or the job ended.',
  completed: 'The evidence is complete.',
});

export const InviteChannelRef = enumType(
  'InviteChannel',
  inviteChannel,
  'How the link reaches the invitee.',
  {
    email: 'The service sends the link by email.',
    sms: 'The service sends the link by text message.',
    link: 'The link is passed on by its owner.',
  },
);

export const CaptureSessionStateRef = enumType(
  'CaptureSessionState',
  captureSessionState,
  'Progress of a capture.',
  {
    not_started: 'The link was not opened yet.',
    opened: 'The link was opened.',
    capturing: 'Evidence was submitted.',
    submitted: 'Every required step has passing evidence.',
  },
);

export const InviteDeliveryStatusRef = enumType(
  'InviteDeliveryStatus',
  inviteDeliveryStatus,
  'Status of the delivery of a link.',
  {
    queued: 'The message is waiting to be sent.',
    sent: 'The mail server or SMS provider accepted the message.',
    failed: 'The message could not be sent or delivered.',
    skipped: 'The service sends nothing itself; pass the link on.',
  },
);
