import { builder } from '../../graphql/builder.js';
import { FeedbackVerdictRef, JobStatusRef } from './job-enums.graphql.js';
import type { StoredFeedback } from './submit-requester-feedback.js';
import { ratingScale } from './text-lengths.js';

export const RequesterFeedbackRef = builder
  .objectRef<StoredFeedback>('RequesterFeedback')
  .implement({
    extensions: { document: 'RequesterFeedbackOut' },
    description: 'A stored feedback entry (RequesterFeedbackOut).',
    fields: (t) => ({
      feedbackId: t.field({
        type: 'UUID',
        description: 'Id of the feedback entry.',
        resolve: (s) => s.feedback.feedbackId,
      }),
      jobId: t.field({ type: 'UUID', description: 'Id of the job.', resolve: (s) => s.job._id }),
      jobStatus: t.field({
        type: JobStatusRef,
        description: 'Status of the job after the feedback.',
        resolve: (s) => s.job.status,
      }),
      accepted: t.boolean({
        description: 'Always true: the feedback is stored.',
        resolve: () => true,
      }),
      rating: t.int({
        nullable: true,
        description: `Rating, ${ratingScale}; null without one.`,
        resolve: (s) => s.feedback.rating,
      }),
      verdict: t.field({
        type: FeedbackVerdictRef,
        nullable: true,
        description: 'Verdict of the requester; null without one.',
        resolve: (s) => s.feedback.verdict,
      }),
      comment: t.string({
        nullable: true,
        description: 'Comment of the requester; null without one.',
        resolve: (s) => s.feedback.comment,
      }),
      stepNames: t.stringList({
        description: 'Keys of the steps that the feedback refers to.',
        resolve: (s) => s.feedback.stepNames,
      }),
      reportVersion: t.int({
        nullable: true,
        description:
          'Number of the report version that the feedback refers to; null when none was given.',
        resolve: (s) => s.feedback.reportVersion,
      }),
      message: t.string({
        description: 'Confirmation for display, with the resulting status of the job.',
        resolve: feedbackMessage,
      }),
      createdAt: t.field({
        type: 'DateTime',
        description: 'Time when the feedback was stored.',
        resolve: (s) => s.feedback.createdAt,
      }),
    }),
  });

function feedbackMessage({ job, feedback }: StoredFeedback): string {
  if (!feedback.verdict) return 'Thank you. Your feedback is stored.';
  return `Thank you. Your feedback is stored. The job is now ${job.status.replace('_', ' ')}.`;
}
