import { when } from '../letter.js';
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
  write: ({ url, at }, operatorName) => ({
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    paragraphs: [
      `The password of your account at ${operatorName} was changed on ${when(at)}. Every other session was signed out.`,
      'If that was you, there is nothing to do. If not, set a new password now.',
    ],
    action: { label: 'Set a new password', url },
    reason: `You get this mail because you have an account at ${operatorName}.`,
  }),
});
