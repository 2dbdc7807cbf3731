import { pattern } from './schema.js';
import { day, second } from './units.js';

/** A time on the clock of a place, without the place's zone: as a `Date`, the same date and time in UTC. */
export type LocalTime = Date;

const form = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2})?$';

/** Parses `YYYY-MM-DDTHH:MM` or `YYYY-MM-DDTHH:MM:SS`; null for a time that no clock shows. */
export function parseLocalTime(text: string): LocalTime | null {
  const complete = text.length === 16 ? `${text}:00` : text;
  const time = new Date(`${complete}Z`);
  return !Number.isNaN(time.getTime()) && localTimeString(time) === complete ? time : null;
}

/** Returns a local time as `YYYY-MM-DDTHH:MM:SS`. */
export const localTimeString = (time: LocalTime): string => time.toISOString().slice(0, 19);

/** A local time without an offset, to the minute or the second. */
export const localTimeText = () =>
  pattern(form).refine((given) => parseLocalTime(given) !== null, 'the time is on no clock');

/** Returns the clock of a time zone, an IANA name known to this Node.js. */
export function clockIn(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });

  /** Returns the time that the clock shows at an instant, to the second. */
  function localAt(instant: Date): LocalTime {
    const [month, dayOfMonth, year, hour, minute, seconds] = format
      .formatToParts(instant)
      .filter(({ type }) => type !== 'literal')
      .map(({ value }) => Number(value)) as [number, number, number, number, number, number];
    return new Date(Date.UTC(year, month - 1, dayOfMonth, hour, minute, seconds));
  }

  /** Returns milliseconds that the clock is ahead of UTC. */
  const offsetAt = (instant: number): number =>
    localAt(new Date(instant)).getTime() - Math.floor(instant / second) * second;

  /**
   * Returns the instant at which the clock shows a time: the first of two, and for a time that the clock skips, the
   * instant as long after the change as the time is (RFC 5545, 3.3.5).
   */
  function instantAt(local: LocalTime): Date {
    const shown = local.getTime();
    // No zone is a day ahead of UTC or behind it, so these are the offsets before and after a change around the time.
    const before = offsetAt(shown - day);
    const after = offsetAt(shown + day);
    const first = shown - before;
    if (before === after || offsetAt(first) === before) return new Date(first);
    const other = shown - after;
    return new Date(offsetAt(other) === after ? other : first);
  }

  return { localAt, instantAt };
}
