import { validate, version } from 'uuid';
import { afterEach, expect, it, vi } from 'vitest';
import { firstIdAt, madeAt, newId } from './ids.js';

afterEach(() => vi.useRealTimers());

const many = () => Array.from({ length: 1000 }, newId);
/** Some seconds behind the last id, which another test of this process may have made at a time to come. */
const ahead = (seconds: number) => (madeAt(newId()) ?? Number.NaN) + seconds * 1000;

it('makes ids that sort as they were made, within a millisecond too', () => {
  vi.useFakeTimers({ now: ahead(10), toFake: ['Date'] });
  const ids = many();
  expect([...new Set(ids)].sort()).toEqual(ids);
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
  expect(new Set(ids.map(madeAt))).toEqual(new Set([Date.now()]));
  // What follows the order is random, and made anew for each.
  expect(new Set(ids.map((id) => id.slice(-11))).size).toBe(1000);
});

it('keeps the order where the clock is set back', () => {
  vi.useFakeTimers({ now: ahead(10), toFake: ['Date'] });
  const before = newId();
  vi.setSystemTime(Date.now() - 20_000);
  const after = newId();
  expect(after > before).toBe(true);
  vi.setSystemTime(Date.now() + 30_000);
  const later = newId();
  expect(later > after).toBe(true);
  expect(later > firstIdAt(new Date())).toBe(true);
});
