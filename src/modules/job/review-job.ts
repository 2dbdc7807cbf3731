import { z } from 'zod';
import { jobScope, type RequestContext } from '../../context.js';
import { choice, list, text } from '../../lib/schema.js';
import { authorize } from '../../policy.js';
import type { Job, JobStatus } from './job.js';
import { invalidTransition, JobChange } from './job-change.js';
import { checkStepNames, resetSteps } from './steps.js';

export const reviewDecision = z.enum(['accept', 'more', 'fail']);
type ReviewDecision = z.infer<typeof reviewDecision>;

export const reviewJobInput = z.object({
  decision: choice(reviewDecision).describe(
    'accept: the job is verified; more: the named steps are to be shown again; fail: it could not be done.',
  ),
  note: text(1, 2000).nullish().describe('Why; kept as the status reason.'),
  stepNames: list(text(1, 120), { max: 20 })
    .default([])
    .describe('With more: which steps; none named: every required one.'),
});

/** From which states an operator may decide what, and what the job becomes by it. */
const decisions: Record<ReviewDecision, { from: readonly JobStatus[]; to: JobStatus }> = {
  accept: { from: ['submitted', 'disputed'], to: 'completed' },
  more: { from: ['submitted', 'completed', 'disputed'], to: 'in_progress' },
  fail: { from: ['assigned', 'in_progress', 'submitted'], to: 'failed' },
};

/**
 * An operator's decision on what was submitted.
 * @throws ApiError `job_not_found`, `step_not_found`, `invalid_transition`
 */
export async function reviewJob(
  ctx: RequestContext,
  id: string,
  input: z.infer<typeof reviewJobInput>,
): Promise<Job> {
  const viewer = authorize(ctx, 'reviewJob');
  return ctx.services.jobs.change(id, jobScope(viewer), (job) => {
    checkStepNames(job, input.stepNames);
    const { from, to } = decisions[input.decision];
    if (!from.includes(job.status)) throw invalidTransition(job, `reviewed with ${input.decision}`);
    const change = new JobChange(job, ctx.services.clock.now());
    change.move(to, { reason: input.note ?? null }).set({ statusReason: input.note ?? null });
    return input.decision === 'more'
      ? change.set({ steps: resetSteps(job.steps, input.stepNames) })
      : change;
  });
}
