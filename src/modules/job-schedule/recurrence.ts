import rrule from 'rrule';
import { clockIn, type LocalTime, localTimeString, parseLocalTime } from '../../lib/local-time.js';

/** When a schedule is due: a rule on the clock of a time zone. */
export interface Recurrence {
  /** An RFC 5545 recurrence rule without the name of its property, such as `FREQ=WEEKLY;BYDAY=MO`. */
  rrule: string;
  /** Local time from which the dates are counted, as `YYYY-MM-DDTHH:MM:SS`; every date has its time of day. */
  startsAt: string;
  /** IANA name. */
  timeZone: string;
}

/** A date of a schedule. */
export interface ScheduledDate {
  /** Local day as `YYYY-MM-DD`, which identifies the date in its schedule. */
  day: string;
  at: Date;
}

const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];
const calendarFrequencies = ['MONTHLY', 'YEARLY'];
const weekday = '(MO|TU|WE|TH|FR|SA|SU)';
const listOf = (item: string) => `${item}(,${item})*`;
/** An optional sign and a number from 1. */
const ordinal = (numbers: string) => `[+-]?(${numbers})`;
const upTo31 = '0?[1-9]|[12]\\d|3[01]';
const upTo53 = '0?[1-9]|[1-4]\\d|5[0-3]';
const upTo366 = '0{0,2}[1-9]|0?[1-9]\\d|[12]\\d\\d|3[0-5]\\d|36[0-6]';

/** The values that a part of a rule can have, and the frequencies with which it can be combined. */
const parts: Readonly<
  Record<string, { value: string; message: string; with?: readonly string[] }>
> = {
  FREQ: {
    value: `(${frequencies.join('|')})`,
    message: `should be ${frequencies.slice(0, -1).join(', ')} or ${frequencies.at(-1)}: a visit takes hours, so no rule repeats more often than daily`,
  },
  INTERVAL: { value: '[1-9]\\d{0,2}', message: 'should be a number from 1 to 999' },
  COUNT: { value: '[1-9]\\d{0,4}', message: 'should be a number from 1 to 99999' },
  UNTIL: {
    value: '\\d{8}(T\\d{6}Z?)?',
    message: 'should be a date such as 20271231, or a time such as 20271231T120000',
  },
  WKST: { value: weekday, message: 'should be a weekday such as MO' },
  BYDAY: {
    value: listOf(`(${ordinal(upTo53)})?${weekday}`),
    message: 'should be weekdays such as MO,-1FR',
  },
  BYMONTH: { value: listOf('(0?[1-9]|1[0-2])'), message: 'should be numbers from 1 to 12' },
  BYMONTHDAY: {
    value: listOf(ordinal(upTo31)),
    message: 'should be numbers from 1 to 31, or from -31 to -1',
    with: calendarFrequencies,
  },
  BYYEARDAY: {
    value: listOf(ordinal(upTo366)),
    message: 'should be numbers from 1 to 366, or from -366 to -1',
    with: ['YEARLY'],
  },
  BYWEEKNO: {
    value: listOf(ordinal(upTo53)),
    message: 'should be numbers from 1 to 53, or from -53 to -1',
    with: ['YEARLY'],
  },
  BYSETPOS: {
    value: listOf(ordinal(upTo366)),
    message: 'should be numbers from 1 to 366, or from -366 to -1',
    with: calendarFrequencies,
  },
};

/** Parts that set the time of day, which is that of the start. */
const timeParts = ['BYHOUR', 'BYMINUTE', 'BYSECOND'];

const partsOf = (rule: string): [name: string, value: string][] =>
  rule.split(';').map((part) => {
    const [name = '', ...values] = part.split('=');
    return [name, values.join('=')];
  });

const untilForm = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d))?/;

/** Parses an end; a day ends with its last second. Null for a time that no clock shows. */
function parseUntil(text: string): LocalTime | null {
  const [, year, month, day, hour = '23', minute = '59', second = '59'] =
    untilForm.exec(text) ?? [];
  return parseLocalTime(`${year}-${month}-${day}T${hour}:${minute}:${second}`);
}

/** Returns the flaw of one part; null for a valid one. */
function partFlaw(name: string, value: string, frequency: string): string | null {
  if (timeParts.includes(name))
    return `${name} cannot be set: the time of day is that of starts_at`;
  const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
  if (!part) return `${name || 'an empty part'} is not supported`;
  if (!new RegExp(`^${part.value}$`).test(value)) return `${name} ${part.message}`;
  if (part.with && !part.with.includes(frequency)) {
    return `${name} cannot be combined with FREQ=${frequency}`;
  }
  return null;
}

/**
 * Returns why a rule is not supported; null for a supported one, which can still have no date.
 *
 * Of the rules of RFC 5545 it accepts those that repeat by days, without times. Daily and weekly rules are limited to
 * parts that leave a date in every year, because rrule would look for a date on each day until the year 9999.
 */
export function ruleFlaw(rule: string): string | null {
  const given = partsOf(rule);
  const values = new Map(given);
  if (values.size < given.length) return 'each part can be given once';
  const frequency = values.get('FREQ');
  if (frequency === undefined) return 'FREQ is missing';
  for (const [name, value] of [['FREQ', frequency] as const, ...given]) {
    const flaw = partFlaw(name, value, frequency);
    if (flaw !== null) return flaw;
  }
  const until = values.get('UNTIL');
  if (until !== undefined && parseUntil(until) === null) return 'UNTIL is on no calendar';
  if (values.has('COUNT') && until !== undefined) return 'COUNT and UNTIL cannot be combined';
  if (
    values.has('BYSETPOS') &&
    given.every(([name]) => name === 'BYSETPOS' || !name.startsWith('BY'))
  ) {
    return 'BYSETPOS needs another part such as BYDAY';
  }
  const hasOrdinal = /\d/.test(values.get('BYDAY') ?? '');
  if (hasOrdinal && !calendarFrequencies.includes(frequency)) {
    return `BYDAY with numbers cannot be combined with FREQ=${frequency}`;
  }
  if (hasOrdinal && values.has('BYWEEKNO'))
    return 'BYDAY with numbers cannot be combined with BYWEEKNO';
  if (calendarFrequencies.includes(frequency) || Number(values.get('INTERVAL') ?? 1) === 1)
    return null;
  const limit = frequency === 'DAILY' && values.has('BYDAY') ? 'BYDAY' : 'BYMONTH';
  return values.has(limit)
    ? `FREQ=${frequency} with an INTERVAL cannot be combined with ${limit}`
    : null;
}

/** Years after which the calendar repeats itself, including the weekdays. */
const cycleYears = 400;
const lastYear = 9_999;

function inYears(time: LocalTime, years: number): LocalTime {
  const moved = new Date(time);
  moved.setUTCFullYear(time.getUTCFullYear() + years);
  return moved;
}

/** Returns the last local time at which a date can be; null for an endless or a counted rule. */
function endOf({ rrule: rule, timeZone }: Recurrence): LocalTime | null {
  const until = new Map(partsOf(rule)).get('UNTIL');
  const time = until === undefined ? null : parseUntil(until);
  return time && until?.endsWith('Z') ? clockIn(timeZone).localAt(time) : time;
}

/**
 * Returns the latest date up to a moment and those after it, in order.
 *
 * @param recurrence with a rule without a flaw
 * @param count maximum number of later dates
 */
export function datesAround(
  recurrence: Recurrence,
  now: Date,
  count: number,
): { latest: ScheduledDate | null; next: ScheduledDate[] } {
  const start = parseLocalTime(recurrence.startsAt) as LocalTime;
  // rrule looks for dates until the year 9999. Moved near it by a multiple of the cycle, a rule that has no date, or
  // none left, ends after hundreds of years instead of thousands.
  const cycles = Math.floor((lastYear - start.getUTCFullYear()) / cycleYears);
  const moved = cycles * cycleYears;
  const end = endOf(recurrence);
  const rule = new rrule.RRule(
    {
      ...rrule.RRule.parseString(recurrence.rrule),
      dtstart: inYears(start, moved),
      ...(end && { until: inYears(end, moved) }),
    },
    true,
  );
  const { instantAt } = clockIn(recurrence.timeZone);
  let latest: ScheduledDate | null = null;
  const next: ScheduledDate[] = [];
  rule.all((found) => {
    const local = inYears(found, -moved);
    const date = { day: localTimeString(local).slice(0, 10), at: instantAt(local) };
    if (date.at <= now) latest = date;
    else next.push(date);
    return next.length < count;
  });
  return { latest, next };
}
