import { minute } from '../../../lib/units.js';

/** Tolerated deviation of the phone's clock before a warning. */
const toleratedMilliseconds = 2 * minute;

/**
 * Returns by how many milliseconds the phone's clock is ahead of the service's; negative if it is behind.
 *
 * @param header the `Date` of a response, in whole seconds
 * @param requested time of the request by the phone's clock
 * @param answered time of the response by the phone's clock
 * @returns null without a readable header
 */
export function clockAhead(
  header: string | null,
  requested: number,
  answered: number,
): number | null {
  const service = Date.parse(header ?? '');
  return Number.isNaN(service) ? null : (requested + answered) / 2 - (service + 500);
}

/** Returns the deviation in whole minutes for a warning; null if it is within the tolerance. */
export function minutesOff(ahead: number | null): number | null {
  if (ahead === null || Math.abs(ahead) <= toleratedMilliseconds) return null;
  return Math.round(ahead / minute);
}
