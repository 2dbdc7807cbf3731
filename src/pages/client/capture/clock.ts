import { minute } from '../../../lib/units.js';

/** How far the phone's clock may be off before it is said. */
const toleratedMilliseconds = 2 * minute;

/**
 * How far the phone's clock is ahead of the service's, in milliseconds; negative: behind.
 *
 * @param header the `Date` of an answer, which has whole seconds
 * @param requested when the request was sent, by the phone's clock
 * @param answered when the answer came
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

/** Whole minutes to warn of; null when the clock is right enough. */
export function minutesOff(ahead: number | null): number | null {
  if (ahead === null || Math.abs(ahead) <= toleratedMilliseconds) return null;
  return Math.round(ahead / minute);
}
