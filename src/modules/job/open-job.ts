import { jobScope, type RequestContext } from '../../context.js';
import { authorize } from '../../policy.js';
import type { Job } from './job.js';
import { invalidTransition, JobChange } from './job-change.js';

/**
 * Offers a job to verifiers; a failed or expired one again.
 * @throws ApiError `job_not_found`, `invalid_transition`
 */
export async function openJob(ctx: RequestContext, id: string): Promise<Job> {
  const viewer = authorize(ctx, 'openJob');
  return ctx.services.jobs.change(id, jobScope(viewer), (job) => {
    // The job of a site-check is opened by the confirmation of its request alone, and an assigned
    // one goes back to open only when its token runs out.
    if (job.requestId !== null || job.status === 'assigned') throw invalidTransition(job, 'opened');
    return new JobChange(job, ctx.services.clock.now()).move('open');
  });
}
