import { builder } from '../../graphql/builder.js';
import { enumType } from '../../graphql/enums.js';
import { minute } from '../../lib/units.js';
import { type CheckoutSession, paymentProvider, sessionMilliseconds } from '../payment/payment.js';
import { paymentStatus } from './states.js';

export const PaymentStatusRef = enumType('PaymentStatus', paymentStatus, 'Status of the payment.', {
  unpaid: 'No payment was made.',
  not_required: 'The offer is free.',
  pending: 'A checkout session is open.',
  paid: 'The payment was made.',
  failed: 'The payment was declined; a new checkout session can be created.',
  refunded: 'The payment was refunded.',
});

const PaymentProviderRef = enumType('PaymentProvider', paymentProvider, 'Payment provider.', {
  sandbox: 'The sandbox simulates payments; no money is taken.',
  stripe: 'Stripe takes the payment.',
});

/** Returns the status of this session's payment. */
function sessionPayment(session: CheckoutSession) {
  if (session.refundedAt) return 'refunded' as const;
  const states = {
    open: 'pending',
    paid: 'paid',
    failed: 'failed',
    cancelled: 'unpaid',
    expired: 'unpaid',
  } as const;
  return states[session.state];
}

export const CheckoutRef = builder.objectRef<CheckoutSession>('Checkout').implement({
  extensions: { document: 'PublicCheckoutStateOut' },
  description: 'A checkout session (PublicCheckoutStateOut).',
  fields: (t) => ({
    status: t.field({
      type: PaymentStatusRef,
      description: 'Current payment status of the session.',
      resolve: sessionPayment,
    }),
    sessionId: t.expose('sessionId', { type: 'UUID', description: 'Id of the checkout session.' }),
    checkoutUrl: t.string({
      nullable: true,
      description: 'URL of the payment page; null unless the session is open.',
      resolve: (session) => (session.state === 'open' ? session.url : null),
    }),
    amountMinor: t.exposeInt('amountMinor', {
      description: 'Amount in whole minor units of the currency.',
    }),
    currency: t.exposeString('currency', { description: 'ISO 4217 currency code.' }),
    provider: t.expose('provider', { type: PaymentProviderRef, description: 'Payment provider.' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time when the session was opened.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: `Time when the session expires, ${sessionMilliseconds / minute} minutes after it was opened.`,
    }),
    paidAt: t.expose('paidAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the payment; null before.',
    }),
    failureReason: t.exposeString('failureReason', {
      nullable: true,
      description: 'Reason for the end of the session without payment; null without one.',
    }),
  }),
});
