import type { PaymentProvider } from './payment.js';

/** Takes no money: the page at the checkout's address offers to pay, decline and cancel. */
export const sandboxPayments: PaymentProvider = {
  name: 'sandbox',
  prepare: (_session, purchase) => ({ url: purchase.pageUrl }),
  open: async (session, purchase) => ({
    url: purchase.pageUrl,
    providerSessionId: session.sessionId,
  }),
  close: async () => {},
  refund: async () => {},
};
