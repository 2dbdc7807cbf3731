import { OpenLocationCode } from 'open-location-code';
import type { Position } from '../../lib/geo.js';

const openLocationCode = new OpenLocationCode();

/** A full code such as 9F4MGC8C+PX or 9F4M0000+, or a short code such as GC8C+PX. */
const form =
  /^(?:[23456789CFGHJMPQRVWX]{2,8}|(?:[23456789CFGHJMPQRVWX]{2}){1,3}0{2,6})\+[23456789CFGHJMPQRVWX]*$/;

/** A plus code in a text. */
export type PlusCode =
  | { kind: 'full'; code: string }
  /** A code without its first digits, with the name of a place near it; null without one. */
  | { kind: 'short'; code: string; reference: string | null };

/**
 * Reads a plus code (Open Location Code), followed by a reference if it is short: `9G8F+5W Berlin`.
 *
 * @returns null for any other text; `invalid` for a code with a wrong length or digit
 */
export function readPlusCode(text: string): PlusCode | 'invalid' | null {
  const [, typed = '', rest = ''] = /^([\w]{2,8}\+\w*)[\s,;]*(.*)$/su.exec(text.trim()) ?? [];
  const code = typed.toUpperCase();
  // A text with a plus and no digit, such as "Coffee+Tea", is a name.
  if (!/\d/.test(code) || code === '') return null;
  if (!form.test(code)) return 'invalid';
  if (openLocationCode.isFull(code)) return { kind: 'full', code };
  if (!openLocationCode.isShort(code)) return 'invalid';
  return { kind: 'short', code, reference: rest.trim() || null };
}

/** Returns the center of a full code. */
export function plusCodePosition(code: string): Position {
  const { latitudeCenter, longitudeCenter } = openLocationCode.decode(code);
  return { latitude: rounded(latitudeCenter), longitude: rounded(longitudeCenter) };
}

/** Returns the center of the nearest area to `near` that a short code can be of. */
export const shortCodePosition = (code: string, near: Position): Position =>
  plusCodePosition(openLocationCode.recoverNearest(code, near.latitude, near.longitude));

/** A code of 15 digits has a resolution of a few millimeters. */
const rounded = (degrees: number) => Number(degrees.toFixed(7));
