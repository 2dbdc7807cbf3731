import { describe, expect, it } from 'vitest';
import { clockIn, localTimeString, parseLocalTime } from './local-time.js';

const local = (text: string): Date => {
  const time = parseLocalTime(text);
  if (!time) throw new Error(`${text} is no local time`);
  return time;
};

/** Local times around changes of the clock, with their instants. */
const times: [zone: string, when: string, local: string, instant: string][] = [
  ['Europe/Berlin', 'before the gap', '2026-03-29T01:59:59', '2026-03-29T00:59:59Z'],
  ['Europe/Berlin', 'in the gap', '2026-03-29T02:30', '2026-03-29T01:30:00Z'],
  ['Europe/Berlin', 'after the gap', '2026-03-29T03:00', '2026-03-29T01:00:00Z'],
  ['Europe/Berlin', 'shown twice', '2026-10-25T02:30', '2026-10-25T00:30:00Z'],
  ['Europe/Berlin', 'after both', '2026-10-25T03:00', '2026-10-25T02:00:00Z'],
  ['America/New_York', 'in the gap', '2026-03-08T02:15', '2026-03-08T07:15:00Z'],
  ['America/New_York', 'shown twice', '2026-11-01T01:15', '2026-11-01T05:15:00Z'],
  ['Australia/Lord_Howe', 'in the gap of half an hour', '2026-10-04T02:10', '2026-10-03T15:40:00Z'],
  ['Australia/Lord_Howe', 'shown twice', '2026-04-05T01:45', '2026-04-04T14:45:00Z'],
  ['America/Sao_Paulo', 'at midnight in the gap', '2018-11-04T00:00', '2018-11-04T03:00:00Z'],
  ['America/Sao_Paulo', 'shown twice, before midnight', '2018-02-17T23:30', '2018-02-18T01:30:00Z'],
  [
    'Africa/Casablanca',
    'shown twice, at the start of Ramadan',
    '2026-02-15T02:30',
    '2026-02-15T01:30:00Z',
  ],
  ['Africa/Casablanca', 'in the gap at its end', '2026-03-22T02:30', '2026-03-22T02:30:00Z'],
  ['Asia/Kathmandu', 'with an offset of 5:45', '2026-07-01T09:00', '2026-07-01T03:15:00Z'],
  ['Pacific/Apia', 'on a day that the calendar skips', '2011-12-30T09:00', '2011-12-30T19:00:00Z'],
  ['Pacific/Kiritimati', 'far ahead of UTC', '2026-01-01T00:00', '2025-12-31T10:00:00Z'],
  ['UTC', 'in UTC', '2026-01-01T00:00', '2026-01-01T00:00:00Z'],
];

describe('clockIn', () => {
  it.each(times)('finds the instant in %s of a time %s: %s', (zone, _when, text, instant) => {
    expect(clockIn(zone).instantAt(local(text))).toEqual(new Date(instant));
  });

  it.each(['America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Africa/Casablanca'])(
    'shows in %s each hour of the nights of a year at its instant, except in a gap',
    (zone) => {
      const { instantAt, localAt } = clockIn(zone);
      const start = local('2026-01-01T00:30').getTime();
      const nights = Array.from({ length: 365 * 4 }, (_, i) => {
        return new Date(start + Math.floor(i / 4) * 24 * 3_600_000 + (i % 4) * 3_600_000);
      });
      const moved = nights.filter((time) => localAt(instantAt(time)).getTime() !== time.getTime());
      expect(moved).toHaveLength(
        zone === 'Asia/Kathmandu' || zone === 'Australia/Lord_Howe' ? 0 : 1,
      );
      for (const time of moved) {
        expect(localAt(instantAt(time)).getTime()).toBeGreaterThan(time.getTime());
      }
    },
  );
});

describe('parseLocalTime', () => {
  it('accepts minutes and seconds', () => {
    expect(localTimeString(local('2028-02-29T09:05'))).toBe('2028-02-29T09:05:00');
    expect(localTimeString(local('2028-02-29T23:59:59'))).toBe('2028-02-29T23:59:59');
  });

  it.each([
    '2026-02-29T09:00',
    '2026-13-01T09:00',
    '2026-01-01T24:00',
    '2026-01-01T09:60',
    '2026-01-01',
  ])('rejects %s', (text) => {
    expect(parseLocalTime(text)).toBeNull();
  });
});
