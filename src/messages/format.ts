import { dayAndTime } from '../lib/day-and-time.js';
import { currencyExponent, formatMoney } from '../lib/money.js';
import { type Language, locales } from './language.js';

/** Length of a time: `long` for running text, `digits` for a text message, in which letters of months cost space. */
export type TimeLength = 'long' | 'digits';

const longTime: Intl.DateTimeFormatOptions = { dateStyle: 'long', timeStyle: 'short' };
const digitsTime: Intl.DateTimeFormatOptions = {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
};

/** Formats a day and a time in a zone. English has one form: `21 Nov 2026, 13:52`. */
export function formatTime(
  language: Language,
  time: Date,
  timeZone: string,
  length: TimeLength = 'long',
): string {
  if (language === 'en') return dayAndTime(time, timeZone);
  const form = length === 'long' ? longTime : digitsTime;
  const options = { ...form, hourCycle: 'h23', timeZone } as const;
  return new Intl.DateTimeFormat(locales[language], options).format(time);
}

/** Formats the time of a day in a zone: `13:52`. */
export const formatClock = (language: Language, time: Date, timeZone: string): string =>
  new Intl.DateTimeFormat(locales[language], {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(time);

/** Formats an amount in minor units with the currency code, because several currencies share a symbol. */
export function formatAmount(language: Language, amountMinor: number, currency: string): string {
  if (language === 'en') return formatMoney(amountMinor, currency);
  const digits = currencyExponent(currency);
  return new Intl.NumberFormat(locales[language], {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amountMinor / 10 ** digits);
}

/** Formats a distance: `12 km`. */
export const formatDistance = (language: Language, km: number): string =>
  new Intl.NumberFormat(locales[language], { style: 'unit', unit: 'kilometer' }).format(km);

/** Letters that are read from right to left, without digits and signs. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/**
 * Returns text that a user typed for a sentence in a language. If one of the two is read from right to left, the text is
 * isolated, so that its direction does not reorder the sentence.
 */
export const isolated = (language: Language, text: string): string =>
  text !== '' && (language === 'ar' || rightToLeft.test(text)) ? `\u2068${text}\u2069` : text;
