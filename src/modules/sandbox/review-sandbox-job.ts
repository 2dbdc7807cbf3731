import { testKey } from '../../access.js';
import { operation, post } from '../../operation.js';
import { jobScope } from '../../viewer.js';
import { type Job, jobTarget } from '../job/job.js';
import { planReview, reviewJobInput } from '../job/review-job.js';

export const reviewSandboxJob = operation({
  name: 'reviewSandboxJob',
  kind: 'mutation',
  description:
    'Decide on the evidence of a test job in the place of an operator: accept it, request more, or fail the job.',
  access: testKey('jobs:write'),
  target: jobTarget,
  input: reviewJobInput,
  errors: ['revision_conflict', 'step_not_found', 'invalid_transition', 'erased'],
  example: { decision: 'accept', note: 'The warning is acceptable.' },
  rest: post('/v1/sandbox/jobs/{job_id}/review', {
    tool: { name: 'review_sandbox_job' },
    tag: 'Sandbox',
    summary: 'Review a test job',
  }),
  run: ({ services, viewer }, { id, input }): Promise<Job> =>
    services.jobs.change(id, jobScope(viewer), (job) =>
      planReview(job, input, services.clock.now()),
    ),
});
