import { expect, test } from 'vitest';
import { type Attempt, type Delivery, nextTry, retryAfterOf, withAttempt } from './delivery.js';

const now = new Date('2026-03-01T12:00:00Z');
const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const day = 86_400;

test.each([
  ['an attempt without Retry-After', 1, null, after(5)],
  ['a Retry-After below the planned delay', 2, after(30), after(60)],
  ['a Retry-After above the planned delay', 2, after(90), after(90)],
  ['a Retry-After above a day', 2, after(3_650 * day), after(day)],
  ['the tenth attempt', 10, after(90), null],
])('nextTry after %s', (_, tries, notBefore, expected) => {
  expect(nextTry(tries, now, notBefore, 0.5)).toEqual(expected);
});

test.each([
  [null, null],
  ['120', after(120)],
  ['Sun, 01 Mar 2026 13:00:00 GMT', after(3_600)],
  ['soon', null],
])('retryAfterOf %s', (header, expected) => {
  expect(retryAfterOf(header, now)).toEqual(expected);
});

test('withAttempt keeps the last twelve attempts', () => {
  const attempts = Array.from({ length: 12 }, (_, i) => ({ statusCode: i }) as Attempt);
  const kept = withAttempt({ attempts } as Delivery, { statusCode: 12 } as Attempt);
  expect(kept.map(({ statusCode }) => statusCode)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});
