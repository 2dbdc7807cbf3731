import type { Answer } from '../job/answer.js';
import type { Job } from '../job/job.js';
import { answersOf, questionsOf } from '../job/job-answers.js';
import type { Question } from '../question/evaluate.js';
import { objectiveKey } from '../question/objective.js';
import type { ContentAnswer, ContentHeadline, CorrectedAnswer } from './report-schema.js';
import { valueText } from './value-text.js';
import { isSentence, oneLine } from './wording.js';

/** Returns an answer on one line: the value, then the comment or the reason why the question cannot be answered. */
function lineOf(question: Question, { value, cannotTell, comment, reason }: Answer): string {
  const more = [cannotTell ? reason : null, comment].filter((text) => text !== null);
  return [valueText(question, value), ...more]
    .map(oneLine)
    .map((text) => (isSentence(text) ? text : `${text}.`))
    .join(' ');
}

const given = (question: Question, answer: Answer): CorrectedAnswer => ({
  value: answer.value,
  cannot_tell: answer.cannotTell,
  text: valueText(question, answer.value),
  reason: answer.reason,
  comment: answer.comment,
  answered_by: answer.answeredBy,
  answered_at: answer.answeredAt.toISOString(),
});

/** Returns the last answer before a reviewer's corrections; null for an answer that is not a correction. */
function correctedBy(job: Job, question: Question, answer: Answer): CorrectedAnswer | null {
  if (answer.answeredBy !== 'reviewer') return null;
  const before = job.earlierAnswers?.findLast(
    (one) => one.questionKey === answer.questionKey && one.answeredBy !== 'reviewer',
  );
  return before ? given(question, before) : null;
}

/** Returns the answers of a job for its report: those to the questions that apply, in their order. */
export function answerContents(job: Job): { headline: ContentHeadline; answers: ContentAnswer[] } {
  const questions = questionsOf(job);
  const objective = questions.find(({ questionKey }) => questionKey === objectiveKey);
  const current = answersOf(job);
  const answers = current.map((answer): ContentAnswer => {
    const question = questions.find(({ questionKey }) => questionKey === answer.questionKey);
    if (!question) throw new Error('an answer that is shown has a question');
    return {
      ...given(question, answer),
      question_key: answer.questionKey,
      question: question.label,
      kind: question.kind,
      evidence_ids: [...answer.evidenceIds],
      received_at: answer.receivedAt.toISOString(),
      flagged: answer.flagged,
      revision: answer.revision,
      confirmed_by: answer.confirmed ? 'reviewer' : null,
      confirmed_at: answer.confirmed?.at.toISOString() ?? null,
      confirmation_reason: answer.confirmed?.reason ?? null,
      corrected: correctedBy(job, question, answer),
    };
  });
  const answer = current.find(({ questionKey }) => questionKey === objectiveKey);
  return {
    headline: {
      question: objective?.label ?? job.objective,
      answer: objective && answer ? lineOf(objective, answer) : null,
      answered_by: answer?.answeredBy ?? null,
      answered_at: answer?.answeredAt.toISOString() ?? null,
      confirmed_by: answer?.confirmed ? 'reviewer' : null,
      evidence_id: answer?.evidenceIds[0] ?? null,
    },
    answers,
  };
}
