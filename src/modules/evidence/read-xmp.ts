import type { Statements } from './stated-sources.js';
import { isVoid, readDateTime, readPosition } from './stated-values.js';

/** A property as attribute or element; the values that are read are short. */
function property(xmp: string, name: string): string | null {
  const found = new RegExp(`\\b${name}(?:\\s*=\\s*["']|>)([^"'<>]{1,64})["'<]`).exec(xmp);
  return found ? found[1]!.trim() : null;
}

/** Degrees of XMP (ISO 16684-1, 8.7): `52,31.314N` or `52,31,18N`; some software writes `-52.5219`. */
function degrees(text: string | null, negative: 'S' | 'W'): number {
  if (/^[+-]?\d{1,3}\.\d{1,15}$/.test(text ?? '')) return Number(text);
  const parts = /^(\d{1,3}),(\d{1,2}(?:\.\d{1,12})?)(?:,(\d{1,2}(?:\.\d{1,12})?))?([NSEW])$/i.exec(
    text ?? '',
  );
  if (!parts) return Number.NaN;
  const size = Number(parts[1]) + Number(parts[2]) / 60 + Number(parts[3] ?? 0) / 3600;
  return parts[4]!.toUpperCase() === negative ? -size : size;
}

/** Adds what an XMP packet states with a time zone, and its position. */
export function readXmp(packet: Buffer, stated: Statements): void {
  const xmp = packet.toString('latin1');
  const original = property(xmp, 'exif:DateTimeOriginal') ?? property(xmp, 'photoshop:DateCreated');
  const time = original === null ? null : readDateTime(original);
  if (time && isVoid(time)) stated.voids.push({ source: 'xmp_time', reason: time.void });
  else if (time && time.value.offset !== null) {
    const at = new Date(time.value.reading - time.value.offset);
    stated.times.push({ source: 'xmp_time', at });
  }
  const latitude = property(xmp, 'exif:GPSLatitude');
  const longitude = property(xmp, 'exif:GPSLongitude');
  if (latitude === null || longitude === null) return;
  const position = readPosition(degrees(latitude, 'S'), degrees(longitude, 'W'));
  if (isVoid(position)) stated.voids.push({ source: 'xmp_gps', reason: position.void });
  else stated.positions.push({ source: 'xmp_gps', ...position.value, accuracyMetres: null });
}
