import type { PaymentProvider } from './payment.js';

/** Moves no money: the page at the checkout's URL has buttons to pay, decline and cancel. */
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
