import { newestMailToken } from '../../customer/mail-token.js';
import { when } from '../letter.js';
import { notice } from '../notice.js';

/** Queued directly by `requestPasswordReset`, which emits no event. */
export const passwordReset = notice({
  kind: 'password_reset',
  on: {},
  async read(services, { about }) {
    const found = await newestMailToken(services, about.customerId ?? '', 'reset');
    return found && { url: `${services.baseUrl}/reset-password#${found.token}`, ...found };
  },
  write: ({ url, expiresAt }, operatorName) => ({
    subject: 'Set a new password',
    heading: 'Set a new password',
    paragraphs: [`A new password was requested for your account at ${operatorName}.`],
    action: { label: 'Set a new password', url },
    notes: [`The link works once, until ${when(expiresAt)}.`],
    reason:
      'You get this mail because somebody entered your address to reset a password. If that was not you, ignore it: your password stays as it is.',
  }),
});
