import zoneAt from '@photostructure/tz-lookup';
import { dayAndTime } from './day-and-time.js';
import { isPossiblePosition, type Position } from './geo.js';

/** Returns the IANA time zone of a place; null for a position outside Earth, or a zone unknown to this Node.js. */
export function timeZoneOf({ latitude, longitude }: Position): string | null {
  if (!isPossiblePosition(latitude, longitude)) return null;
  try {
    const timeZone = zoneAt(latitude, longitude);
    return new Intl.DateTimeFormat('en-GB', { timeZone }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * Formats a time for a person who goes to a place: `21 Nov 2026, 14:52 local time (21 Nov 2026, 13:52 UTC)`, or the time
 * in UTC alone where the zone is unknown or equals UTC.
 */
export function placeTimeText(time: Date, place: Position): string {
  const utc = `${dayAndTime(time, 'UTC')} UTC`;
  const zone = timeZoneOf(place);
  const local = zone === null ? null : dayAndTime(time, zone);
  if (local === null || `${local} UTC` === utc) return utc;
  const [day, clock] = utc.split(', ') as [string, string];
  return `${local} local time (${local.startsWith(day) ? clock : utc})`;
}
