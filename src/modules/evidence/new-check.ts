import type { Check, CheckName, CheckResult } from './evidence.js';

/** Returns a check in its stored form; `measured` and `threshold` include their units. */
export const newCheck = (
  name: CheckName,
  result: CheckResult,
  measured: string | null,
  threshold: string | null,
  message: string,
): Check => ({ name, result, measured, threshold, message });
