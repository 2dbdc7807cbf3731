import { hour, minute } from '../../lib/units.js';

/** The value of a text or number, or the reason why it states nothing. */
export type Read<Value> = { value: Value } | { void: string };

export const isVoid = <Value>(read: Read<Value>): read is { void: string } => 'void' in read;

/** Readings of cameras whose clock was never set. */
const vendorDefaults =
  /^(1904[:-]01[:-]01|1970[:-]01[:-]01|1980[:-]01[:-]01|1980[:-]01[:-]06|2000[:-]01[:-]01) 00:00|^2002[:-]12[:-]08 12:00:00/;

/** Returns a calendar and clock reading as milliseconds of the same reading in UTC; null if impossible. */
export function reading(
  year: number,
  month: number,
  day: number,
  hours = 0,
  minutes = 0,
  seconds = 0,
): number | null {
  const start = new Date(0);
  start.setUTCFullYear(year, month - 1, day);
  const isDate = start.getUTCMonth() === month - 1 && start.getUTCDate() === day;
  // 60 is a leap second.
  const isTime =
    hours >= 0 && hours < 24 && minutes >= 0 && minutes < 60 && seconds >= 0 && seconds < 61;
  if (!isDate || !isTime) return null;
  return start.getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1000;
}

const dateTime =
  /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/;

/**
 * Reads a date and time in the format of EXIF, XMP and QuickTime, with or without an offset from UTC.
 * @returns the reading, and the offset in milliseconds; null without one
 */
export function readDateTime(text: string): Read<{ reading: number; offset: number | null }> {
  const plain = text.slice(0, 64).trim();
  if (!/[1-9]/.test(plain.slice(0, 10))) return { void: 'it is empty or zero' };
  const parts = dateTime.exec(plain);
  if (!parts) return { void: 'it is not a date and time' };
  if (vendorDefaults.test(plain.replace('T', ' '))) {
    return { void: 'it is the value of a clock that was never set' };
  }
  const [year, month, day, hours, minutes, seconds = 0] = parts
    .slice(1, 7)
    .map((part) => (part === undefined ? 0 : Number(part))) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const value = reading(year, month, day, hours, minutes, seconds);
  if (value === null) return { void: 'this date or time does not exist' };
  return { value: { reading: value, offset: parts[7] ? readOffset(parts[7]) : null } };
}

/**
 * Reads an offset from UTC, for example `+01:00`, in milliseconds; returns null unless it is between -12:00 and +14:00.
 */
export function readOffset(text: string): number | null {
  const plain = text.slice(0, 16).trim();
  if (plain === 'Z') return 0;
  const parts = /^([+-])(\d\d):?(\d\d)$/.exec(plain);
  if (!parts || Number(parts[3]) > 59) return null;
  const size = Number(parts[2]) * hour + Number(parts[3]) * minute;
  const offset = parts[1] === '-' ? -size : size;
  return isOffset(offset) ? offset : null;
}

const isOffset = (offset: number) => offset >= -12 * hour && offset <= 14 * hour;

/** Offsets in use that are not whole hours (IANA time zone database), in hours. */
const oddOffsets = [-9.5, -3.5, -2.5, 3.5, 4.5, 5.5, 5.75, 6.5, 8.75, 9.5, 10.5, 12.75, 13.75].map(
  (hours) => hours * hour,
);
const offsetsInUse = [
  ...Array.from({ length: 27 }, (_, index) => (index - 12) * hour),
  ...oddOffsets,
];

/** Returns the offset in use that is nearest to a difference; null if none is within the tolerance. */
export function nearestOffset(difference: number, tolerance: number): number | null {
  const [nearest] = offsetsInUse
    .map((offset) => ({ offset, apart: Math.abs(difference - offset) }))
    .sort((a, b) => a.apart - b.apart);
  return nearest && nearest.apart <= tolerance ? nearest.offset : null;
}

export const offsetText = (offset: number): string => {
  const minutes = Math.round(Math.abs(offset) / minute);
  const two = (value: number) => String(value).padStart(2, '0');
  return `UTC${offset < 0 ? '−' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
};

/** If both axes are this near to zero, in degrees, the position is a placeholder. */
const placeholderDegrees = 1e-6;

/** Checks that two numbers are a position. */
export function readPosition(
  latitude: number,
  longitude: number,
): Read<{ latitude: number; longitude: number }> {
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) {
    return { void: 'it is not a number' };
  }
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) {
    return { void: 'it is outside ±90 and ±180 degrees' };
  }
  if (Math.abs(latitude) <= placeholderDegrees && Math.abs(longitude) <= placeholderDegrees) {
    return { void: '0, 0 is a placeholder' };
  }
  return { value: { latitude: latitude + 0, longitude: longitude + 0 } };
}

const degreesOf = (text: string, degreeDigits: number): number => {
  const sign = text.startsWith('-') ? -1 : 1;
  const [whole = '', fraction = ''] = text.slice(1).split('.');
  const part = (from: number, to?: number) => Number(whole.slice(from, to) || 0);
  const rest = Number(`0.${fraction || '0'}`);
  if (whole.length <= degreeDigits) return sign * (part(0) + rest);
  if (whole.length <= degreeDigits + 2) {
    return sign * (part(0, degreeDigits) + (part(degreeDigits) + rest) / 60);
  }
  const minutes = part(degreeDigits, degreeDigits + 2);
  return sign * (part(0, degreeDigits) + minutes / 60 + (part(degreeDigits + 2) + rest) / 3600);
};

/** Reads a point of ISO 6709, for example `+52.5219+013.4132+034.000/`, in degrees, minutes or seconds. */
export function readIso6709(text: string): Read<{ latitude: number; longitude: number }> {
  const parts = /^([+-]\d{1,6}(?:\.\d{0,12})?)([+-]\d{1,7}(?:\.\d{0,12})?)/.exec(text.trim());
  if (!parts) return { void: 'it is not a position of ISO 6709' };
  return readPosition(degreesOf(parts[1]!, 2), degreesOf(parts[2]!, 3));
}
