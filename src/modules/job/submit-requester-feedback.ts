import { z } from 'zod';
import { scope } from '../../access.js';
import type { RequestContext } from '../../context.js';
import { ApiError, type ErrorCode, errorText } from '../../errors.js';
import { newId } from '../../lib/ids.js';
import { inputHash, repeatsInput } from '../../lib/input-hash.js';
import { choice, list, whole } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import { jobScope } from '../../viewer.js';
import {
  type Feedback,
  type FeedbackVerdict,
  feedbackVerdict,
  type Job,
  type JobScope,
  type JobStatus,
  jobTarget,
} from './job.js';
import { invalidTransition, JobChange } from './job-change.js';
import { checkStepNames, resetSteps } from './steps.js';
import {
  commentText,
  nonceText,
  ratingRange,
  ratingScale,
  stepNamesMax,
  stepNameText,
} from './text-lengths.js';

/** RequesterFeedbackIn of the API. */
export const requesterFeedbackInput = z
  .object({
    rating: whole({ ge: ratingRange.poor, le: ratingRange.excellent })
      .nullish()
      .describe(`Rating, ${ratingScale}.`),
    verdict: choice(feedbackVerdict)
      .nullish()
      .describe(
        'accepted completes the job, disputed marks it as disputed, needs_more returns the named steps to work. Allowed for a completed or disputed job.',
      ),
    comment: commentText().nullish().describe('Comment in the words of the requester.'),
    stepNames: list(stepNameText(), { max: stepNamesMax })
      .default([])
      .describe(
        'Keys of the steps that the feedback refers to; with needs_more, empty for every required step.',
      ),
    reportVersion: whole({ ge: 1 })
      .nullish()
      .describe('Number of the report version that the feedback refers to.'),
    nonce: nonceText()
      .nullish()
      .describe(
        'Replay protection, unique per job: a repeated nonce with the same content returns the existing feedback.',
      ),
  })
  .refine((input) => input.rating != null || input.verdict != null || input.comment != null, {
    message: 'at least one of rating, verdict and comment is required',
  })
  .meta({
    input: 'RequesterFeedbackInput',
    document: 'RequesterFeedbackIn',
    description: 'Feedback with at least one of rating, verdict and comment.',
  });
export type RequesterFeedbackInput = z.infer<typeof requesterFeedbackInput>;

export interface StoredFeedback {
  job: Job;
  feedback: Feedback;
}

/** Maximum number of feedback entries of a job. */
export const feedbackMax = 200;

const verdictStatus: Record<FeedbackVerdict, JobStatus> = {
  accepted: 'completed',
  disputed: 'disputed',
  needs_more: 'in_progress',
};

const inputMembers = Object.keys(requesterFeedbackInput.shape);

/** Plans the feedback on a job, or returns the feedback that its input repeats. */
function planFeedback(
  job: Job,
  feedback: Feedback,
  input: RequesterFeedbackInput,
  now: Date,
): { change: JobChange } | { replayOf: Feedback } {
  const first = feedback.nonce && job.feedback.find((earlier) => earlier.nonce === feedback.nonce);
  // The content of an erased job cannot be compared.
  if (first && (job.erasedAt || repeatsInput(input, first, inputMembers))) {
    return { replayOf: first };
  }
  const version = feedback.reportVersion;
  if (version !== null && !job.reports.some((report) => report.versionNumber === version)) {
    throw new ApiError(
      'report_version_not_found',
      errorText('error.feedback_version', { version: String(version) }),
    );
  }
  checkStepNames(job, feedback.stepNames);
  if (first) {
    throw new ApiError('nonce_conflict', errorText('error.feedback_nonce'));
  }
  if (feedback.verdict && job.status !== 'completed' && job.status !== 'disputed') {
    throw invalidTransition(job);
  }
  if (job.feedback.length >= feedbackMax) {
    throw new ApiError('feedback_limit', errorText('error.feedback', { max: feedbackMax }));
  }

  const change = new JobChange(job, now);
  const { feedbackId, rating, verdict } = feedback;
  change.set({ feedback: [...job.feedback, { ...feedback, createdAt: change.now }] });
  change.emit('feedback.received', { feedback_id: feedbackId, rating, verdict });
  if (verdict && verdictStatus[verdict] !== job.status) change.move(verdictStatus[verdict]);
  if (verdict === 'needs_more') change.set({ steps: resetSteps(job.steps, feedback.stepNames) });
  return { change };
}

/** Errors that feedback on a job can return. */
export const feedbackErrors = [
  'report_version_not_found',
  'step_not_found',
  'nonce_conflict',
  'invalid_transition',
  'feedback_limit',
  'erased',
] as const satisfies readonly ErrorCode[];

/**
 * Stores feedback on a job in the scope.
 * @throws ApiError `job_not_found` and any of `feedbackErrors`
 */
export async function storeFeedback(
  ctx: RequestContext,
  id: string,
  scope: JobScope,
  input: RequesterFeedbackInput,
): Promise<StoredFeedback> {
  const now = ctx.services.clock.now();
  let feedback: Feedback = {
    feedbackId: newId(),
    rating: input.rating ?? null,
    verdict: input.verdict ?? null,
    comment: input.comment ?? null,
    stepNames: input.stepNames,
    reportVersion: input.reportVersion ?? null,
    nonce: input.nonce ?? null,
    ...(input.nonce != null && { inputSha256: inputHash(input) }),
    createdAt: now,
  };
  const job = await ctx.services.jobs.change(id, scope, (found) => {
    const plan = planFeedback(found, feedback, input, now);
    if ('change' in plan) {
      feedback = plan.change.after.feedback.at(-1) ?? feedback;
      return plan.change;
    }
    feedback = plan.replayOf;
    ctx.notes.replayed = true;
    return null;
  });
  return { job, feedback };
}

export const submitRequesterFeedback = operation({
  name: 'submitRequesterFeedback',
  kind: 'mutation',
  description: 'Submit requester feedback on a job; a verdict changes the status of the job.',
  access: scope('jobs:write'),
  target: jobTarget,
  input: requesterFeedbackInput,
  errors: feedbackErrors,
  example: {
    rating: 4,
    verdict: 'needs_more',
    comment: 'Please show the opening hours as well.',
    step_names: ['objective_closeup'],
  },
  rest: post('/v1/jobs/{job_id}/requester-feedback', {
    tool: { name: 'submit_requester_feedback', annotations: { idempotentHint: true } },
    tag: 'Jobs',
    summary: 'Submit requester feedback',
  }),
  run: (ctx, { id, input }) => storeFeedback(ctx, id, jobScope(ctx.viewer), input),
});
