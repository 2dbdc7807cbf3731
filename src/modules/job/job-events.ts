import type { z } from 'zod';
import { declareEvents } from '../event/event.js';

/** The events of a job, and of what its document holds: evidence, report versions, feedback. */
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
  'job.erased': 'The content of a job was erased.',
  'evidence.received': 'An evidence item was stored.',
  'evidence.validated': 'An evidence item passed its checks.',
  'evidence.rejected': 'An evidence item failed at least one check.',
  'report.version_created': 'A report version was created.',
  'report.delivered': 'A report was delivered.',
  'report.viewed': 'A report version was viewed for the first time.',
  'report.withdrawn': 'A report version was withdrawn.',
  'feedback.received': 'Requester feedback was stored.',
});
export type JobEventType = z.infer<typeof jobEventType>;
