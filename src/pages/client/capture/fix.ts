import { minute, second } from '../../../lib/units.js';
import type { Fix } from './position-text.js';

/** How old a position may be to stand for a photo without asking the phone again. */
const newMilliseconds = 30 * second;
/** How long the phone is asked anew. */
export const askMilliseconds = 10 * second;
/** How old the last position may be where the phone gives no other. */
const lastMilliseconds = 5 * minute;
/** After so long without a position it can be entered by hand. */
export const slowMilliseconds = 20 * second;

const within = (fix: Fix | null, now: number, age: number) =>
  fix !== null && now - fix.at <= age ? fix : null;

/**
 * The position of a photo: the newest of 30 s, else one asked for now, else the last of 5 min.
 * @param ask asks the phone; null when it gives none in time
 */
export async function fixForPhoto(
  last: () => Fix | null,
  ask: () => Promise<Fix | null>,
  now: () => number,
): Promise<Fix | null> {
  const fresh = within(last(), now(), newMilliseconds);
  return fresh ?? (await ask()) ?? within(last(), now(), lastMilliseconds);
}
