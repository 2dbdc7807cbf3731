import type { Check, CheckName, CheckResult } from './evidence.js';

/** A check as it is stored; `measured` and `threshold` carry their units. */
export const newCheck = (
  name: CheckName,
  result: CheckResult,
  measured: string | null,
  threshold: string | null,
  message: string,
): Check => ({ name, result, measured, threshold, message });
