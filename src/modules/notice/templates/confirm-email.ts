import { newestMailToken } from '../../customer/mail-token.js';
import { idIn, notice } from '../notice.js';

/** Sent when an account is created; the customer requests another with `resendCustomerConfirmation`. */
export const confirmEmail = notice({
  kind: 'confirm_email',
  on: {
    async 'customer.registered'({ customers }, event) {
      const customer = await customers.find(idIn(event, 'customer_id'));
      if (!customer?.email) return null;
      return { to: customer.email, about: { customerId: customer._id } };
    },
  },
  async read(services, { about }) {
    const found = await newestMailToken(services, about.customerId ?? '', 'confirm');
    return found && { url: `${services.baseUrl}/confirm-email#${found.token}`, ...found };
  },
  write: ({ url, expiresAt }, { t, operator, time }) => ({
    subject: t('mail.confirm_email.title'),
    heading: t('mail.confirm_email.title'),
    paragraphs: [t('mail.confirm_email.body', { operator })],
    action: { label: t('mail.confirm_email.action'), url },
    notes: [t('mail.confirm_email.browser'), t('mail.link_until', { time: time(expiresAt) })],
    reason: t('mail.confirm_email.why'),
  }),
});
