import { scope } from '../../access.js';
import { operation, post } from '../../operation.js';
import { jobScope } from '../../viewer.js';
import type { Job } from './job.js';
import { JobChange } from './job-change.js';
import { jobTarget } from './job-target.js';
import { reasonText } from './text-lengths.js';

export const cancelJob = operation({
  name: 'cancelJob',
  kind: 'mutation',
  description: 'Cancel a job permanently.',
  access: scope('jobs:write'),
  target: jobTarget,
  args: {
    reason: reasonText()
      .nullish()
      .describe('Reason for the cancellation, stored as the status reason of the job.'),
  },
  errors: ['invalid_transition', 'erased'],
  example: { reason: 'The shop has moved.' },
  rest: post('/v1/jobs/{job_id}/cancel', {
    tool: { name: 'cancel_job', annotations: { destructiveHint: true } },
    tag: 'Jobs',
    summary: 'Cancel a job',
  }),
  run: ({ services, viewer }, { id, reason }): Promise<Job> =>
    services.jobs.change(id, jobScope(viewer), (job) =>
      new JobChange(job, services.clock.now()).move('cancelled', { reason: reason ?? null }),
    ),
});
