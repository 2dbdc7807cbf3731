import type { Check, CheckName, CheckResult } from '../job/evidence-item.js';

export * from '../job/evidence-item.js';

/** Limits of one job; `sinceSetBack` ones start again when it is set back to work. */
export const evidenceLimits = {
  passingPerStepSinceSetBack: 6,
  storedSinceSetBack: 30,
  stored: 120,
} as const;

/** Ends the note of what the capture page sends with a position that was typed, as the phone gave none. */
const enteredByHand = 'Position entered by hand.';

export const isEnteredByHand = ({ notes }: { notes: string | null }): boolean =>
  notes?.endsWith(enteredByHand) ?? false;

/** A check as it is stored; `measured` and `threshold` carry their units. */
export const newCheck = (
  name: CheckName,
  result: CheckResult,
  measured: string | null,
  threshold: string | null,
  message: string,
): Check => ({ name, result, measured, threshold, message });
