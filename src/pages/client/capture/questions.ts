import {
  type AnswerValue,
  needsComment,
  needsEvidence,
  type Question,
  shownKeys,
  valueFlaw,
} from '../../../modules/question/evaluate.js';
import { objectiveKey } from '../../../modules/question/objective.js';
import { capitalized, momentText } from '../../frame/moment-text.js';
import { pageLanguage } from '../parts/page-texts.js';
import type { Task, TaskQuestion } from './task.js';
import { plainNumber, quoted, t } from './text.js';

/** An answer given on this phone. */
export interface PhoneAnswer {
  questionKey: string;
  /** Null if the person cannot tell. */
  value: AnswerValue | null;
  /** Reason of a person who cannot tell; empty with a value. */
  reason: string;
  comment: string;
  /** Step whose photo shows the answer; null for none. */
  photoOf: string | null;
  /** RFC 3339. */
  answeredAt: string;
  sent: boolean;
  /** Reason why the service rejected the answer; null if it did not. */
  rejected: string | null;
}

/** Answers and skipped questions of a job, stored on the phone. */
export interface Answering {
  answers: readonly PhoneAnswer[];
  /** Keys of optional questions that the person skipped. */
  skipped: readonly string[];
}

const reasonLength = { min: 3, max: 300 };
export const commentLengthMax = 500;
export const reasonLengthMax = reasonLength.max;

export const questionOf = (wire: TaskQuestion): Question => ({
  ...wire,
  questionKey: wire.question_key,
  stepName: wire.step_name,
  showWhen: wire.show_when && {
    questionKey: wire.show_when.question_key,
    values: wire.show_when.values,
  },
  evidenceWhen: wire.evidence_when,
  commentWhen: wire.comment_when,
  flagWhen: wire.flag_when,
});

/** Answers of the service, each replaced by the phone's if there is one. */
function latestAnswers(task: Task, { answers }: Answering) {
  const known = (task.answers ?? []).map(({ question_key: questionKey, value }) => ({
    questionKey,
    value,
  }));
  return [
    ...known.filter((one) => !answers.some((other) => other.questionKey === one.questionKey)),
    ...answers,
  ];
}

/** Returns the questions that are asked, given the answers so far. */
export function shownQuestions(task: Task, answering: Answering): Question[] {
  const questions = (task.questions ?? []).map(questionOf);
  const shown = shownKeys(questions, latestAnswers(task, answering));
  return questions.filter(({ questionKey }) => shown.has(questionKey));
}

/**
 * Returns the next question, or null if no question is left.
 *
 * @param step the open step; its questions come first
 * @param isLast true if no other step is left, so that all other questions are asked too
 */
export function nextQuestion(
  task: Task,
  answering: Answering,
  { step, isLast }: { step: string | null; isLast: boolean },
): Question | null {
  const { answers, skipped } = answering;
  const rejected = (key: string) => answers.some((one) => one.questionKey === key && one.rejected);
  const answered = new Set(latestAnswers(task, answering).map((one) => one.questionKey));
  const open = shownQuestions(task, answering).filter(
    ({ questionKey: key }) => rejected(key) || (!answered.has(key) && !skipped.includes(key)),
  );
  const own = open.filter(({ stepName }) => stepName === step && step !== null);
  if (own[0] || !isLast) return own[0] ?? null;
  // The objective comes last, when the person has seen everything else.
  return open.find(({ questionKey }) => questionKey !== objectiveKey) ?? open[0] ?? null;
}

/** Returns the answers to send: those to questions that are still asked. */
export function unsentAnswers(task: Task, answering: Answering): PhoneAnswer[] {
  const shown = shownQuestions(task, answering).map(({ questionKey }) => questionKey);
  return answering.answers.filter(
    ({ questionKey, sent, rejected }) => !sent && !rejected && shown.includes(questionKey),
  );
}

/** Input of the person for one question. */
export interface Entry {
  value: AnswerValue | null;
  cannotTell: boolean;
  reason: string;
  comment: string;
  photoOf: string | null;
}

const emptyProblems = {
  yes_no: 'capture.problem.choose',
  choice: 'capture.problem.choose',
  choices: 'capture.problem.choose_some',
  number: 'capture.problem.number',
  text: 'capture.problem.text',
  date_time: 'capture.problem.time',
} as const satisfies Record<Question['kind'], string>;

/** Returns the message for a number that is out of its bounds or has too many digits. */
function numberProblem({ minimum: least, maximum: most, decimals }: Question): string {
  const isWhole = decimals === 0;
  if (least !== null && most !== null) {
    const values = { minimum: plainNumber(least), maximum: plainNumber(most) };
    return t(isWhole ? 'capture.problem.whole_between' : 'capture.problem.number_between', values);
  }
  if (least !== null) {
    const values = { minimum: plainNumber(least) };
    return t(isWhole ? 'capture.problem.whole_least' : 'capture.problem.number_least', values);
  }
  if (most !== null) {
    const values = { maximum: plainNumber(most) };
    return t(isWhole ? 'capture.problem.whole_most' : 'capture.problem.number_most', values);
  }
  if (decimals) return t('capture.problem.decimals', { decimals });
  return t(isWhole ? 'capture.problem.whole' : 'capture.problem.number');
}

/** Returns a message for the person if an entry is incomplete or invalid, or null. */
export function entryProblem(question: Question, entry: Entry): string | null {
  const { value, cannotTell, reason, comment, photoOf } = entry;
  if (cannotTell) {
    return reason.trim().length < reasonLength.min ? t('capture.problem.reason') : null;
  }
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) {
    return t(emptyProblems[question.kind]);
  }
  if (valueFlaw(question, value) !== null) {
    if (question.kind !== 'number') return t(emptyProblems[question.kind]);
    return numberProblem(question);
  }
  if (needsEvidence(question, value) && photoOf === null) return t('capture.problem.photo');
  return needsComment(question, value) && comment.trim() === ''
    ? t('capture.problem.comment')
    : null;
}

/** Returns true if an entry needs a photo. */
export const needsPhoto = (question: Question, { value, cannotTell }: Entry): boolean =>
  !cannotTell && value !== null && needsEvidence(question, value);

export const needsWords = (question: Question, { value, cannotTell }: Entry): boolean =>
  !cannotTell && value !== null && needsComment(question, value);

/** An answer in words, for the last look before it is sent. */
export function answerText(
  question: Question,
  { value, reason }: Pick<PhoneAnswer, 'value' | 'reason'>,
): string {
  if (value === null) {
    return reason
      ? t('capture.question.cannot_tell_because', { reason: quoted(reason) })
      : t('capture.question.cannot_tell');
  }
  if (question.kind === 'yes_no') {
    return t(value === 'yes' ? 'capture.question.yes' : 'capture.question.no');
  }
  if (question.kind === 'date_time') {
    return capitalized(momentText(String(value), { now: new Date(), language: pageLanguage() }));
  }
  if (question.kind === 'number')
    return [plainNumber(Number(value)), question.unit].filter(Boolean).join(' ');
  if (question.kind === 'text') return String(value);
  const chosen = Array.isArray(value) ? value : [value];
  return question.options
    .filter(({ key }) => chosen.includes(key))
    .map(({ label }) => label)
    .join(', ');
}

/** The answer to a question as the phone or the service knows it; null if it is unanswered. */
export function answerOf(task: Task, { answers }: Answering, key: string) {
  const own = answers.find(({ questionKey }) => questionKey === key);
  if (own) return own;
  const known = task.answers?.find(({ question_key }) => question_key === key);
  return known
    ? {
        value: known.value,
        reason: known.reason ?? '',
        comment: known.comment ?? '',
        photoOf: null,
      }
    : null;
}
