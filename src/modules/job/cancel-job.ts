import { z } from 'zod';
import { jobScope, type RequestContext } from '../../context.js';
import { text } from '../../lib/schema.js';
import { authorize } from '../../policy.js';
import type { Job } from './job.js';
import { JobChange } from './job-change.js';

export const cancelJobInput = z.object({
  reason: text(1, 1000).nullish().describe('Why, kept with the job as its status reason.'),
});

/**
 * Withdraws a job for good; the tokens of its assignees stop working.
 * @throws ApiError `job_not_found`, `invalid_transition`
 */
export async function cancelJob(
  ctx: RequestContext,
  id: string,
  input: z.infer<typeof cancelJobInput>,
): Promise<Job> {
  const viewer = authorize(ctx, 'cancelJob');
  return ctx.services.jobs.change(id, jobScope(viewer), (job) =>
    new JobChange(job, ctx.services.clock.now()).move('cancelled', {
      reason: input.reason ?? null,
    }),
  );
}
