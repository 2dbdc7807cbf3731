import { describe, expect, it } from 'vitest';
import { placeTimeText, timeZoneOf } from './time-zone.js';

const time = new Date('2026-09-21T21:52:00Z');

describe('placeTimeText', () => {
  it.each([
    ['Berlin, in summer', 52.52, 13.41, '21 Sep 2026, 23:52 local time (21:52 UTC)'],
    [
      'Tokyo, on the next day',
      35.68,
      139.69,
      '22 Sep 2026, 06:52 local time (21 Sep 2026, 21:52 UTC)',
    ],
    ['Kathmandu', 27.7, 85.32, '22 Sep 2026, 03:37 local time (21 Sep 2026, 21:52 UTC)'],
    ['Reykjavik, which has UTC', 64.15, -21.94, '21 Sep 2026, 21:52 UTC'],
    ['an impossible position', 91, 0, '21 Sep 2026, 21:52 UTC'],
  ])('shows the time in %s', (_place, latitude, longitude, text) => {
    expect(placeTimeText(time, { latitude, longitude })).toBe(text);
  });
});

describe('timeZoneOf', () => {
  it('returns the IANA name of the zone, for the poles and the oceans too', () => {
    expect(timeZoneOf({ latitude: 52.52, longitude: 13.41 })).toBe('Europe/Berlin');
    for (const [latitude, longitude] of [
      [90, 0],
      [-90, 180],
      [0, -180],
      [0, -150],
    ] as const) {
      expect(timeZoneOf({ latitude, longitude })).toEqual(expect.any(String));
    }
  });
});
