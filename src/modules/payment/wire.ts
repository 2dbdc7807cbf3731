import type { Services } from '../../services.js';
import type { Wired } from '../../wiring.js';
import type { Payments } from './payment.js';
import { createPayments } from './payments.js';

declare module '../../services.js' {
  interface Services {
    payments: Payments;
  }
}

export const wirePayment = ({
  config,
  tracing,
}: Pick<Services, 'config' | 'tracing'>): Wired<'payments'> => ({
  services: { payments: createPayments(config, tracing) },
});
