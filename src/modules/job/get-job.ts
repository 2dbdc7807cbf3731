import { scope } from '../../access.js';
import type { Call } from '../../context.js';
import { get, operation } from '../../operation.js';
import { jobScope, type KeyHolder } from '../../viewer.js';
import { joinSiteCheck } from '../site-check/join-site-check.js';
import type { Job } from './job.js';
import { jobTarget } from './job-target.js';

/** @throws ApiError `job_not_found`, for another integrator's job as for none */
export async function readJob(ctx: Call<KeyHolder>, id: string): Promise<Job> {
  const job = await ctx.services.jobs.get(id, jobScope(ctx.viewer));
  return job.requestId === null ? job : (await joinSiteCheck(ctx.services, job.requestId)).job;
}

export const getJob = operation({
  name: 'job',
  kind: 'query',
  description: 'Gets a job.',
  access: scope('jobs:read'),
  target: jobTarget,
  refusals: [],
  rest: get('/v1/jobs/{job_id}', { operationId: 'get_job', tag: 'Jobs', summary: 'Get a job' }),
  run: (ctx, { id }): Promise<Job> => readJob(ctx, id),
});
