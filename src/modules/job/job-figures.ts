import { percentile } from '../../lib/percentile.js';
import { second } from '../../lib/units.js';
import type { Feedback, Job } from './job.js';

/** The members of a job from which figures are computed; absent if they were not read. */
export type MeasuredJob = Partial<
  Pick<Job, 'openedAt' | 'firstOpenedAt' | 'completedAt' | 'deadlineAt'> & {
    feedback: Pick<Feedback, 'verdict' | 'rating'>[];
  }
>;

/** Figures of a group of jobs. Rates are from 0 to 1, of its completed jobs. */
export interface JobFigures {
  /** Jobs with a result that was verified and not returned to work since, including disputed ones. */
  completedCount: number;
  onTimeRate: number | null;
  medianTurnaroundSeconds: number | null;
  p90TurnaroundSeconds: number | null;
  disputeRate: number | null;
  /** Mean of all ratings, also of jobs that are not completed. */
  meanRating: number | null;
}

type CompletedJob = MeasuredJob & { completedAt: Date };

const isCompleted = (job: MeasuredJob): job is CompletedJob => job.completedAt instanceof Date;

const isOnTime = ({ completedAt, deadlineAt }: CompletedJob): boolean =>
  deadlineAt !== undefined && completedAt <= deadlineAt;

const isDisputed = ({ feedback = [] }: MeasuredJob): boolean =>
  feedback.some(({ verdict }) => verdict === 'disputed');

/** Returns the seconds from the first opening to the last completion. */
function turnaroundOf({ completedAt, firstOpenedAt, openedAt }: CompletedJob): number[] {
  const from = firstOpenedAt ?? openedAt;
  return from ? [(completedAt.getTime() - from.getTime()) / second] : [];
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

export function figuresOf(jobs: readonly MeasuredJob[]): JobFigures {
  const completed = jobs.filter(isCompleted);
  const shareOf = (condition: (job: CompletedJob) => boolean) =>
    completed.length === 0 ? null : completed.filter(condition).length / completed.length;
  const turnarounds = completed.flatMap(turnaroundOf);
  return {
    completedCount: completed.length,
    onTimeRate: shareOf(isOnTime),
    medianTurnaroundSeconds: percentile(turnarounds, 0.5),
    p90TurnaroundSeconds: percentile(turnarounds, 0.9),
    disputeRate: shareOf(isDisputed),
    meanRating: mean(
      jobs.flatMap(({ feedback = [] }) => feedback.flatMap(({ rating }) => rating ?? [])),
    ),
  };
}
