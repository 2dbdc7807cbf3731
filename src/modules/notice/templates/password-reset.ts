import { newestMailToken } from '../../customer/mail-token.js';
import { notice } from '../notice.js';

/** Queued directly by `requestPasswordReset`, which emits no event. */
export const passwordReset = notice({
  kind: 'password_reset',
  on: {},
  async read(services, { about }) {
    const found = await newestMailToken(services, about.customerId ?? '', 'reset');
    return found && { url: `${services.baseUrl}/reset-password#${found.token}`, ...found };
  },
  write: ({ url, expiresAt }, { t, operator, time }) => ({
    subject: t('mail.set_password'),
    heading: t('mail.set_password'),
    paragraphs: [t('mail.password_reset.body', { operator })],
    action: { label: t('mail.set_password'), url },
    notes: [t('mail.password_reset.once', { time: time(expiresAt) })],
    reason: t('mail.password_reset.why'),
  }),
});
