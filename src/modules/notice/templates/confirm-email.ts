import { newestMailToken } from '../../customer/mail-token.js';
import { when } from '../letter.js';
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
  write: ({ url, expiresAt }, operatorName) => ({
    subject: 'Confirm your email address',
    heading: 'Confirm your email address',
    paragraphs: [
      `An account at ${operatorName} was created with this address. Confirm that the address is yours.`,
    ],
    action: { label: 'Confirm email address', url },
    notes: [
      'Open the link in the browser where you created the account. In any other browser you choose a new password, and everyone who is signed in to the account is signed out.',
      `The link works until ${when(expiresAt)}.`,
    ],
    reason:
      "You're receiving this because an account was created with this address. If that wasn't you, ignore this email: the address stays unconfirmed.",
  }),
});
