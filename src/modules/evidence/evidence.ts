export * from '../job/evidence-item.js';

/** Limits per job; the `sinceSetBack` limits restart when it is set back to work. */
export const evidenceLimits = {
  passingPerStepSinceSetBack: 6,
  storedSinceSetBack: 30,
  stored: 120,
} as const;
