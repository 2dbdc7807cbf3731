import { idIn, notice } from '../notice.js';

export const passwordChanged = notice({
  kind: 'password_changed',
  on: {
    async 'customer.password_changed'({ customers }, event) {
      const customer = await customers.find(idIn(event, 'customer_id'));
      if (!customer?.email) return null;
      return { to: customer.email, about: { customerId: customer._id } };
    },
  },
  read: async ({ baseUrl }, { createdAt }) => ({ url: `${baseUrl}/reset-password`, at: createdAt }),
  write: ({ url, at }, { t, operator, time }) => ({
    subject: t('mail.password_changed.title'),
    heading: t('mail.password_changed.title'),
    paragraphs: [
      t('mail.password_changed.body', { operator, time: time(at) }),
      t('mail.password_changed.next'),
    ],
    action: { label: t('mail.set_password'), url },
    reason: t('mail.to_account', { operator }),
  }),
});
