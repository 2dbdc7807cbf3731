import { createHash } from 'node:crypto';
import { currentAnswers, missingKeys, type Question } from '../question/evaluate.js';
import { questionsOfOldJob } from '../question/resolve-questions.js';
import type { Answer } from './answer.js';
import type { Job } from './job.js';

/** The members of a job from which its answers are evaluated. */
type Answering = Pick<Job, 'objective' | 'questions' | 'answers'>;

/** Returns the questions of a job; in an earlier release, jobs only had the objective. */
export const questionsOf = (job: Pick<Job, 'objective' | 'questions'>): Question[] =>
  job.questions ?? questionsOfOldJob(job.objective);

/** Returns the latest answers to the questions that apply, in the order of the questions. */
export const answersOf = (job: Answering): Answer[] =>
  currentAnswers(questionsOf(job), job.answers ?? []);

/** Returns the keys of required questions that apply and have no answer. */
export const missingAnswers = (job: Answering): string[] =>
  missingKeys(questionsOf(job), job.answers ?? []);

/** Returns every revision of every answer, including hidden ones, newest first. */
export const revisionsOf = ({ answers = [], earlierAnswers = [] }: Job): Answer[] =>
  [...earlierAnswers, ...answers].sort(
    (a, b) =>
      b.receivedAt.getTime() - a.receivedAt.getTime() || (revisionId(a) < revisionId(b) ? 1 : -1),
  );

/** Returns the id of a revision within its job; ids have the same order for all readers. */
export const revisionId = ({ questionKey, revision }: Answer): string =>
  `${questionKey}:${String(revision).padStart(6, '0')}`;

/** Longer values are indexed by their hash. */
const indexedLength = 64;

/** Returns the index tag of an answer. */
export function valueTag(questionKey: string, value: string | number): string {
  const text = String(value);
  const short =
    text.length > indexedLength ? createHash('sha256').update(text).digest('base64url') : text;
  return `${questionKey}=${short}`;
}
export const cannotTellTag = (questionKey: string): string => `${questionKey}?`;
/** Returns the index tag of jobs with any answer to the question. */
export const answeredTag = (questionKey: string): string => `${questionKey}#`;
export const flaggedTag = (questionKey: string): string => `${questionKey}!`;
/** Index tag of jobs with any answer. */
export const anyAnswerTag = '*';
/** Returns the index tag of jobs of a service with the given tag. */
export const ofService = (serviceKey: string, tag: string): string =>
  `/${encodeURIComponent(serviceKey)}/${tag}`;

/** Members of a job by which lists find its answers. */
export type AnswerIndex = Pick<Job, 'answerTags' | 'hasFlaggedAnswer' | 'attention'>;

/** Returns the members of a job by which lists find its answers. */
export function answerIndexOf(job: Answering & Pick<Job, 'serviceKey'>): AnswerIndex {
  const answers = answersOf(job);
  const tags = answers.flatMap(({ questionKey, value, cannotTell, flagged }) => [
    answeredTag(questionKey),
    ...[value ?? []].flat().map((each) => valueTag(questionKey, each)),
    ...(cannotTell ? [cannotTellTag(questionKey)] : []),
    ...(flagged ? [flaggedTag(questionKey)] : []),
  ]);
  const all = answers.length > 0 ? [anyAnswerTag, ...tags] : [];
  const { serviceKey } = job;
  const unconfirmed = answers.filter((one) => !one.confirmed);
  const attention = unconfirmed.some((one) => one.flagged)
    ? 2
    : unconfirmed.some((one) => one.cannotTell)
      ? 1
      : undefined;
  return {
    answerTags:
      serviceKey === null ? all : [...all, ...all.map((tag) => ofService(serviceKey, tag))],
    hasFlaggedAnswer: answers.some((one) => one.flagged),
    attention,
  } as AnswerIndex;
}
