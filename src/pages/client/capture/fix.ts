import { minute, second } from '../../../lib/units.js';
import type { Fix } from './position-text.js';

/** Maximum age of a position that is used without asking the phone again. */
const newMilliseconds = 30 * second;
/** Time limit for a new position. */
export const askMilliseconds = 10 * second;
/** Maximum age of the last position if the phone gives no new one. */
const lastMilliseconds = 5 * minute;
/** Time without a position after which it can be entered by hand. */
export const slowMilliseconds = 20 * second;

const within = (fix: Fix | null, now: number, age: number) =>
  fix !== null && now - fix.at <= age ? fix : null;

/**
 * Returns the position for a photo: the newest of 30 s, else a new one, else the last of 5 min.
 * @param ask asks the phone; null if it gives none in time
 */
export async function fixForPhoto(
  last: () => Fix | null,
  ask: () => Promise<Fix | null>,
  now: () => number,
): Promise<Fix | null> {
  const fresh = within(last(), now(), newMilliseconds);
  return fresh ?? (await ask()) ?? within(last(), now(), lastMilliseconds);
}
