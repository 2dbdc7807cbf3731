import { scope } from '../../access.js';
import type { Call } from '../../context.js';
import { get, operation } from '../../operation.js';
import { jobScope, type KeyHolder } from '../../viewer.js';
import type { Job } from './job.js';
import { jobTarget } from './job-target.js';

/** @throws ApiError `job_not_found`, for another integrator's job as for none */
export function readJob(ctx: Call<KeyHolder>, id: string): Promise<Job> {
  return ctx.services.jobs.get(id, jobScope(ctx.viewer));
}

export const getJob = operation({
  name: 'job',
  kind: 'query',
  description: 'Get a job.',
  access: scope('jobs:read'),
  target: jobTarget,
  errors: [],
  rest: get('/v1/jobs/{job_id}', {
    tool: { name: 'get_job' },
    operationId: 'get_job',
    tag: 'Jobs',
    summary: 'Get a job',
  }),
  run: (ctx, { id }): Promise<Job> => readJob(ctx, id),
});
