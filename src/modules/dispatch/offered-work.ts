import type { Job } from '../job/job.js';
import { questionsOf } from '../job/job-answers.js';
import type { Question } from '../question/evaluate.js';
import { objectiveKey } from '../question/objective.js';

/** Minutes to find the spot, for each required photo and for each question; the sum is rounded up to 5 minutes. */
const minutes = { arrive: 5, photo: 2, question: 1, step: 5 };

/** The work of a job on site. */
export interface OfferedWork {
  /** Required photos. */
  photoCount: number;
  /** Questions with the objective; those under a condition are counted too. */
  questionCount: number;
  /** The questions besides the objective, in their order. */
  questions: Question[];
  /** Approximate time on site; docs/flows.md states the rule. */
  estimatedMinutes: number;
}

/** Returns what a job asks of the person on site. */
export function offeredWork(job: Pick<Job, 'objective' | 'questions' | 'steps'>): OfferedWork {
  const all = questionsOf(job);
  const photoCount = job.steps.filter(({ required }) => required).length;
  const sum = minutes.arrive + photoCount * minutes.photo + all.length * minutes.question;
  return {
    photoCount,
    questionCount: all.length,
    questions: all.filter(({ questionKey }) => questionKey !== objectiveKey),
    estimatedMinutes: Math.ceil(sum / minutes.step) * minutes.step,
  };
}
