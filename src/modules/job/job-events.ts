import type { z } from 'zod';
import { declareEvents } from '../event/event.js';

/** The events of a job, and of what its document holds: evidence, report versions, feedback. */
export const jobEventType = declareEvents({
  'job.created': 'A job was created.',
  'job.assigned': 'A job was assigned to a verifier.',
  'job.in_progress': 'Work on a job began, or a job was set back to work.',
  'job.submitted': 'Every required step of a job has passing evidence.',
  'job.completed': 'A job was verified.',
  'job.disputed': 'The requester disputed a completed job.',
  'job.failed': 'A job could not be done.',
  'job.expired': 'A job expired before it was completed.',
  'job.cancelled': 'A job was cancelled.',
  'job.opened': 'A job was opened for verifiers.',
  'evidence.received': 'A file was received as evidence.',
  'evidence.validated': 'A piece of evidence passed its checks.',
  'evidence.rejected': 'A piece of evidence failed a check.',
  'report.version_created': 'A report version was created.',
  'report.delivered': 'A report version was delivered.',
  'report.viewed': 'A report version was viewed for the first time.',
  'report.withdrawn': 'A report version was withdrawn.',
  'feedback.received': 'Requester feedback was received.',
});
export type JobEventType = z.infer<typeof jobEventType>;
