import type { Config } from '../../config.js';
import { type SpanOptions, type Tracing, tracedMethods } from '../../tracing/tracing.js';
import type { PaymentProvider, Payments } from './payment.js';
import { sandboxPayments } from './sandbox.js';
import { createStripePayments } from './stripe.js';

const spanOf = (action: string): [string, SpanOptions] => [
  `stripe ${action}`,
  { kind: 'client', attributes: { 'server.address': 'api.stripe.com' } },
];

/** Stripe, whose calls are traced. */
const tracedStripe = (stripe: PaymentProvider, tracing: Tracing) =>
  tracedMethods(tracing, stripe, {
    open: spanOf('open session'),
    close: spanOf('close session'),
    refund: spanOf('refund'),
  });

/** The providers that the configuration allows. */
export function createPayments(
  config: Pick<Config, 'payments'>,
  tracing: Tracing | null = null,
): Payments {
  const { payments } = config;
  const stripe = payments.provider === 'stripe' ? createStripePayments(payments) : null;
  const current: PaymentProvider =
    stripe && tracing ? tracedStripe(stripe, tracing) : (stripe ?? sandboxPayments);
  return {
    current,
    of(name) {
      if (name === current.name) return current;
      if (name === 'sandbox') return sandboxPayments;
      throw new Error(`payments by ${name} are not configured`);
    },
  };
}
