import { z } from 'zod';
import { scope } from '../../access.js';
import { ApiError, errorText } from '../../errors.js';
import { choice, list, whole } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import { jobScope } from '../../viewer.js';
import { questionsMax } from '../question/question.js';
import { answerReasonText, checkValues, valueFields } from './answer-fields.js';
import { type Job, jobTarget } from './job.js';
import { invalidTransition, JobChange } from './job-change.js';
import { reviewAnswers } from './review-answers.js';
import { type ReviewDecision, reviewDecisions, takesDecision } from './review-decisions.js';
import { checkStepNames, resetSteps } from './steps.js';
import { commentText, stepNamesMax, stepNameText } from './text-lengths.js';

export const reviewDecision = z.enum([
  'accept',
  'more',
  'fail',
]) satisfies z.ZodType<ReviewDecision>;

const reviewedAnswer = z
  .object({
    ...valueFields,
    reason: answerReasonText()
      .nullish()
      .describe('Why; required for a correction and with cannot_tell.'),
  })
  .meta({ input: 'ReviewedAnswerInput', description: 'The answer as the reviewer sees it.' });

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
    answers: list(reviewedAnswer, { max: questionsMax + 1 })
      .superRefine(checkValues)
      .default([])
      .describe(
        'Answers that the reviewer confirms or corrects: a value equal to the current one confirms it, another one corrects it.',
      ),
    expectedRevision: whole({ ge: 1 })
      .nullish()
      .describe(
        'Revision of the job that the reviewer saw; the review is rejected if the job has changed since. Null to review the job as it is.',
      ),
  })
  .meta({ description: 'The decision on evidence and answers.' });

/** The input of a review; the answers are optional. */
type Reviewed = Omit<z.infer<typeof reviewJobInput>, 'answers'> &
  Partial<Pick<z.infer<typeof reviewJobInput>, 'answers'>>;

/**
 * Plans a decision on the evidence and the answers of a job. Answers of a completed job are confirmed or corrected with
 * accept, which does not change its status.
 *
 * @throws ApiError `revision_conflict`, `step_not_found`, `invalid_transition`, `erased`
 */
export function planReview(job: Job, input: Reviewed, now: Date): JobChange {
  const { decision, note = null, stepNames, answers = [], expectedRevision } = input;
  if (expectedRevision != null && expectedRevision !== job.revision) {
    const detail = errorText('error.job_revision', {
      revision: String(job.revision),
      expected: String(expectedRevision),
    });
    const hint = errorText('error.hint_job_revision');
    throw new ApiError('revision_conflict', detail, { hint });
  }
  checkStepNames(job, stepNames);
  if (!takesDecision(job.status, decision, answers.length > 0)) {
    throw invalidTransition(job);
  }
  const { to } = reviewDecisions[decision];
  const change = new JobChange(job, now);
  if (answers.length > 0) reviewAnswers(change, answers);
  // The answers of a completed job were reviewed; nothing else changes.
  if (job.status === to) return change;
  change.move(to, { reason: note }).set({ statusReason: note });
  return decision === 'more' ? change.set({ steps: resetSteps(job.steps, stepNames) }) : change;
}

export const reviewJob = operation({
  name: 'reviewJob',
  kind: 'mutation',
  description:
    'Accept the evidence of a job, request more evidence, or fail the job; confirm or correct its answers.',
  access: scope('operator'),
  target: jobTarget,
  input: reviewJobInput,
  errors: ['revision_conflict', 'step_not_found', 'invalid_transition', 'erased'],
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
