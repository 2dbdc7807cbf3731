import { jobScope, type RequestContext } from '../../context.js';
import { authorize } from '../../policy.js';
import type { Job } from './job.js';

/** @throws ApiError `job_not_found`, for another integrator's job as for none */
export async function getJob(ctx: RequestContext, id: string): Promise<Job> {
  const viewer = authorize(ctx, 'job');
  return ctx.services.jobs.get(id, jobScope(viewer));
}
