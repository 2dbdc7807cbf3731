import { type ReviewDecision, reviewDecisions } from '../../../../modules/job/review-decisions.js';
import {
  type AnswerValue,
  type Question,
  shownKeys,
  storedValue,
  valueFlaw,
} from '../../../../modules/question/evaluate.js';
import type { AnswerCounts } from '../../../messages/review.en.js';
import type { JobAnswer, ReviewedJob } from './reviewed-job.js';

export type Choice = 'accept' | 'correct' | 'cannot_tell';

/** The reviewer's input for one question, not sent yet. */
export interface Draft {
  /** Null until the reviewer chooses. */
  choice: Choice | null;
  /** The correct value; text that does not fit the question stays text, which the service rejects. */
  value: AnswerValue | null;
  reason: string;
}

/** The drafts by key of their question. */
export type Drafts = Readonly<Record<string, Draft>>;

/** An answer of a review, in the names of REST. */
export interface SentAnswer {
  question_key: string;
  value?: AnswerValue | null;
  cannot_tell?: true;
  reason?: string | null;
}

/** The members of a job from which its answers are evaluated. */
export type Answering = Pick<ReviewedJob, 'questions' | 'answers'>;

export const answerTo = (job: Pick<ReviewedJob, 'answers'>, key: string): JobAnswer | null =>
  job.answers.find(({ questionKey }) => questionKey === key) ?? null;

/** Returns the draft of a question; a correction of yes or no starts with the opposite. */
export function draftOf(job: Answering, drafts: Drafts, question: Question): Draft {
  const draft = drafts[question.questionKey];
  if (draft) return draft;
  const value = answerTo(job, question.questionKey)?.value ?? null;
  const opposite = value === 'yes' ? 'no' : value === 'no' ? 'yes' : null;
  return {
    choice: null,
    value: question.kind === 'yes_no' ? opposite : value,
    reason: '',
  };
}

/** Returns the questions that are asked, given the answers and the reviewer's corrections. */
export function shownQuestions(job: Answering, drafts: Drafts): Question[] {
  const answered = job.questions.flatMap((question) => {
    const { questionKey } = question;
    const { choice, value } = draftOf(job, drafts, question);
    if (choice === 'correct') return [{ questionKey, value }];
    if (choice === 'cannot_tell') return [{ questionKey, value: null }];
    const answer = answerTo(job, questionKey);
    return answer ? [{ questionKey, value: answer.value }] : [];
  });
  const shown = shownKeys(job.questions, answered);
  return job.questions.filter(({ questionKey }) => shown.has(questionKey));
}

/** Confirms an answer by repeating it, as the service requires. */
const confirmation = ({ questionKey, value, cannotTell, reason }: JobAnswer): SentAnswer =>
  cannotTell
    ? { question_key: questionKey, cannot_tell: true, reason }
    : { question_key: questionKey, value };

/**
 * Returns the answers to send: corrections, and confirmations of answers that are not confirmed yet. Answers without a
 * choice are confirmed only if the job is accepted.
 */
export function sentAnswers(
  job: Answering,
  drafts: Drafts,
  decision: ReviewDecision,
): SentAnswer[] {
  return shownQuestions(job, drafts).flatMap((question): SentAnswer[] => {
    const { questionKey } = question;
    const { choice, value, reason: typed } = draftOf(job, drafts, question);
    const reason = typed.trim() || null;
    if (choice === 'correct') return [{ question_key: questionKey, value, reason }];
    if (choice === 'cannot_tell') return [{ question_key: questionKey, cannot_tell: true, reason }];
    const answer = answerTo(job, questionKey);
    const isAccepted = choice === 'accept' || decision === 'accept';
    return answer && isAccepted && answer.confirmedAt === null ? [confirmation(answer)] : [];
  });
}

function isCorrection(question: Question, before: JobAnswer, sent: SentAnswer): boolean {
  if (sent.cannot_tell) return !before.cannotTell;
  const value = sent.value ?? null;
  const stored =
    value !== null && valueFlaw(question, value) === null ? storedValue(question, value) : value;
  return JSON.stringify(stored) !== JSON.stringify(before.value);
}

/** Counts what the service will do with answers: an answer with the current value confirms it. */
export function countsOf(job: Answering, sent: readonly SentAnswer[]): AnswerCounts {
  const counts = { confirmed: 0, corrected: 0, added: 0 };
  for (const answer of sent) {
    const before = answerTo(job, answer.question_key);
    const question = job.questions.find(({ questionKey }) => questionKey === answer.question_key);
    if (!before || !question) counts.added += 1;
    else counts[isCorrection(question, before, answer) ? 'corrected' : 'confirmed'] += 1;
  }
  return counts;
}

const isUnchanged = (before: JobAnswer | null, after: JobAnswer | null) =>
  before?.revision === after?.revision && before?.confirmedAt === after?.confirmedAt;

/** Returns the drafts to keep after the job was read again: those for answers that have not changed. */
export const keptDrafts = (before: Answering, after: Answering, drafts: Drafts): Drafts =>
  Object.fromEntries(
    Object.entries(drafts).filter(([key]) =>
      isUnchanged(answerTo(before, key), answerTo(after, key)),
    ),
  );

/** True if a change of the job includes another review: a confirmation, or a decision on its evidence. */
export function wasReviewed(
  before: Pick<ReviewedJob, 'status' | 'answers'>,
  after: Pick<ReviewedJob, 'status' | 'answers'>,
): boolean {
  const isDecided =
    ['submitted', 'disputed'].includes(before.status) &&
    Object.values(reviewDecisions).some(({ to }) => to === after.status);
  const isConfirmed = (answer: JobAnswer) =>
    answer.confirmedAt !== null && !isUnchanged(answerTo(before, answer.questionKey), answer);
  return isDecided || after.answers.some(isConfirmed);
}
