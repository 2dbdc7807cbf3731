import { z } from 'zod';
import { scope } from '../../access.js';
import { choice, list } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import { jobScope } from '../../viewer.js';
import type { Job, JobStatus } from './job.js';
import { invalidTransition, JobChange } from './job-change.js';
import { jobTarget } from './job-target.js';
import { checkStepNames, resetSteps } from './steps.js';
import { commentText, stepNamesMax, stepNameText } from './text-lengths.js';

export const reviewDecision = z.enum(['accept', 'more', 'fail']);
type ReviewDecision = z.infer<typeof reviewDecision>;

export const reviewJobInput = z
  .object({
    decision: choice(reviewDecision).describe(
      'accept completes the job, more returns it to work for the named steps, fail marks it as failed.',
    ),
    note: commentText()
      .nullish()
      .describe('Reason for the decision, stored as the status reason of the job.'),
    stepNames: list(stepNameText(), { max: stepNamesMax })
      .default([])
      .describe('With more: keys of the steps to show again; empty for every required step.'),
  })
  .meta({ description: 'The decision on the evidence.' });

/** From which states an operator may decide what, and what the job becomes by it. */
const decisions: Record<ReviewDecision, { from: readonly JobStatus[]; to: JobStatus }> = {
  accept: { from: ['submitted', 'disputed'], to: 'completed' },
  more: { from: ['submitted', 'completed', 'disputed'], to: 'in_progress' },
  fail: { from: ['assigned', 'in_progress', 'submitted'], to: 'failed' },
};

/**
 * Decides on the evidence of a job.
 * @throws ApiError `step_not_found`, `invalid_transition`, `erased`
 */
export function planReview(job: Job, input: z.infer<typeof reviewJobInput>, now: Date): JobChange {
  const { decision, note = null, stepNames } = input;
  checkStepNames(job, stepNames);
  const { from, to } = decisions[decision];
  if (!from.includes(job.status)) throw invalidTransition(job, `reviewed with ${decision}`);
  const change = new JobChange(job, now);
  change.move(to, { reason: note }).set({ statusReason: note });
  return decision === 'more' ? change.set({ steps: resetSteps(job.steps, stepNames) }) : change;
}

export const reviewJob = operation({
  name: 'reviewJob',
  kind: 'mutation',
  description: 'Accept the evidence of a job, request more evidence, or fail the job.',
  access: scope('operator'),
  target: jobTarget,
  input: reviewJobInput,
  errors: ['step_not_found', 'invalid_transition', 'erased'],
  example: { decision: 'more', note: 'The sign is not readable.', step_names: ['context'] },
  rest: post('/v1/jobs/{job_id}/review', {
    tool: { name: 'review_job' },
    tag: 'Jobs',
    summary: 'Review a job',
  }),
  run: ({ services, viewer }, { id, input }): Promise<Job> =>
    services.jobs.change(id, jobScope(viewer), (job) =>
      planReview(job, input, services.clock.now()),
    ),
});
