import { z } from 'zod';
import {
  type AnswerValue,
  currentAnswers,
  missingKeys,
  type Question,
} from '../question/evaluate.js';
import { questionsOfOldJob } from '../question/resolve-questions.js';
import type { Job } from './job.js';

/** Who gave an answer. */
export const answeredBy = z.enum(['verifier', 'requester', 'invitee', 'integrator', 'reviewer']);
export type AnsweredBy = z.infer<typeof answeredBy>;

/** One revision of the answer to one question, embedded in the job. */
export interface Answer {
  questionKey: string;
  /** From 1 for each question. */
  revision: number;
  /** Null where it cannot be told, or was erased. */
  value: AnswerValue | null;
  /** Why it cannot be told, or why a reviewer corrected it; else null. */
  reason: string | null;
  comment: string | null;
  evidenceIds: string[];
  answeredBy: AnsweredBy;
  /** When it was given, by the clock of the device. */
  answeredAt: Date;
  receivedAt: Date;
  flagged: boolean;
  /** True where the answer is that it cannot be told. */
  cannotTell: boolean;
  /** Set once a reviewer confirmed it. */
  confirmed?: { at: Date; reason: string | null };
}

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
