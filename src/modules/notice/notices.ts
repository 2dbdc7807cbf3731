import type { Notice } from './notice.js';
import { captureInvite } from './templates/capture-invite.js';
import { confirmEmail } from './templates/confirm-email.js';
import { dispatchOffer } from './templates/dispatch-offer.js';
import { inviteExpired } from './templates/invite-expired.js';
import { passwordChanged } from './templates/password-changed.js';
import { passwordReset } from './templates/password-reset.js';
import { paymentReceived } from './templates/payment-received.js';
import { paymentRefunded } from './templates/payment-refunded.js';
import { reportDelivered } from './templates/report-delivered.js';
import { reportWithdrawn } from './templates/report-withdrawn.js';
import { requestClosed } from './templates/request-closed.js';

/** Every mail with a template. */
// biome-ignore lint/suspicious/noExplicitAny: each notice knows the shape that it reads and writes
export const notices: readonly Notice<any>[] = [
  confirmEmail,
  passwordReset,
  passwordChanged,
  paymentReceived,
  paymentRefunded,
  reportDelivered,
  reportWithdrawn,
  requestClosed,
  captureInvite,
  inviteExpired,
  dispatchOffer,
];
