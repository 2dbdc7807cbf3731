import { dayAndTime } from '../../lib/day-and-time.js';

/**
 * Texts that server and browser format in the same way; the page's `lang` decides the formats, currently only English.
 */

/** Formats a time in UTC: `21 Nov 2026, 13:52 UTC`. */
export const timeText = (time: Date | string): string => `${dayAndTime(new Date(time), 'UTC')} UTC`;

/**
 * Formats a time in the reader's zone: `21 Nov 2026, 14:52 (13:52 UTC)`.
 * @param timeZone IANA name; by default the browser's
 */
export function localTimeText(time: Date | string, timeZone?: string): string {
  const at = new Date(time);
  const here = dayAndTime(at, timeZone);
  const utc = dayAndTime(at, 'UTC');
  return here === utc ? `${utc} UTC` : `${here} (${utc.slice(-5)} UTC)`;
}

/** Formats a distance: `430 m`, `1.2 km`, `340 km`. */
export function metresText(metres: number): string {
  if (metres < 999.5) return `${Math.round(metres)} m`;
  const kilometres = metres / 1000;
  return kilometres < 99.95 ? `${kilometres.toFixed(1)} km` : `${Math.round(kilometres)} km`;
}
