/// <reference lib="dom" />
import type { ReviewDecision } from '../../../../modules/job/review-decisions.js';
import { valueFlaw } from '../../../../modules/question/evaluate.js';
import type { Issue } from '../../../frame/issue-text.js';
import { messages as consoleMessages } from '../../../messages/console.en.js';
import { messages as frame } from '../../../messages/frame.en.js';
import { type Made, send } from '../../console/api.js';
import { calls } from '../../console/calls.js';
import { type Answering, answerTo, type SentAnswer } from './drafts.js';
import type { ReviewedJob } from './reviewed-job.js';

export interface Review {
  decision: ReviewDecision;
  note: string;
  /** Names of the steps to show again. */
  steps: readonly string[];
  answers: readonly SentAnswer[];
}

/** Sends a review of the revision that the reviewer saw. */
export const sendReview = (
  key: string,
  { jobId, revision }: Pick<ReviewedJob, 'jobId' | 'revision'>,
  { decision, note, steps, answers }: Review,
): Promise<Made> =>
  send(
    calls.reviewJob(jobId, {
      decision,
      ...(note && { note }),
      ...(decision === 'more' && steps.length > 0 && { step_names: steps }),
      ...(answers.length > 0 && { answers }),
      expected_revision: revision,
    }),
    key,
  );

/** An error, by the name of its field; without a name it concerns the whole review. */
interface PlacedIssue extends Issue {
  name: string | null;
}

/** Returns the errors of answers that can be found before they are sent: missing reasons, and values that do not fit. */
export function flawsOf(job: Answering, answers: readonly SentAnswer[]): Issue[] {
  return answers.flatMap(({ question_key: key, value = null, cannot_tell, reason }, index) => {
    const issue = (member: string, msg: string | null) => ({
      type: msg === null ? 'missing' : 'value_error',
      loc: ['body', 'answers', index, member],
      msg: msg ?? '',
    });
    const question = job.questions.find(({ questionKey }) => questionKey === key);
    const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
    const flaw = cannot_tell || isEmpty || !question ? null : valueFlaw(question, value);
    const answer = answerTo(job, key);
    // A confirmation repeats the answer without a reason.
    const needsReason = cannot_tell || (answer !== null && reason !== undefined);
    return [
      ...(!cannot_tell && isEmpty ? [issue('value', null)] : []),
      ...(flaw === null ? [] : [issue('value', flaw)]),
      ...(needsReason && !reason ? [issue('reason', null)] : []),
    ];
  });
}

/** Returns the errors of a 422 response. */
export const issuesOf = ({ status, answer }: Made): Issue[] =>
  status === 422 && Array.isArray(answer?.detail) ? answer.detail : [];

/**
 * Places the errors of a review in its form.
 * @param nameOf returns the name of the field for a member of an answer; null if it has none
 */
export function placed(
  issues: readonly Issue[],
  answers: readonly SentAnswer[],
  nameOf: (questionKey: string, member: string) => string | null,
): PlacedIssue[] {
  return issues.map((issue) => {
    const [, list, index, member = 'value'] = issue.loc;
    const answer = list === 'answers' && typeof index === 'number' ? answers[index] : undefined;
    const name = answer ? nameOf(answer.question_key, String(member)) : null;
    return { ...issue, name: list === 'note' ? 'note' : name };
  });
}

/** Returns why a review was not stored, for errors that no field explains. */
export function failureText({ status, answer, requestId, retryAfter }: Made): string {
  if (status === 0) return frame.noConnection;
  if (status === 401) return consoleMessages.badKey;
  if (status === 429) return frame.tooMany(retryAfter ?? 1);
  if (status >= 500) return frame.ourFault(requestId || null);
  const { title, detail, hint } = answer ?? {};
  return (
    [title, typeof detail === 'string' && detail, hint].filter(Boolean).join(' ') || frame.rejected
  );
}
