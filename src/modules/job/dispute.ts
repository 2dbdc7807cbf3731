import type { Job } from './job.js';

/** The open dispute of a job. */
export interface Dispute {
  at: Date;
  /** Comments of the requester: that of the dispute, then those added to it. */
  comments: string[];
}

/** Returns the dispute of a job that is disputed; null for any other job. */
export function openDispute({
  status,
  feedback,
}: Pick<Job, 'status' | 'feedback'>): Dispute | null {
  if (status !== 'disputed') return null;
  const index = feedback.findLastIndex(({ verdict }) => verdict === 'disputed');
  const dispute = feedback[index];
  if (!dispute) return null;
  const comments = feedback.slice(index).flatMap(({ comment }) => comment ?? []);
  return { at: dispute.createdAt, comments };
}
