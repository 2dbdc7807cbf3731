import { z } from 'zod';
import { text } from './schema.js';

export const timeBucket = z.enum(['day', 'week', 'month']);
export type TimeBucket = z.infer<typeof timeBucket>;

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name });
    // Offsets such as +01:00 are accepted by some versions of Node.js only.
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}

/** The name of a time zone in the IANA database. */
export const timeZoneText = () =>
  text(1, 64).refine(isTimeZone, 'Input should be an IANA time zone, such as Europe/Berlin');

/**
 * Returns a function from a time to the first day of its bucket as `YYYY-MM-DD`, by the calendar of the time zone.
 * Weeks start on Monday.
 */
export function bucketStartIn(bucket: TimeBucket, timeZone: string): (time: Date) => string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (time) => {
    const [month, day, year] = format.format(time).split('/') as [string, string, string];
    if (bucket === 'month') return `${year}-${month}-01`;
    if (bucket === 'day') return `${year}-${month}-${day}`;
    const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
    date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
    return date.toISOString().slice(0, 10);
  };
}
