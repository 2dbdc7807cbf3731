import type { Target } from '../../operation.js';

/** The job that an operation targets. */
export const jobTarget: Target<'id'> = {
  argument: 'id',
  parameter: 'job_id',
  description: 'Id of the job.',
  missing: 'job_not_found',
  node: 'Job',
};

/** The same target under a name for operations with several ids. */
export const jobIdTarget: Target<'jobId'> = { ...jobTarget, argument: 'jobId' };
