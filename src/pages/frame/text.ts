/** Texts that server and browser write alike; `lang` of the page decides formats, today English alone. */

const parts = (time: Date, timeZone?: string) =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  })
    .format(time)
    // Engines differ in the short form of September.
    .replace('Sept', 'Sep');

/** `21 Nov 2026, 13:52 UTC`. */
export const timeText = (time: Date | string): string => `${parts(new Date(time), 'UTC')} UTC`;

/**
 * `21 Nov 2026, 14:52 (13:52 UTC)`: a time in the reader's zone.
 * @param timeZone IANA name; the browser's own when left out
 */
export function localTimeText(time: Date | string, timeZone?: string): string {
  const at = new Date(time);
  const here = parts(at, timeZone);
  const utc = parts(at, 'UTC');
  return here === utc ? `${utc} UTC` : `${here} (${utc.slice(-5)} UTC)`;
}

/** A distance: `430 m`, `1.2 km`, `340 km`. */
export function metresText(metres: number): string {
  if (metres < 999.5) return `${Math.round(metres)} m`;
  const kilometres = metres / 1000;
  return kilometres < 99.95 ? `${kilometres.toFixed(1)} km` : `${Math.round(kilometres)} km`;
}
