import { newestMailToken } from '../../customer/mail-token.js';
import { when } from '../letter.js';
import { idIn, notice } from '../notice.js';

/** Sent when an account is made; the customer asks for another with `resendCustomerConfirmation`. */
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
  write: ({ url, expiresAt }, operatorName) => ({
    subject: 'Confirm your email address',
    heading: 'Confirm your email address',
    paragraphs: [
      `An account at ${operatorName} was created with this address. Confirm that the address is yours.`,
    ],
    action: { label: 'Confirm email address', url },
    notes: [`The link works until ${when(expiresAt)}.`],
    reason:
      'You get this mail because somebody created an account with this address. If that was not you, ignore it: the address stays unconfirmed.',
  }),
});
