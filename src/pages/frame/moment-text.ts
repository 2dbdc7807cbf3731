/** Texts of times that server and browser format in the same way, in the page's language. */
import { type Language, locales } from '../../messages/language.js';

interface MomentOptions {
  /** Time of the reader, from which "today" and "tomorrow" are counted. */
  now: Date;
  /** IANA time zone; by default that of the machine. */
  timeZone?: string | undefined;
  /** By default English. */
  language?: Language;
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

/** Returns the word for a day: `yesterday`, `today`, `tomorrow`. */
const dayText = (language: Language, daysAway: number): string =>
  new Intl.RelativeTimeFormat(locales[language], { numeric: 'auto' }).format(daysAway, 'day');

/** Returns the words between a day and its clock time in a language other than English. */
function beforeClock(language: Exclude<Language, 'en'>, hour: string): string {
  switch (language) {
    case 'de':
      return ' um ';
    case 'fr':
      return ' à ';
    case 'es':
      return hour === '01' ? ' a la ' : ' a las ';
    case 'pt-BR':
      return hour === '00' || hour === '01' ? ' à ' : ' às ';
    case 'ja':
      return ' ';
    case 'ar':
      return ' الساعة ';
  }
}

/**
 * Formats a time for a sentence: `today 12:00`, `Fri 27 Nov, 12:00`, or `Fri 27 Nov 2026, 12:00` in another year. The
 * engines differ in how they join a date and a time, so that only the date is theirs.
 */
export function momentText(
  at: Date | string,
  { now, timeZone, language = 'en' }: MomentOptions,
): string {
  const time = partsOf(new Date(at), timeZone);
  const today = partsOf(now, timeZone);
  const dayOf = ({ year, month, day }: typeof time) =>
    Date.UTC(Number(year), Number(month) - 1, Number(day)) / 86_400_000;
  const clock = `${time.hour}:${time.minute}`;
  const daysAway = dayOf(time) - dayOf(today);
  const near = Math.abs(daysAway) <= 1 ? dayText(language, daysAway) : undefined;
  const otherYear = time.year !== today.year;
  if (language === 'en') {
    if (near) return `${near} ${clock}`;
    const year = otherYear ? ` ${time.year}` : '';
    return `${time.weekday} ${Number(time.day)} ${months[Number(time.month) - 1]}${year}, ${clock}`;
  }
  const date = () =>
    new Intl.DateTimeFormat(locales[language], {
      ...{ weekday: 'short', day: 'numeric', month: 'short', timeZone },
      ...(otherYear && { year: 'numeric' }),
    }).format(new Date(at));
  return `${near ?? date()}${beforeClock(language, time.hour)}${clock}`;
}

/** Capitalizes a text that begins a line: `Today 12:00`. */
export const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Formats a time in UTC: `21 Nov 2026, 13:52 UTC`. */
export function utcText(at: Date | string, language: Language = 'en'): string {
  if (language !== 'en') {
    const text = new Intl.DateTimeFormat(locales[language], {
      ...{ day: 'numeric', month: 'short', year: 'numeric' },
      ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'UTC' },
    }).format(new Date(at));
    return `${text} UTC`;
  }
  const { day, month, year, hour, minute } = partsOf(new Date(at), 'UTC');
  return `${Number(day)} ${months[Number(month) - 1]} ${year}, ${hour}:${minute} UTC`;
}
