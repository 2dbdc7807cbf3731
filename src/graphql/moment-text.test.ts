import { describe, expect, it } from 'vitest';
import { momentText } from './moment-text.js';

describe('momentText', () => {
  it('is the text of the moment, however often and in whatever order it is asked', () => {
    const start = Date.UTC(2026, 1, 3, 4, 5, 6, 7);
    // Moments 4,096 ms apart share a slot; years before 1970 are negative.
    const times = [start, start + 4096, start, start - 4096, -1, -4097, 0, 4096, 8.64e15, -8.64e15];
    for (const time of [...times, ...times.toReversed()]) {
      expect(momentText(new Date(time))).toBe(new Date(time).toISOString());
    }
  });

  it('is that of a date that was changed after it was asked', () => {
    const date = new Date('2026-02-03T04:05:06.007Z');
    expect(momentText(date)).toBe('2026-02-03T04:05:06.007Z');
    date.setUTCFullYear(2027);
    expect(momentText(date)).toBe('2027-02-03T04:05:06.007Z');
  });

  it('refuses a date without a moment', () => {
    expect(() => momentText(new Date(Number.NaN))).toThrow(RangeError);
  });
});
