import Stripe from 'stripe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CheckoutSession, PaymentProvider } from '../../src/modules/payment/payment.js';
import { createStripePayments } from '../../src/modules/payment/stripe.js';
import { type StripeDouble, startStripeDouble } from './support/stripe-double.js';

const webhookSecret = 'whsec_test_secret';
const { webhooks } = new Stripe('sk_test_unused');

let double: StripeDouble;
let payments: PaymentProvider;
beforeAll(async () => {
  double = await startStripeDouble();
  payments = createStripePayments({
    secretKey: 'sk_test_of_ours',
    webhookSecret,
    endpoint: double.endpoint,
  });
});
afterAll(() => double.stop());

const now = new Date('2026-01-31T12:00:00Z');

async function requested(amountMinor: number, currency: string): Promise<string | undefined> {
  const sessionId = `session-${currency}`;
  const session = { sessionId, currency, amountMinor, createdAt: now };
  const pageUrl = 'https://service.test/checkout';
  const purchase = {
    requestId: 'request',
    offerLabel: 'Standard',
    objective: 'Is it open?',
    email: null,
    pageUrl,
  };
  await payments.open(session as CheckoutSession, purchase);
  const call = double.calls.find(({ idempotencyKey }) => idempotencyKey === `open-${sessionId}`);
  return call?.fields['line_items[0][price_data][unit_amount]'];
}

async function noticed(amountTotal: number, currency: string) {
  const object = {
    id: 'cs_test',
    object: 'checkout.session',
    payment_status: 'paid',
    payment_intent: 'pi_test',
    metadata: { request_id: 'request', session_id: 'session' },
    mode: 'payment',
    amount_total: amountTotal,
    currency: currency.toLowerCase(),
  };
  const type = 'checkout.session.completed';
  const payload = JSON.stringify({ id: 'evt_test', object: 'event', type, data: { object } });
  const timestamp = now.getTime() / 1000;
  const secret = webhookSecret;
  const signature = webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return payments.readNotice?.(payload, signature, now);
}

// Stripe treats the ariary as a currency without a minor unit, and counts krónur and shillings in hundredths.
it.each([
  ['EUR', 4_900, 4_900],
  ['JPY', 4_900, 4_900],
  ['KWD', 12_500, 12_500],
  ['ISK', 4_900, 490_000],
  ['UGX', 57_000, 5_700_000],
  ['MGA', 5_700_000, 57_000],
])("uses Stripe's units for a price in %s in both directions", async (currency, minor, units) => {
  expect(await requested(minor, currency)).toBe(String(units));
  expect(await noticed(units, currency)).toMatchObject({ amountMinor: minor, currency });
});
