import { describe, expect, it } from 'vitest';
import { formatSeconds } from './format-plain.js';

describe('a duration', () => {
  it.each([
    [1, '1 second'],
    [89, '89 seconds'],
    [90, '2 minutes'],
    [3592, '60 minutes'],
    [5400, '2 hours'],
    [86_400, '24 hours'],
  ])('of %d s is rounded up to %s', (seconds, text) => {
    expect(formatSeconds('en', seconds)).toBe(text);
  });

  it('is written in the language', () => {
    expect(formatSeconds('de', 3592)).toBe('60 Minuten');
    expect(formatSeconds('ja', 30)).toBe('30 秒');
    expect(formatSeconds('ar', 86_400)).toBe('24 ساعة');
  });
});
