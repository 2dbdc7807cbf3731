import { expect, it } from 'vitest';
import type { CheckoutSession } from '../payment/payment.js';
import { notifyDelay, owedSession } from './notify-provider.js';

/** Sessions by letter: an owed one in capitals. */
const sessions = (letters: string): CheckoutSession[] =>
  [...letters].map((letter) => {
    const due = letter === letter.toUpperCase() ? 'refund' : null;
    return { sessionId: letter.toLowerCase(), due } as CheckoutSession;
  });

it.each([
  // Documents of before have no triedSession; one that is gone is none.
  ['', undefined, undefined],
  ['abc', 'a', undefined],
  ['aBC', undefined, 'b'],
  ['aBC', 'x', 'b'],
  ['ABC', 'a', 'b'],
  ['ABC', 'b', 'c'],
  ['ABC', 'c', 'a'],
  ['AbC', 'a', 'c'],
  ['Abc', 'a', 'a'],
])('of %j, with %s tried last, it is the turn of %s', (letters, triedSession, next) => {
  const request = { checkouts: sessions(letters), ...(triedSession && { triedSession }) };
  expect(owedSession(request)?.sessionId).toBe(next);
});

it.each([
  [[0], 30],
  [[1], 60],
  [[3], 240],
  [[9], 3_600],
  [[9, 0], 30],
  [[2, 5], 120],
  [[], 3_600],
])('after refusals of %j it is taken up again in %d s', (errors, seconds) => {
  const paid = { sessionId: 'p', due: null, refundAttempts: 0 } as CheckoutSession;
  const owed = errors.map(
    (refundAttempts) => ({ due: 'refund', refundAttempts }) as CheckoutSession,
  );
  expect(notifyDelay({ checkouts: [paid, ...owed] })).toBe(seconds * 1_000);
});
