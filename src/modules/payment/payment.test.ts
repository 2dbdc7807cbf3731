import { expect, it } from 'vitest';
import { type CheckoutSession, mismatchOf, type SessionNotice } from './payment.js';

const session = {
  sessionId: 'one',
  providerSessionId: 'cs_1',
  providerPaymentId: null,
  amountMinor: 4900,
  currency: 'EUR',
} as CheckoutSession;

const notice: SessionNotice = {
  kind: 'session',
  noticeId: 'evt_1',
  requestId: 'request',
  sessionId: 'one',
  outcome: { kind: 'paid', providerPaymentId: 'pi_1' },
  providerSessionId: 'cs_1',
  mode: 'payment',
  amountMinor: 4900,
  currency: 'EUR',
  pageUrl: null,
};
const paidBy = (providerPaymentId: string | null) => ({
  outcome: { kind: 'paid' as const, providerPaymentId },
});

it.each<[string[], Partial<SessionNotice>, Partial<CheckoutSession>]>([
  [[], {}, {}],
  [[], {}, { providerSessionId: null }],
  [[], {}, { providerPaymentId: 'pi_1' }],
  [['session'], {}, { providerSessionId: 'cs_2' }],
  [['mode'], { mode: 'setup' }, {}],
  [['intent'], paidBy(null), {}],
  [['intent'], paidBy('pi_2'), { providerPaymentId: 'pi_1' }],
  [['amount'], { amountMinor: 4899 }, {}],
  [['amount', 'currency'], { amountMinor: null, currency: null }, {}],
  [[], { outcome: { kind: 'expired' }, amountMinor: 1, mode: 'setup', currency: 'USD' }, {}],
  [['session'], { outcome: { kind: 'expired' }, providerSessionId: 'cs_2' }, {}],
])('differs in %j from %j against %j', (differs, message, stored) => {
  expect(mismatchOf({ ...session, ...stored }, { ...notice, ...message })).toEqual(differs);
});
