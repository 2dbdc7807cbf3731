import { createHash } from 'node:crypto';
import { currentAnswers, missingKeys, type Question } from '../question/evaluate.js';
import { questionsOfOldJob } from '../question/resolve-questions.js';
import type { Answer } from './answer.js';
import type { Job } from './job.js';

/** The members of a job that its answers are evaluated by. */
type Answering = Pick<Job, 'objective' | 'questions' | 'answers'>;

/** The questions of a job; an earlier release asked only the objective. */
export const questionsOf = (job: Pick<Job, 'objective' | 'questions'>): Question[] =>
  job.questions ?? questionsOfOldJob(job.objective);

/** The latest answers to the questions that are asked, in the order of the questions. */
export const answersOf = (job: Answering): Answer[] =>
  currentAnswers(questionsOf(job), job.answers ?? []);

/** Keys of the questions that are asked, required and not answered. */
export const missingAnswers = (job: Answering): string[] =>
  missingKeys(questionsOf(job), job.answers ?? []);

/** Every revision of every answer, hidden ones included, newest first. */
export const revisionsOf = ({ answers = [], earlierAnswers = [] }: Job): Answer[] =>
  [...earlierAnswers, ...answers].sort(
    (a, b) =>
      b.receivedAt.getTime() - a.receivedAt.getTime() || (revisionId(a) < revisionId(b) ? 1 : -1),
  );

/** By which a revision is known within its job, in an order that is the same for all readers. */
export const revisionId = ({ questionKey, revision }: Answer): string =>
  `${questionKey}:${String(revision).padStart(6, '0')}`;

/** Longer values are indexed by their hash. */
const indexedLength = 64;

/** What a job is found by that has this answer. */
export function valueTag(questionKey: string, value: string | number): string {
  const text = String(value);
  const short =
    text.length > indexedLength ? createHash('sha256').update(text).digest('base64url') : text;
  return `${questionKey}=${short}`;
}
export const cannotReportTag = (questionKey: string): string => `${questionKey}?`;
export const flaggedTag = (questionKey: string): string => `${questionKey}!`;
/** What a job is found by that has any flagged answer. */
export const anyFlaggedTag = '!';
/** The same for a job that has a flagged answer besides what the other tag says. */
export const andAnyFlagged = (tag: string): string => `${tag}|!`;

/**
 * The members of a job by which lists find its answers: tags for the index, and its place in the review
 * queue (2: an answer is flagged, 1: one cannot be told).
 */
export function answerIndexOf(job: Answering): Pick<Job, 'answerTags' | 'attention'> {
  const answers = answersOf(job);
  const flagged = answers.some((one) => one.flagged);
  const tags = answers.flatMap(({ questionKey, value, cannotTell, ...one }) => [
    ...[value ?? []].flat().map((each) => valueTag(questionKey, each)),
    ...(cannotTell ? [cannotReportTag(questionKey)] : []),
    ...(one.flagged ? [flaggedTag(questionKey)] : []),
  ]);
  const attention = flagged ? 2 : answers.some((one) => one.cannotTell) ? 1 : undefined;
  return {
    answerTags: flagged ? [...tags, ...tags.map(andAnyFlagged), anyFlaggedTag] : tags,
    attention,
  } as Pick<Job, 'answerTags' | 'attention'>;
}
