import type { FeedbackVerdict, Job } from './job.js';

/** An open dispute or request for more photos. */
export interface Objection {
  verdict: 'disputed' | 'needs_more';
  at: Date;
  /** Comments of the requester: that of the objection, then those added to it. */
  comments: string[];
}

type Source = Pick<Job, 'status' | 'feedback' | 'completedAt' | 'reports'>;

/** The verdicts that feedback on a job can have: none while it has no result. */
export function possibleVerdicts({ status }: Pick<Job, 'status'>): readonly FeedbackVerdict[] {
  if (status === 'completed') return ['accepted', 'needs_more', 'disputed'];
  return status === 'disputed' ? ['accepted', 'needs_more'] : [];
}

/** Returns the index of the feedback that opened the objection; -1 for none. */
function openedAt({ status, feedback, completedAt, reports }: Source): number {
  if (status === 'disputed') {
    // A review or an acceptance closes a dispute and completes the job again.
    return feedback.findIndex(
      ({ verdict, createdAt }) =>
        verdict === 'disputed' && (completedAt === null || createdAt >= completedAt),
    );
  }
  if (!['open', 'assigned', 'in_progress', 'submitted'].includes(status)) return -1;
  const index = feedback.findLastIndex(({ verdict }) => verdict !== null);
  const last = feedback[index];
  const reported = reports.at(-1)?.generatedAt;
  // A report made since then is the response.
  const isOpen = last?.verdict === 'needs_more' && (!reported || last.createdAt >= reported);
  return isOpen ? index : -1;
}

/** Returns the open objection of the requester; null for a job without one. */
export function openObjection(job: Source): Objection | null {
  const index = openedAt(job);
  const first = job.feedback[index];
  if (first?.verdict !== 'disputed' && first?.verdict !== 'needs_more') return null;
  const comments = job.feedback.slice(index).flatMap(({ comment }) => comment ?? []);
  return { verdict: first.verdict, at: first.createdAt, comments };
}

/**
 * Returns the comment of the latest request for more photos that is open: the note of a review, otherwise the comments of
 * the requester.
 */
export function moreComment(job: Source & Pick<Job, 'statusReason'>): string | null {
  if (job.status === 'in_progress' && job.statusReason !== null) return job.statusReason;
  const objection = openObjection(job);
  if (objection?.verdict !== 'needs_more' || objection.comments.length === 0) return null;
  return objection.comments.join('\n');
}
