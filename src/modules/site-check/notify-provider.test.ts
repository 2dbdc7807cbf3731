import { expect, it } from 'vitest';
import type { CheckoutSession } from '../payment/payment.js';
import { notifyDelay, owedSession } from './notify-provider.js';

/** Returns sessions named by letters; a capital letter has a refund due. */
const sessions = (letters: string): CheckoutSession[] =>
  [...letters].map((letter) => {
    const due = letter === letter.toUpperCase() ? 'refund' : null;
    return { sessionId: letter.toLowerCase(), due } as CheckoutSession;
  });

it.each([
  // Older documents have no triedSession; the id of a removed session counts as none.
  ['', undefined, undefined],
  ['abc', 'a', undefined],
  ['aBC', undefined, 'b'],
  ['aBC', 'x', 'b'],
  ['ABC', 'a', 'b'],
  ['ABC', 'b', 'c'],
  ['ABC', 'c', 'a'],
  ['AbC', 'a', 'c'],
  ['Abc', 'a', 'a'],
])('owedSession of %j with %s tried last is %s', (letters, triedSession, next) => {
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
])('notifyDelay after the errors %j is %d s', (errors, seconds) => {
  const paid = { sessionId: 'p', due: null, refundAttempts: 0 } as CheckoutSession;
  const owed = errors.map(
    (refundAttempts) => ({ due: 'refund', refundAttempts }) as CheckoutSession,
  );
  expect(notifyDelay({ checkouts: [paid, ...owed] })).toBe(seconds * 1_000);
});
