import { describe, expect, it } from 'vitest';
import { datesAround, ruleFlaw } from './recurrence.js';

/** Returns the first dates of a rule as instants. */
function first(rrule: string, startsAt: string, timeZone = 'UTC', count = 5) {
  const { next } = datesAround({ rrule, startsAt, timeZone }, new Date(0), count);
  return next.map(({ at }) => at.toISOString().replace(':00.000Z', 'Z'));
}

const days = (dates: readonly string[]) => dates.map((date) => date.slice(0, 10));

describe('datesAround', () => {
  it.each([
    [
      'Europe/Berlin',
      'FREQ=DAILY',
      '2026-03-28T02:30:00',
      ['2026-03-28T01:30Z', '2026-03-29T01:30Z', '2026-03-30T00:30Z'],
    ],
    [
      'Europe/Berlin',
      'FREQ=DAILY',
      '2026-10-24T02:30:00',
      ['2026-10-24T00:30Z', '2026-10-25T00:30Z', '2026-10-26T01:30Z'],
    ],
    [
      'America/New_York',
      'FREQ=WEEKLY;BYDAY=SU',
      '2026-03-01T02:30:00',
      ['2026-03-01T07:30Z', '2026-03-08T07:30Z', '2026-03-15T06:30Z'],
    ],
    [
      'America/New_York',
      'FREQ=WEEKLY;BYDAY=SU',
      '2026-10-25T01:30:00',
      ['2026-10-25T05:30Z', '2026-11-01T05:30Z', '2026-11-08T06:30Z'],
    ],
    [
      'Australia/Lord_Howe',
      'FREQ=DAILY',
      '2026-10-03T02:15:00',
      ['2026-10-02T15:45Z', '2026-10-03T15:45Z', '2026-10-04T15:15Z'],
    ],
    [
      'America/Sao_Paulo',
      'FREQ=DAILY',
      '2018-11-03T00:00:00',
      ['2018-11-03T03:00Z', '2018-11-04T03:00Z', '2018-11-05T02:00Z'],
    ],
    [
      'Africa/Casablanca',
      'FREQ=DAILY',
      '2026-03-21T02:30:00',
      ['2026-03-21T02:30Z', '2026-03-22T02:30Z', '2026-03-23T01:30Z'],
    ],
    [
      'Asia/Kathmandu',
      'FREQ=MONTHLY;BYDAY=1MO',
      '2026-01-01T09:00:00',
      ['2026-01-05T03:15Z', '2026-02-02T03:15Z', '2026-03-02T03:15Z'],
    ],
  ])('keeps the time of day in %s: %s from %s', (zone, rule, start, expected) => {
    expect(first(rule, start, zone, 3)).toEqual(expected);
  });

  it.each([
    ['FREQ=YEARLY', '2024-02-29T09:00:00', ['2024-02-29', '2028-02-29', '2032-02-29']],
    ['FREQ=YEARLY', '2096-02-29T09:00:00', ['2096-02-29', '2104-02-29', '2108-02-29']],
    ['FREQ=MONTHLY', '2026-01-31T09:00:00', ['2026-01-31', '2026-03-31', '2026-05-31']],
    [
      'FREQ=MONTHLY;BYMONTHDAY=-1',
      '2028-01-01T09:00:00',
      ['2028-01-31', '2028-02-29', '2028-03-31'],
    ],
    [
      'FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR',
      '2026-01-01T09:00:00',
      ['2026-02-13', '2026-03-13', '2026-11-13'],
    ],
    [
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
      '2026-01-01T09:00:00',
      ['2026-01-30', '2026-02-27', '2026-03-31'],
    ],
    [
      'FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO',
      '2026-01-01T09:00:00',
      ['2026-12-28', '2032-12-27', '2037-12-28'],
    ],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;WKST=MO',
      '2026-01-07T09:00:00',
      ['2026-01-09', '2026-01-19', '2026-01-23'],
    ],
    [
      'FREQ=DAILY;BYMONTH=2;BYDAY=MO',
      '2026-01-07T09:00:00',
      ['2026-02-02', '2026-02-09', '2026-02-16'],
    ],
    ['FREQ=DAILY;INTERVAL=10', '2026-01-07T09:00:00', ['2026-01-07', '2026-01-17', '2026-01-27']],
  ])('finds the days of %s from %s', (rule, start, expected) => {
    expect(days(first(rule, start, 'UTC', 3))).toEqual(expected);
  });

  it.each([
    ['FREQ=DAILY;COUNT=2', ['2026-01-01', '2026-01-02']],
    ['FREQ=DAILY;UNTIL=20260102', ['2026-01-01', '2026-01-02']],
    ['FREQ=DAILY;UNTIL=20260102T090000', ['2026-01-01', '2026-01-02']],
    ['FREQ=DAILY;UNTIL=20260102T085959', ['2026-01-01']],
    // 09:00 in Berlin is 08:00 UTC.
    ['FREQ=DAILY;UNTIL=20260102T080000Z', ['2026-01-01', '2026-01-02']],
    ['FREQ=DAILY;UNTIL=20260102T075959Z', ['2026-01-01']],
    ['FREQ=DAILY;UNTIL=20251231', []],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', []],
    ['FREQ=MONTHLY;BYDAY=5MO;BYMONTHDAY=1', []],
    ['FREQ=YEARLY;INTERVAL=999', ['2026-01-01']],
  ])('ends %s', (rule, expected) => {
    const { next } = datesAround(
      { rrule: rule, startsAt: '2026-01-01T09:00:00', timeZone: 'Europe/Berlin' },
      new Date(0),
      5,
    );
    expect(next.map(({ day }) => day)).toEqual(expected);
  });

  it('splits the dates at the moment, which belongs to the past', () => {
    const recurrence = {
      rrule: 'FREQ=DAILY',
      startsAt: '2026-01-01T09:00:00',
      timeZone: 'Europe/Berlin',
    };
    const around = (now: string) => {
      const { latest, next } = datesAround(recurrence, new Date(now), 1);
      return [latest?.day ?? null, next[0]?.day];
    };
    expect(around('2026-01-01T07:59:59Z')).toEqual([null, '2026-01-01']);
    expect(around('2026-01-01T08:00:00Z')).toEqual(['2026-01-01', '2026-01-02']);
    expect(around('2027-06-01T00:00:00Z')).toEqual(['2027-05-31', '2027-06-01']);
  });
});

describe('ruleFlaw', () => {
  it.each([
    'FREQ=DAILY',
    'FREQ=DAILY;INTERVAL=3',
    'FREQ=DAILY;INTERVAL=1;BYDAY=MO,TU',
    'INTERVAL=2;FREQ=WEEKLY;BYDAY=MO,TU;WKST=SU',
    'FREQ=MONTHLY;BYDAY=+1MO,-1FR;BYMONTH=1,06',
    'FREQ=YEARLY;BYYEARDAY=-366,100;COUNT=99999',
    'FREQ=YEARLY;BYDAY=20MO;UNTIL=20280229T235959Z',
  ])('accepts %s', (rule) => {
    expect(ruleFlaw(rule)).toBeNull();
  });

  it.each([
    ['', 'FREQ is missing'],
    ['every day', 'FREQ is missing'],
    ['RRULE:FREQ=DAILY', 'FREQ is missing'],
    ['freq=daily', 'FREQ is missing'],
    ['FREQ=DAILY;', 'an empty part is not supported'],
    ['FREQ=DAILY;FREQ=DAILY', 'each part can be given once'],
    ['FREQ=HOURLY', 'FREQ should be DAILY, WEEKLY, MONTHLY or YEARLY'],
    ['FREQ=DAILY;BYHOUR=9', 'BYHOUR cannot be set'],
    ['FREQ=DAILY;BYEASTER=0', 'BYEASTER is not supported'],
    ['FREQ=DAILY;constructor=0', 'constructor is not supported'],
    ['FREQ=DAILY\nDTSTART:20260101T000000Z', 'FREQ should be'],
    ['FREQ=DAILY;INTERVAL=0', 'INTERVAL should be'],
    ['FREQ=DAILY;INTERVAL=1000', 'INTERVAL should be'],
    ['FREQ=DAILY;COUNT=0', 'COUNT should be'],
    ['FREQ=DAILY;UNTIL=20260230', 'UNTIL is on no calendar'],
    ['FREQ=DAILY;UNTIL=tomorrow', 'UNTIL should be'],
    ['FREQ=DAILY;COUNT=2;UNTIL=20270101', 'COUNT and UNTIL cannot be combined'],
    ['FREQ=WEEKLY;BYDAY=XX', 'BYDAY should be'],
    ['FREQ=WEEKLY;BYDAY=', 'BYDAY should be'],
    ['FREQ=WEEKLY;BYDAY=1MO', 'BYDAY with numbers cannot be combined with FREQ=WEEKLY'],
    ['FREQ=MONTHLY;BYDAY=0MO', 'BYDAY should be'],
    ['FREQ=YEARLY;BYDAY=1MO;BYWEEKNO=3', 'BYDAY with numbers cannot be combined with BYWEEKNO'],
    ['FREQ=YEARLY;BYMONTH=13', 'BYMONTH should be'],
    ['FREQ=MONTHLY;BYMONTHDAY=32', 'BYMONTHDAY should be'],
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 'BYMONTHDAY cannot be combined with FREQ=DAILY'],
    ['FREQ=WEEKLY;BYMONTHDAY=1', 'BYMONTHDAY cannot be combined with FREQ=WEEKLY'],
    ['FREQ=MONTHLY;BYYEARDAY=1', 'BYYEARDAY cannot be combined with FREQ=MONTHLY'],
    ['FREQ=DAILY;BYDAY=MO;BYSETPOS=2', 'BYSETPOS cannot be combined with FREQ=DAILY'],
    ['FREQ=MONTHLY;BYSETPOS=1', 'BYSETPOS needs another part'],
    ['FREQ=DAILY;INTERVAL=7;BYDAY=TU', 'FREQ=DAILY with an INTERVAL cannot be combined with BYDAY'],
    [
      'FREQ=WEEKLY;INTERVAL=52;BYMONTH=2',
      'FREQ=WEEKLY with an INTERVAL cannot be combined with BYMONTH',
    ],
  ])('rejects %j', (rule, message) => {
    expect(ruleFlaw(rule)).toContain(message);
  });
});
