export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';

/** A recurrence rule as the controls of the form state it. */
export interface RuleParts {
  frequency: Frequency;
  /** As typed; empty for 1. */
  interval: string;
  /** Weekdays of a weekly rule, such as `MO`; empty for that of the start. */
  weekdays: readonly string[];
  /** Number of the weekday in the month, such as `-1` for the last; empty for the day of the start. */
  position: string;
  /** Weekday of a monthly rule with a position. */
  weekday: string;
  /** Number of dates, as typed; empty for no end. */
  count: string;
}

export const usualRule: RuleParts = {
  frequency: 'MONTHLY',
  interval: '',
  weekdays: [],
  position: '1',
  weekday: 'MO',
  count: '',
};

function daysOf({ frequency, weekdays, position, weekday }: RuleParts): string {
  if (frequency === 'WEEKLY') return weekdays.join(',');
  return frequency === 'MONTHLY' && position ? position + weekday : '';
}

/** Returns a rule of RFC 5545. Does not check the values: the service does. */
export function ruleOf(parts: RuleParts): string {
  const interval = parts.interval.trim();
  const stated = {
    FREQ: parts.frequency,
    INTERVAL: interval === '1' ? '' : interval,
    BYDAY: daysOf(parts),
    COUNT: parts.count.trim(),
  };
  return Object.entries(stated)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`)
    .join(';');
}
