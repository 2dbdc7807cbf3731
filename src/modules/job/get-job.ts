import { jobScope, type RequestContext } from '../../context.js';
import { authorize } from '../../policy.js';
import { joinSiteCheck } from '../site-check/join-site-check.js';
import type { Job } from './job.js';

/** @throws ApiError `job_not_found`, for another integrator's job as for none */
export async function getJob(ctx: RequestContext, id: string): Promise<Job> {
  const viewer = authorize(ctx, 'job');
  const job = await ctx.services.jobs.get(id, jobScope(viewer));
  return job.requestId === null ? job : (await joinSiteCheck(ctx.services, job.requestId)).job;
}
