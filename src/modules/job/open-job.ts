import { scope } from '../../access.js';
import { operation, post } from '../../operation.js';
import { jobScope } from '../../viewer.js';
import { type Job, jobTarget } from './job.js';
import { invalidTransition, JobChange } from './job-change.js';
export const openJob = operation({
  name: 'openJob',
  kind: 'mutation',
  description: 'Open a job to verifiers, or reopen a failed or expired job.',
  access: scope('jobs:write'),
  target: jobTarget,
  errors: ['invalid_transition', 'erased'],
  rest: post('/v1/jobs/{job_id}/open', {
    tool: { name: 'open_job' },
    tag: 'Jobs',
    summary: 'Open a job',
  }),
  run: ({ services, viewer }, { id }): Promise<Job> =>
    services.jobs.change(id, jobScope(viewer), (job) => {
      // The job of a site check is only opened by the confirmation of its request, and an assigned job is only opened
      // again when its token expires.
      if (job.requestId !== null || job.status === 'assigned') {
        throw invalidTransition(job);
      }
      return new JobChange(job, services.clock.now()).move('open');
    }),
});
