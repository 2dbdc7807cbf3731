import { builder } from '../../graphql/builder.js';
import { enumType } from '../../graphql/enums.js';
import { type CheckoutSession, paymentProvider } from '../payment/payment.js';
import { paymentStatus } from './states.js';

export const PaymentStatusRef = enumType(
  'PaymentStatus',
  paymentStatus,
  'Whether the offer is paid.',
  {
    unpaid: 'Nothing has been paid.',
    not_required: 'The offer is free.',
    pending: 'A checkout session is open.',
    paid: 'Paid.',
    failed: 'The payment was declined; another session may be opened.',
    refunded: 'Paid back.',
  },
);

const PaymentProviderRef = enumType('PaymentProvider', paymentProvider, 'Who takes the money.', {
  sandbox: 'Nobody: no money moves.',
  stripe: 'Stripe.',
});

/** The payment status as far as it concerns this session. */
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
  description: 'The newest checkout session (PublicCheckoutStateOut).',
  fields: (t) => ({
    status: t.field({
      type: PaymentStatusRef,
      description: 'Whether it has been paid.',
      resolve: sessionPayment,
    }),
    sessionId: t.expose('sessionId', { type: 'UUID', description: 'Its id.' }),
    checkoutUrl: t.string({
      nullable: true,
      description: 'Where to pay; null unless it is open.',
      resolve: (session) => (session.state === 'open' ? session.url : null),
    }),
    amountMinor: t.exposeInt('amountMinor', { description: 'Whole minor units.' }),
    currency: t.exposeString('currency', { description: 'ISO 4217 code.' }),
    provider: t.expose('provider', { type: PaymentProviderRef, description: 'Who takes it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was opened.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: '30 minutes later.' }),
    paidAt: t.expose('paidAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was paid.',
    }),
    failureReason: t.exposeString('failureReason', {
      nullable: true,
      description: 'Why it was closed without payment.',
    }),
  }),
});
