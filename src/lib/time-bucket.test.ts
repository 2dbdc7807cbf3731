import { describe, expect, it } from 'vitest';
import { bucketStartIn, type TimeBucket, timeZoneText } from './time-bucket.js';

describe('bucketStartIn', () => {
  it.each<[TimeBucket, string, string, string]>([
    ['day', 'UTC', '2026-11-28T23:59:59.999Z', '2026-11-28'],
    ['day', 'Europe/Berlin', '2026-11-28T23:00:00Z', '2026-11-29'],
    ['day', 'America/Los_Angeles', '2026-01-01T07:59:59Z', '2025-12-31'],
    ['day', 'Pacific/Kiritimati', '2026-11-28T10:00:00Z', '2026-11-29'],
    ['day', 'Asia/Kathmandu', '2026-11-28T18:14:59Z', '2026-11-28'],
    ['day', 'Asia/Kathmandu', '2026-11-28T18:15:00Z', '2026-11-29'],
    // Around the change of 29 March 2026, a day of 23 hours.
    ['day', 'Europe/Berlin', '2026-03-28T22:59:59Z', '2026-03-28'],
    ['day', 'Europe/Berlin', '2026-03-29T21:59:59Z', '2026-03-29'],
    ['day', 'Europe/Berlin', '2026-03-29T22:00:00Z', '2026-03-30'],
    ['week', 'UTC', '2026-11-22T23:59:59Z', '2026-11-16'],
    ['week', 'UTC', '2026-11-23T00:00:00Z', '2026-11-23'],
    ['week', 'Europe/Berlin', '2026-11-22T23:00:00Z', '2026-11-23'],
    ['week', 'UTC', '2027-01-02T12:00:00Z', '2026-12-28'],
    ['week', 'UTC', '2024-03-02T12:00:00Z', '2024-02-26'],
    ['month', 'UTC', '2024-02-29T12:00:00Z', '2024-02-01'],
    ['month', 'Asia/Tokyo', '2026-10-31T15:00:00Z', '2026-11-01'],
    ['month', 'America/New_York', '2026-11-01T03:59:59Z', '2026-10-01'],
  ])('puts into a %s in %s: %s is in that of %s', (bucket, timeZone, time, start) => {
    expect(bucketStartIn(bucket, timeZone)(new Date(time))).toBe(start);
  });
});

describe('timeZoneText', () => {
  it.each([
    ['UTC', true],
    ['Europe/Berlin', true],
    ['America/Argentina/Buenos_Aires', true],
    ['Etc/GMT+5', true],
    ['', false],
    ['Europe/Atlantis', false],
    ['+01:00', false],
    ['x'.repeat(65), false],
  ])('accepts %j: %j', (name, isValid) => {
    expect(timeZoneText().safeParse(name).success).toBe(isValid);
  });
});
