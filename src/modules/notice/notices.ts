import type { Notice } from './notice.js';
import { captureInvite } from './templates/capture-invite.js';
import { confirmEmail } from './templates/confirm-email.js';
import { dispatchOffer } from './templates/dispatch-offer.js';
import { inviteExpired } from './templates/invite-expired.js';
import { passwordChanged } from './templates/password-changed.js';
import { passwordReset } from './templates/password-reset.js';
import { paymentReceived } from './templates/payment-received.js';
import { paymentRefunded } from './templates/payment-refunded.js';
import { photosReceived } from './templates/photos-received.js';
import { quoteExpiring } from './templates/quote-expiring.js';
import { reportDelivered } from './templates/report-delivered.js';
import { reportWithdrawn } from './templates/report-withdrawn.js';
import { requestClosed } from './templates/request-closed.js';
import { requestReceived } from './templates/request-received.js';
import { verifierOnWay } from './templates/verifier-on-way.js';

/** Every mail with a template. */
// biome-ignore lint/suspicious/noExplicitAny: each notice knows the shape that it reads and writes
export const notices: readonly Notice<any>[] = [
  confirmEmail,
  passwordReset,
  passwordChanged,
  requestReceived,
  quoteExpiring,
  paymentReceived,
  paymentRefunded,
  verifierOnWay,
  photosReceived,
  reportDelivered,
  reportWithdrawn,
  requestClosed,
  captureInvite,
  inviteExpired,
  dispatchOffer,
];
