import type { z } from 'zod';
import { declareEvents } from '../event/event.js';

/** The events of a job, and of what its document holds: evidence, report versions, feedback, invites. */
export const jobEventType = declareEvents({
  'job.created': 'A job was created.',
  'job.assigned': 'A job was assigned.',
  'job.in_progress': 'Work on a job began, or more evidence was requested.',
  'job.submitted': 'The last required step of a job passed.',
  'job.completed': 'A job was completed: its result is verified.',
  'job.disputed': 'The requester disputed the result of a job.',
  'job.failed': 'A job failed: the verification could not be carried out.',
  'job.expired': 'A job expired at its deadline.',
  'job.cancelled': 'A job was cancelled.',
  'job.opened': 'A job was opened for verifiers.',
  'job.answers_submitted': 'Questions of a job were answered, or answers were changed.',
  'job.answer_flagged': 'An answer was given that the requester wants to be alerted to.',
  'job.erased': 'The content of a job was erased.',
  'evidence.received': 'An evidence item was stored.',
  'evidence.validated': 'An evidence item passed its checks.',
  'evidence.rejected': 'An evidence item failed at least one check.',
  'report.version_created': 'A report version was created.',
  'report.delivery_requested': 'Delivery of a report version was requested.',
  'report.delivered': 'A report version was delivered.',
  'report.delivery_failed': 'A report version could not be delivered.',
  'report.viewed': 'A report version was viewed for the first time.',
  'report.withdrawn': 'A report version was withdrawn.',
  'feedback.received': 'Requester feedback was stored.',
  'invite.created': 'Somebody was invited to capture the evidence of a job.',
  'invite.resent': 'A new capture link was issued for an invite; the previous one was revoked.',
  'invite.reassigned': 'An invite was replaced by an invite to another person.',
  'invite.opened': 'The capture link of an invite was opened for the first time.',
  'invite.revoked': 'An invite was revoked.',
});
export type JobEventType = z.infer<typeof jobEventType>;
