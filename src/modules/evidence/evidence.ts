import type { Check, CheckName, CheckResult } from '../job/evidence-item.js';

export * from '../job/evidence-item.js';

/** Limits per job; the `sinceSetBack` limits restart when it is set back to work. */
export const evidenceLimits = {
  passingPerStepSinceSetBack: 6,
  storedSinceSetBack: 30,
  stored: 120,
} as const;

/** End of the notes that the capture page sends with a position entered by hand, because the phone returned none. */
const enteredByHand = 'Position entered by hand.';

export const isEnteredByHand = ({ notes }: { notes: string | null }): boolean =>
  notes?.endsWith(enteredByHand) ?? false;

/** Returns a check in its stored form; `measured` and `threshold` include their units. */
export const newCheck = (
  name: CheckName,
  result: CheckResult,
  measured: string | null,
  threshold: string | null,
  message: string,
): Check => ({ name, result, measured, threshold, message });
