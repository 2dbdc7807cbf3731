import zoneAt from '@photostructure/tz-lookup';
import { countryAt } from './country.js';
import { dayAndTime } from './day-and-time.js';
import { isPossiblePosition, type Position } from './geo.js';

declare global {
  namespace Intl {
    interface Locale {
      /** IANA time zones of the region; replaced by `getTimeZones()` in Node 23. */
      timeZones?: string[];
      getTimeZones?(): string[] | undefined;
    }
  }
}

/** Canonical names of the zones of tz-lookup and `Intl`, and zones of countries, which are slow to derive. */
const canonicalNames = new Map<string, string | null>();
const countryZones = new Map<string, ReadonlySet<string | null>>();

/** Returns the value of a key, which is made once. */
function kept<V>(values: Map<string, V>, key: string, make: (key: string) => V): V {
  const known = values.get(key);
  if (known !== undefined) return known;
  const value = make(key);
  values.set(key, value);
  return value;
}

/** Returns the name that identifies a zone among its aliases; null for a zone unknown to this Node.js. */
const canonical = (timeZone: string) => kept(canonicalNames, timeZone, findCanonical);

function findCanonical(timeZone: string): string | null {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone }).resolvedOptions().timeZone;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Returns the canonical names of a country's zones; empty if they are unknown. */
const zonesOf = (country: string) =>
  kept(countryZones, country, () => {
    const region = new Intl.Locale(`und-${country}`);
    return new Set((region.getTimeZones?.() ?? region.timeZones ?? []).map(canonical));
  });

/** Radii in degrees at which the zone of a place near a border is looked up. */
const radii = [0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4];
const directions = 16;

function zonesAround({ latitude, longitude }: Position, radius: number): string[] {
  const narrowing = Math.max(0.1, Math.cos((latitude * Math.PI) / 180));
  return Array.from({ length: directions }, (_, index) => {
    const angle = (2 * Math.PI * index) / directions;
    const north = Math.max(-90, Math.min(90, latitude + radius * Math.sin(angle)));
    const east = longitude + (radius * Math.cos(angle)) / narrowing;
    return zoneAt(north, ((((east + 180) % 360) + 360) % 360) - 180);
  });
}

const mostFrequent = (names: readonly string[]): string | undefined => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
};

/**
 * Returns the IANA time zone of a place; null for a position outside Earth, or a zone unknown to this Node.js.
 *
 * The shapes of tz-lookup are accurate to some kilometres. The zone of a place is therefore one of its country's: near a
 * border it is the most frequent one at the smallest distance at which tz-lookup has one. Of 199,568 towns of GeoNames
 * 0.2 % get a zone with another offset, against 0.6 % without the country; geo-tz has exact shapes of 71 MB.
 */
export function timeZoneOf(place: Position): string | null {
  if (!isPossiblePosition(place.latitude, place.longitude)) return null;
  const zone = zoneAt(place.latitude, place.longitude);
  const known = canonical(zone);
  const country = known === null ? null : countryAt(place);
  const zones = country === null ? null : zonesOf(country);
  if (!zones || zones.size === 0 || zones.has(known)) return known === null ? null : zone;
  for (const radius of radii) {
    const own = zonesAround(place, radius).filter((name) => zones.has(canonical(name)));
    const nearest = mostFrequent(own);
    if (nearest) return nearest;
  }
  const [only] = zones;
  return zones.size === 1 && only ? only : zone;
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
