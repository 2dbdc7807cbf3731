import { Fault } from './issue.js';
import type { WireValue } from './wire-json.js';

/** Numbers above this magnitude are milliseconds, others are seconds since 1970. */
const millisecondWatershed = 2e10;
/** Seconds of 0000-01-01T00:00:00Z, 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z. */
const firstSecond = -62_167_219_200;
const firstSecondOfYear1 = -62_135_596_800;
const lastSecond = 253_402_300_799;

const tooLate = 'dates after 9999 are not supported as unix timestamps';
const tooEarly = 'dates before 0000 are not supported as unix timestamps';
const yearZero = 'year 0 is out of range';

const badMoment = (error: string) =>
  new Fault('datetime_parsing', `Input should be a valid datetime, ${error}`, { error });
const badDate = (error: string) =>
  new Fault('datetime_from_date_parsing', `Input should be a valid datetime or date, ${error}`, {
    error,
  });

/**
 * Parses a timestamp as pydantic v2 does in lax mode: an ISO 8601 date-time, a date (its midnight), or Unix time as a
 * number or numeral. Without an offset it is UTC; precision beyond milliseconds is truncated. Stricter than pydantic, a
 * timestamp outside the years 1 to 9999 UTC is rejected.
 */
export function coerceTimestamp(input: WireValue): Date | Fault {
  if (typeof input === 'string') return momentOfText(input);
  if (typeof input !== 'number' && typeof input !== 'bigint') {
    return new Fault('datetime_type', 'Input should be a valid datetime');
  }
  const moment = momentOfNumber(Number(input));
  return typeof moment === 'string' ? badMoment(moment) : moment;
}

/** Returns the Date, or the fault of the number. */
function momentOfNumber(value: number): Date | string {
  if (Number.isNaN(value)) return 'NaN values not permitted';
  const seconds = Math.abs(value) > millisecondWatershed ? value / 1000 : value;
  const wholeSeconds = Math.floor(seconds);
  if (wholeSeconds > lastSecond) return tooLate;
  if (wholeSeconds < firstSecond) return tooEarly;
  if (seconds !== value && Number.isInteger(value)) return inYears1To9999(value);
  const microseconds = Math.round((seconds - wholeSeconds) * 1e6);
  return inYears1To9999(wholeSeconds * 1000 + Math.floor(microseconds / 1000));
}

function inYears1To9999(milliseconds: number): Date | string {
  if (milliseconds < firstSecondOfYear1 * 1000) return yearZero;
  if (milliseconds >= (lastSecond + 1) * 1000) return 'year 10000 is out of range';
  return new Date(milliseconds);
}

const isoForm =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt _](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?([Zz]|([+-]|\xe2\x88\x92)(\d\d):?(\d\d))?)?$/;
const integerNumeral = /^([+-]?)0*(\d{1,19})$/;
const floatNumeral = /^[+-]?(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

function momentOfText(text: string): Date | Fault {
  // The grammar works on bytes: a character outside ASCII is as long as its UTF-8.
  const bytes = Buffer.from(text).toString('latin1');
  const iso = momentOfIso(bytes);
  if (iso) return iso;
  const integer = isInt64(bytes);
  if (integer || floatNumeral.test(bytes)) {
    const moment = momentOfNumber(Number(bytes));
    if (moment instanceof Date) return moment;
    if (moment === yearZero) return badMoment(moment);
    if (integer) return badDate(moment);
  }
  return badDate(dateComplaint(bytes) ?? 'unexpected extra characters at the end of the input');
}

function isInt64(bytes: string): boolean {
  const [, sign, digits] = integerNumeral.exec(bytes) ?? [];
  if (digits === undefined) return false;
  const value = BigInt(sign + digits);
  return BigInt.asIntN(64, value) === value;
}

/** Returns undefined if the text is not an ISO 8601 date or date-time. */
function momentOfIso(bytes: string): Date | Fault | undefined {
  const parts = isoForm.exec(bytes);
  if (!parts || dateComplaint(bytes)) return undefined;
  const part = (index: number) => Number(parts[index] ?? 0);
  const [hour, minute, second] = [part(4), part(5), part(6)];
  const [offsetHour, offsetMinute] = [part(10), part(11)];
  if (hour > 23 || minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59) {
    return undefined;
  }
  const day = new Date(0).setUTCFullYear(part(1), part(2) - 1, part(3));
  const milliseconds = Number((parts[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const offset = (offsetHour * 60 + offsetMinute) * (parts[9] === '+' ? 60_000 : -60_000);
  const time = ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds - offset;
  const moment = part(1) === 0 ? yearZero : inYears1To9999(day + time);
  return typeof moment === 'string' ? badMoment(moment) : moment;
}

/** Returns the fault of the date at the start of the text. */
function dateComplaint(bytes: string): string | undefined {
  const isNumber = (from: number, to: number) => /^\d+$/.test(bytes.slice(from, to));
  if (bytes.length < 10) return 'input is too short';
  if (!isNumber(0, 4)) return 'invalid character in year';
  if (bytes[4] !== '-') return 'invalid date separator, expected `-`';
  if (!isNumber(5, 7)) return 'invalid character in month';
  if (bytes[7] !== '-') return 'invalid date separator, expected `-`';
  if (!isNumber(8, 10)) return 'invalid character in day';
  const month = Number(bytes.slice(5, 7));
  const day = Number(bytes.slice(8, 10));
  if (month < 1 || month > 12) return 'month value is outside expected range of 1-12';
  const lastOfMonth = new Date(0);
  lastOfMonth.setUTCFullYear(Number(bytes.slice(0, 4)), month, 0);
  if (day < 1 || day > lastOfMonth.getUTCDate()) return 'day value is outside expected range';
  return undefined;
}
