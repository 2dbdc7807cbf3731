import type { Target } from '../../operation.js';

/** The job that an operation is about. */
export const jobTarget: Target<'id'> = {
  argument: 'id',
  parameter: 'job_id',
  description: 'Id of the job.',
  missing: 'job_not_found',
  node: 'Job',
};

/** The same under the name that reads better beside other ids. */
export const jobIdTarget: Target<'jobId'> = { ...jobTarget, argument: 'jobId' };
