import { day, hour } from '../../lib/units.js';
import { firstDirectory, readDirectory, type TiffDirectory } from './read-tiff.js';
import type { SourceName, Statements } from './stated-sources.js';
import {
  isVoid,
  type Read,
  readDateTime,
  reading,
  readOffset,
  readPosition,
} from './stated-values.js';

/** Tags of CIPA DC-008 (Exif 2.32), 4.6.3 to 4.6.6. */
const tags = {
  exif: 0x8769,
  gps: 0x8825,
  original: 0x9003,
  digitized: 0x9004,
  offsetOriginal: 0x9011,
  offsetDigitized: 0x9012,
  latitudeRef: 1,
  latitude: 2,
  longitudeRef: 3,
  longitude: 4,
  timeStamp: 7,
  status: 9,
  dateStamp: 29,
  positioningError: 31,
} as const;

/** OffsetTime is left out: it belongs to ModifyDate. */
function readTimes(exif: TiffDirectory, stated: Statements): void {
  const voided = (source: SourceName, reason: string) => stated.voids.push({ source, reason });
  const original = exif.get(tags.original)?.text;
  if (original !== undefined) {
    const read = readDateTime(original);
    if (isVoid(read)) voided('exif_original_local', read.void);
    else {
      const { reading } = read.value;
      // Some software writes the offset behind the time itself.
      const offset = readOffset(exif.get(tags.offsetOriginal)?.text ?? '') ?? read.value.offset;
      if (offset === null) stated.localTimes.push({ source: 'exif_original_local', reading });
      else stated.times.push({ source: 'exif_original', at: new Date(reading - offset) });
    }
  }
  const digitized = exif.get(tags.digitized)?.text;
  const offset = readOffset(exif.get(tags.offsetDigitized)?.text ?? '');
  if (digitized === undefined || offset === null) return;
  const read = readDateTime(digitized);
  if (isVoid(read)) voided('exif_digitized', read.void);
  else stated.times.push({ source: 'exif_digitized', at: new Date(read.value.reading - offset) });
}

/** The week number of GPS has 10 bits: old receivers fall back by 1,024 weeks. */
const rolloverMilliseconds = 1024 * 7 * day;

/** A fix by a receiver whose week number overflowed, moved to the time of the camera's clock. */
function withoutRollover(at: number, local: number | undefined): number {
  if (local === undefined) return at;
  const cycles = Math.round((local - at) / rolloverMilliseconds);
  const moved = at + cycles * rolloverMilliseconds;
  return cycles > 0 && Math.abs(local - moved) <= 15 * hour ? moved : at;
}

function readGpsTime(gps: TiffDirectory): Read<number> | null {
  const date = gps.get(tags.dateStamp)?.text;
  const clock = gps.get(tags.timeStamp)?.numbers;
  if (date === undefined || !clock) return null;
  const parts = /^(\d{4})[:-](\d\d)[:-](\d\d)$/.exec(date);
  if (!parts) return { void: 'the date is not a date' };
  const [hours, minutes, seconds] = clock;
  if (clock.length !== 3 || clock.some((value) => !Number.isFinite(value))) {
    return { void: 'the time is not a time' };
  }
  const [year, month, date2] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const value = reading(year, month, date2, hours, minutes, seconds);
  if (value === null || year < 1980) return { void: 'this date or time does not exist' };
  return { value };
}

function degrees(gps: TiffDirectory, tag: number): number | null {
  const numbers = gps.get(tag)?.numbers ?? [];
  if (numbers.length === 0 || numbers.length > 3) return null;
  const [whole = 0, minutes = 0, seconds = 0] = numbers;
  // The hemisphere gives the sign, also where the value repeats it.
  return Math.abs(whole + minutes / 60 + seconds / 3600);
}

function readGpsPosition(gps: TiffDirectory): Read<{ latitude: number; longitude: number }> | null {
  if (!gps.has(tags.latitude) || !gps.has(tags.longitude)) return null;
  const [latitude, longitude] = [degrees(gps, tags.latitude), degrees(gps, tags.longitude)];
  if (latitude === null || longitude === null) {
    return { void: 'it is not two values of degrees, minutes and seconds' };
  }
  if (/^v/i.test(gps.get(tags.status)?.text ?? '')) {
    return { void: 'GPSStatus V marks it as not valid' };
  }
  const [north] = (gps.get(tags.latitudeRef)?.text ?? '').toUpperCase();
  const [east] = (gps.get(tags.longitudeRef)?.text ?? '').toUpperCase();
  if ((north !== 'N' && north !== 'S') || (east !== 'E' && east !== 'W')) {
    return { void: 'the hemisphere is missing' };
  }
  if (Number.isNaN(latitude) || Number.isNaN(longitude)) {
    return { void: 'a denominator is zero' };
  }
  return readPosition(north === 'S' ? -latitude : latitude, east === 'W' ? -longitude : longitude);
}

function readGps(gps: TiffDirectory, stated: Statements): void {
  const position = readGpsPosition(gps);
  if (position && isVoid(position))
    stated.voids.push({ source: 'exif_gps', reason: position.void });
  else if (position) {
    const [error] = gps.get(tags.positioningError)?.numbers ?? [];
    const accuracyMetres = error !== undefined && error > 0 && error < 1e6 ? error : null;
    stated.positions.push({ source: 'exif_gps', ...position.value, accuracyMetres });
  }
  const time = readGpsTime(gps);
  if (!time) return;
  // A placeholder of a position has a placeholder of a time beside it.
  const reason = isVoid(time)
    ? time.void
    : position && isVoid(position) && 'its position states nothing';
  if (isVoid(time) || reason) {
    stated.voids.push({ source: 'gps_time', reason: reason || '' });
    return;
  }
  const local = stated.times[0]?.at.getTime() ?? stated.localTimes[0]?.reading;
  stated.times.push({ source: 'gps_time', at: new Date(withoutRollover(time.value, local)) });
}

/** Adds what an EXIF block states. */
export function readExif(tiff: Buffer, stated: Statements): void {
  const main = readDirectory(tiff, firstDirectory(tiff));
  const [exifAt] = main.get(tags.exif)?.numbers ?? [];
  const [gpsAt] = main.get(tags.gps)?.numbers ?? [];
  if (exifAt) readTimes(readDirectory(tiff, exifAt), stated);
  if (gpsAt) readGps(readDirectory(tiff, gpsAt), stated);
}
