import type { JobStatus } from './job-status.js';

export type ReviewDecision = 'accept' | 'more' | 'fail';

/** The decisions of a review, the states in which an operator can make each, and the resulting state. */
export const reviewDecisions = {
  accept: { from: ['submitted', 'disputed'], to: 'completed' },
  more: { from: ['submitted', 'completed', 'disputed'], to: 'in_progress' },
  fail: { from: ['assigned', 'in_progress', 'submitted'], to: 'failed' },
} as const satisfies Record<ReviewDecision, { from: readonly JobStatus[]; to: JobStatus }>;

/**
 * True if a job in this state can be reviewed with this decision. A completed job is accepted again only with answers,
 * which are confirmed or corrected.
 */
export const takesDecision = (
  status: string,
  decision: ReviewDecision,
  hasAnswers: boolean,
): boolean => {
  const { from, to } = reviewDecisions[decision];
  const isSettled = decision === 'accept' && status === to && hasAnswers;
  return isSettled || from.some((one) => one === status);
};
