import { ApiError, errorText } from '../../errors.js';
import {
  type AnswerValue,
  isFlagged,
  needsComment,
  needsEvidence,
  shownKeys,
  storedValue,
  valueFlaw,
} from '../question/evaluate.js';
import type { Flaw } from '../question/question.js';
import { unfitInput } from '../question/resolve-questions.js';
import type { Answer, AnsweredBy } from './answer.js';
import { completeWork } from './complete-work.js';
import type { Job, JobStatus } from './job.js';
import { answerIndexOf, missingAnswers, questionsOf } from './job-answers.js';
import { invalidTransition, JobChange, jobErased } from './job-change.js';

/** Maximum number of revisions of one answer, in addition to those of a reviewer. */
export const revisionsMax = 20;

/** An answer as sent. */
export interface GivenAnswer {
  questionKey: string;
  /** Null with `cannotTell`. */
  value?: unknown;
  cannotTell: boolean;
  reason?: string | null | undefined;
  comment?: string | null | undefined;
  evidenceIds: string[];
  answeredAt?: Date | null | undefined;
}

/** The author of answers. */
export interface Answerer {
  answeredBy: AnsweredBy;
  /** Name to which an open job is assigned when it is answered; omitted if an open job accepts no answers. */
  assigneeName?: string;
}

const acceptingStates: readonly JobStatus[] = ['assigned', 'in_progress', 'submitted', 'completed'];

function requireAcceptingState(job: Job, { assigneeName }: Answerer): void {
  if (job.erasedAt) throw jobErased(job);
  if (acceptingStates.includes(job.status)) return;
  if (job.status === 'open' && assigneeName !== undefined) return;
  throw invalidTransition(job);
}

const contentOf = ({ value, cannotTell, reason, comment, evidenceIds }: Answer) =>
  JSON.stringify([value, cannotTell, reason, comment, [...evidenceIds].sort()]);

/** Returns the latest answers after adding new ones, which replace earlier answers. */
export const withAnswers = (latest: readonly Answer[], added: readonly Answer[]): Answer[] => [
  ...latest.filter((one) => !added.some((other) => other.questionKey === one.questionKey)),
  ...added,
];

/** Returns the errors of an answer whose question applies. */
function flawsOf(job: Job, given: GivenAnswer, isReview: boolean): Flaw[] {
  const question = questionsOf(job).find((one) => one.questionKey === given.questionKey);
  if (!question) return [{ path: ['questionKey'], message: 'is no question of the job' }];
  const flaw = given.cannotTell ? null : valueFlaw(question, given.value);
  if (flaw !== null) return [{ path: ['value'], message: flaw }];
  const evidence = given.evidenceIds.map((id) =>
    job.evidence.find((item) => item.evidenceId === id),
  );
  const unknown = evidence.flatMap((item, i) =>
    item ? [] : [{ path: ['evidenceIds', i], message: 'is no evidence of this job' }],
  );
  if (unknown.length > 0 || isReview) return unknown;
  const value = given.cannotTell ? null : (given.value as AnswerValue);
  return [
    ...(needsEvidence(question, value) && !evidence.some((item) => item?.validationPassed)
      ? [{ path: ['evidenceIds'], message: 'must name a photo that passed its checks' }]
      : []),
    ...(needsComment(question, value) && !given.comment
      ? [{ path: ['comment'], message: 'is required with this value' }]
      : []),
  ];
}

/**
 * Returns the revisions that answers of one submission would become, including those that change nothing.
 *
 * @throws ApiError `bad_user_input` with the path of each invalid answer
 */
export function revisionsFrom(
  job: Job,
  given: readonly GivenAnswer[],
  by: { answeredBy: AnsweredBy; now: Date },
): Answer[] {
  const questions = questionsOf(job);
  const latest = job.answers ?? [];
  const place = (i: number, flaw: Flaw): Flaw => ({ ...flaw, path: ['answers', i, ...flaw.path] });
  const isReview = by.answeredBy === 'reviewer';
  const flaws = given.flatMap((one, i) =>
    flawsOf(job, one, isReview).map((flaw) => place(i, flaw)),
  );
  if (flaws.length > 0) throw unfitInput(flaws, { answers: given });
  const answers = given.map((one): Answer => {
    const question = questions.find(({ questionKey }) => questionKey === one.questionKey);
    if (!question) throw new Error('an answer without a question was rejected');
    const value = one.cannotTell ? null : storedValue(question, one.value as AnswerValue);
    const before = latest.find(({ questionKey }) => questionKey === one.questionKey);
    return {
      questionKey: one.questionKey,
      revision: (before?.revision ?? 0) + 1,
      value,
      cannotTell: one.cannotTell,
      reason: one.reason || null,
      comment: one.comment || null,
      evidenceIds: [...new Set(one.evidenceIds)],
      answeredBy: by.answeredBy,
      answeredAt: one.answeredAt ?? by.now,
      receivedAt: by.now,
      flagged: isFlagged(question, value),
    };
  });
  const shown = shownKeys(questions, withAnswers(latest, answers));
  const hidden = answers.flatMap(({ questionKey }, i) =>
    shown.has(questionKey)
      ? []
      : [place(i, { path: ['questionKey'], message: 'is not asked after the other answers' })],
  );
  if (hidden.length > 0) throw unfitInput(hidden, { answers: given });
  return answers;
}

/** Adds revisions to the job of a change; replaced revisions are kept. */
export function addRevisions(
  change: JobChange,
  added: readonly Answer[],
  by: { answeredBy: AnsweredBy; confirmedCount?: number },
): void {
  const { answers: latest = [], earlierAnswers = [] } = change.after;
  const replaced = latest.filter((one) =>
    added.some((other) => other.questionKey === one.questionKey),
  );
  const answers = withAnswers(latest, added);
  change.set({
    answers,
    ...(replaced.length > 0 && { earlierAnswers: [...earlierAnswers, ...replaced] }),
    ...answerIndexOf({ ...change.after, answers }),
  });
  change.emit('job.answers_submitted', {
    answered_by: by.answeredBy,
    answer_count: added.length,
    confirmed_count: by.confirmedCount ?? 0,
    missing_count: missingAnswers(change.after).length,
  });
  for (const { questionKey, revision, answeredBy, flagged } of added) {
    if (!flagged) continue;
    const data = { question_key: questionKey, revision, answered_by: answeredBy };
    change.emit('job.answer_flagged', data);
  }
}

/**
 * Plans answers to questions of a job. An answer equal to the latest one makes no revision.
 *
 * @returns null if nothing changes
 * @throws ApiError `invalid_transition`, `erased`, `answer_limit`; `bad_user_input` with the path of each invalid
 * answer
 */
export function planAnswers(
  job: Job,
  given: readonly GivenAnswer[],
  by: Answerer,
  now: Date,
): JobChange | null {
  requireAcceptingState(job, by);
  const change = new JobChange(job, now);
  const latest = job.answers ?? [];
  const submitted = revisionsFrom(job, given, { answeredBy: by.answeredBy, now: change.now });
  const added = submitted.filter((answer) => {
    const before = latest.find((one) => one.questionKey === answer.questionKey);
    return !before || contentOf(before) !== contentOf(answer);
  });
  if (added.length === 0) return null;
  const full = added.find(({ revision }) => revision > revisionsMax);
  if (full) {
    const detail = errorText('error.answers', { question: full.questionKey, max: revisionsMax });
    throw new ApiError('answer_limit', detail);
  }
  if (job.status === 'open') {
    const assigneeName = by.assigneeName ?? '';
    change.move('assigned').set({
      assignment: { assigneeName, assignedAt: change.now, expiresAt: null, tokenId: null },
    });
  }
  addRevisions(change, added, by);
  if (change.after.status === 'assigned') change.move('in_progress');
  // A job that was set back to work is submitted by the work that it was set back for, not by other answers.
  if (missingAnswers(job).length > 0) completeWork(change);
  return change;
}
