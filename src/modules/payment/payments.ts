import type { Config } from '../../config.js';
import type { PaymentProvider, Payments } from './payment.js';
import { sandboxPayments } from './sandbox.js';
import { createStripePayments } from './stripe.js';

/** The providers that the configuration allows. */
export function createPayments(config: Pick<Config, 'payments'>): Payments {
  const { payments } = config;
  const current: PaymentProvider =
    payments.provider === 'stripe' ? createStripePayments(payments) : sandboxPayments;
  return {
    current,
    of(name) {
      if (name === current.name) return current;
      if (name === 'sandbox') return sandboxPayments;
      throw new Error(`payments by ${name} are not configured`);
    },
  };
}
