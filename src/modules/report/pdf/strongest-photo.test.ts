import { expect, test } from 'vitest';
import type { NumberedItem } from './model.js';
import { strongestPhoto } from './strongest-photo.js';

const item = (
  number: number,
  { passed = true, results = ['pass'], distance = 10 as number | null, photo = true } = {},
) =>
  ({
    number,
    photo: photo ? { jpeg: new Uint8Array(), width: 4, height: 3 } : null,
    item: {
      validation_passed: passed,
      distance_m: distance,
      checks: results.map((result) => ({ result })),
    },
  }) as NumberedItem;

const strongest = (...items: NumberedItem[]) => strongestPhoto(items)?.number ?? null;

test.each([
  ['one that passed before one that failed', [item(1, { passed: false }), item(2)], 2],
  ['the fewest warnings', [item(1, { results: ['pass', 'warn'] }), item(2)], 2],
  ['the most checks passed', [item(1), item(2, { results: ['pass', 'pass'] })], 2],
  ['the nearest', [item(1, { distance: 90 }), item(2, { distance: null }), item(3)], 3],
  ['the first of equal ones', [item(1), item(2)], 1],
  ['a photograph that is shown', [item(1, { photo: false }), item(2, { passed: false })], 2],
  ['none where none is shown', [item(1, { photo: false })], null],
])('is %s', (_label, items, number) => {
  expect(strongest(...items)).toBe(number);
});
