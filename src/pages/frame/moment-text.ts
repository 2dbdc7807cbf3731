/**
 * Texts of times that server and browser format in the same way; the page's `lang` decides the formats, currently only
 * English.
 */

interface MomentOptions {
  /** Time of the reader, from which "today" and "tomorrow" are counted. */
  now: Date;
  /** IANA time zone; by default that of the machine. */
  timeZone?: string | undefined;
}

const partsOf = (time: Date, timeZone: string | undefined) =>
  Object.fromEntries(
    new Intl.DateTimeFormat('en-GB', {
      weekday: 'short',
      day: 'numeric',
      month: 'numeric',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    })
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  ) as Record<'weekday' | 'day' | 'month' | 'year' | 'hour' | 'minute', string>;

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const days: Record<string, string> = { '-1': 'yesterday', '0': 'today', '1': 'tomorrow' };

/** Formats a time for a sentence: `today 12:00`, `Fri 27 Nov, 12:00`, or `Fri 27 Nov 2026, 12:00` in another year. */
export function momentText(at: Date | string, { now, timeZone }: MomentOptions): string {
  const time = partsOf(new Date(at), timeZone);
  const today = partsOf(now, timeZone);
  const dayOf = ({ year, month, day }: typeof time) =>
    Date.UTC(Number(year), Number(month) - 1, Number(day)) / 86_400_000;
  const clock = `${time.hour}:${time.minute}`;
  const near = days[dayOf(time) - dayOf(today)];
  if (near) return `${near} ${clock}`;
  const year = time.year === today.year ? '' : ` ${time.year}`;
  return `${time.weekday} ${Number(time.day)} ${months[Number(time.month) - 1]}${year}, ${clock}`;
}

/** Capitalizes a text that begins a line: `Today 12:00`. */
export const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Formats a time in UTC: `21 Nov 2026, 13:52 UTC`. */
export function utcText(at: Date | string): string {
  const { day, month, year, hour, minute } = partsOf(new Date(at), 'UTC');
  return `${Number(day)} ${months[Number(month) - 1]} ${year}, ${hour}:${minute} UTC`;
}
