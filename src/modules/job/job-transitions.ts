import type { JobStatus } from './job-status.js';

/** Every other pair is rejected with `invalid_transition`. */
export const jobTransitions: Readonly<Record<JobStatus, readonly JobStatus[]>> = {
  created: ['open', 'cancelled', 'expired'],
  open: ['assigned', 'cancelled', 'expired'],
  assigned: ['assigned', 'open', 'in_progress', 'failed', 'cancelled', 'expired'],
  in_progress: ['submitted', 'failed', 'cancelled', 'expired'],
  submitted: ['completed', 'in_progress', 'failed', 'cancelled', 'expired'],
  completed: ['disputed', 'in_progress'],
  disputed: ['completed', 'in_progress', 'cancelled'],
  failed: ['open'],
  expired: ['open'],
  cancelled: [],
};
