import { expect, it } from 'vitest';
import { percentile } from './percentile.js';

const upTo = (count: number) => Array.from({ length: count }, (_, i) => count - i);

it.each([
  ['no values', [], 0.5, null],
  ['one value', [7], 0.9, 7],
  ['the lower of two middle values', [40, 10, 20, 30], 0.5, 20],
  ['the middle value', [3, 1, 2], 0.5, 2],
  ['the 9th of 10 values', upTo(10), 0.9, 9],
  ['the 10th of 11 values', upTo(11), 0.9, 10],
  ['the last value', upTo(11), 1, 11],
])('percentile returns %s', (_, values, share, expected) => {
  const given = [...values];
  expect(percentile(values, share)).toBe(expected);
  expect(values).toEqual(given);
});
