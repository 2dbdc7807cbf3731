import { validate, version } from 'uuid';
import { afterEach, expect, it, vi } from 'vitest';
import { firstIdAt, madeAt, newId } from './ids.js';

afterEach(() => vi.useRealTimers());

const many = () => Array.from({ length: 1000 }, newId);
/** Returns a time `seconds` after the last id, which another test in this process can have created in the future. */
const ahead = (seconds: number) => (madeAt(newId()) ?? Number.NaN) + seconds * 1000;

it('creates ids that sort in order of creation, even within a millisecond', () => {
  vi.useFakeTimers({ now: ahead(10), toFake: ['Date'] });
  const ids = many();
  expect([...new Set(ids)].sort()).toEqual(ids);
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
  expect(new Set(ids.map(madeAt))).toEqual(new Set([Date.now()]));
  // The part after the sequence number is random for each id.
  expect(new Set(ids.map((id) => id.slice(-11))).size).toBe(1000);
});

it('keeps the order if the clock is set back', () => {
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
