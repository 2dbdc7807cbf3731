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
