export * from '../job/evidence-item.js';

/** Limits of one job; `sinceSetBack` ones start again when it is set back to work. */
export const evidenceLimits = {
  passingPerStepSinceSetBack: 6,
  storedSinceSetBack: 30,
  stored: 120,
} as const;
