import { describe, expect, it } from 'vitest';
import type { Language } from '../../messages/language.js';
import { capitalized, momentText, utcText } from './moment-text.js';

const at = (time: string, now: string, timeZone: string, language?: Language) =>
  momentText(time, { now: new Date(now), timeZone, ...(language && { language }) });

describe('momentText', () => {
  it.each([
    ['the last minute of today', '2026-11-27T22:59:00Z', 'today 23:59'],
    ['the first minute of tomorrow', '2026-11-27T23:00:00Z', 'tomorrow 00:00'],
    ['the last minute of tomorrow', '2026-11-28T22:59:00Z', 'tomorrow 23:59'],
    ['the day after tomorrow', '2026-11-28T23:00:00Z', 'Sun 29 Nov, 00:00'],
    ['the first minute of today', '2026-11-26T23:00:00Z', 'today 00:00'],
    ['the last minute of yesterday', '2026-11-26T22:59:00Z', 'yesterday 23:59'],
    ['the day before yesterday', '2026-11-25T22:59:00Z', 'Wed 25 Nov, 23:59'],
    ['another year', '2027-01-02T11:00:00Z', 'Sat 2 Jan 2027, 12:00'],
    [
      'September, whose short form differs between engines',
      '2026-09-04T10:05:00Z',
      'Fri 4 Sep, 12:05',
    ],
  ])('formats %s', (_name, time, text) => {
    expect(at(time, '2026-11-27T11:00:00Z', 'Europe/Berlin')).toBe(text);
  });

  it('counts calendar days when the clocks change', () => {
    // 25 Oct 2026 has 25 hours in Berlin, 29 March has 23.
    expect(at('2026-10-24T22:30:00Z', '2026-10-25T22:30:00Z', 'Europe/Berlin')).toBe('today 00:30');
    expect(at('2026-10-25T00:30:00Z', '2026-10-25T12:00:00Z', 'Europe/Berlin')).toBe('today 02:30');
    expect(at('2026-10-25T01:30:00Z', '2026-10-25T12:00:00Z', 'Europe/Berlin')).toBe('today 02:30');
    expect(at('2026-03-29T00:30:00Z', '2026-03-29T12:00:00Z', 'Europe/Berlin')).toBe('today 01:30');
    expect(at('2026-03-29T01:30:00Z', '2026-03-29T12:00:00Z', 'Europe/Berlin')).toBe('today 03:30');
    expect(at('2026-03-29T22:00:00Z', '2026-03-28T23:30:00Z', 'Europe/Berlin')).toBe(
      'tomorrow 00:00',
    );
  });

  it('decides on the day in the zone of the text', () => {
    const [time, now] = ['2026-11-27T15:30:00Z', '2026-11-27T14:00:00Z'];
    expect(at(time, now, 'Asia/Tokyo')).toBe('tomorrow 00:30');
    expect(at(time, now, 'America/New_York')).toBe('today 10:30');
  });
});

describe('momentText in another language', () => {
  it.each([
    ['de', 'heute um 11:20', 'Do., 24. Sept. um 01:05', 'Sa., 2. Jan. 2027 um 00:30'],
    ['fr', 'aujourd’hui à 11:20', 'jeu. 24 sept. à 01:05', 'sam. 2 janv. 2027 à 00:30'],
    ['es', 'hoy a las 11:20', 'jue, 24 sept a la 01:05', 'sáb, 2 ene 2027 a las 00:30'],
    ['pt-BR', 'hoje às 11:20', 'qui., 24 de set. à 01:05', 'sáb., 2 de jan. de 2027 à 00:30'],
    ['ja', '今日 11:20', '9月24日(木) 01:05', '2027年1月2日(土) 00:30'],
    [
      'ar',
      'اليوم الساعة 11:20',
      'الخميس، 24 سبتمبر الساعة 01:05',
      'السبت، 2 يناير 2027 الساعة 00:30',
    ],
  ] as const)('joins day and clock as a native does: %s', (language, near, day, otherYear) => {
    const texts = ['2026-11-27T11:20:00Z', '2026-09-24T01:05:00Z', '2027-01-02T00:30:00Z'].map(
      (time) => at(time, '2026-11-27T09:00:00Z', 'UTC', language),
    );
    expect(texts).toEqual([near, day, otherYear]);
  });
});

describe('capitalized', () => {
  it('begins a line', () => expect(capitalized('today 12:00')).toBe('Today 12:00'));
});

describe('utcText', () => {
  it('states the date with its year', () => {
    expect(utcText('2026-09-21T23:52:10Z')).toBe('21 Sep 2026, 23:52 UTC');
  });
});
