import { z } from 'zod';

/** Status of a job; `jobTransitions` lists the next states of each. */
export const jobStatus = z.enum([
  'created',
  'open',
  'assigned',
  'in_progress',
  'submitted',
  'completed',
  'disputed',
  'failed',
  'expired',
  'cancelled',
]);
export type JobStatus = z.infer<typeof jobStatus>;

/** Statuses of a job that is still in progress or in review. */
export const workingStatuses: readonly JobStatus[] = [
  'open',
  'assigned',
  'in_progress',
  'submitted',
];

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
