import { erasedFields } from '../../lib/field-policy.js';
import { type Job, type JobStatus, jobPolicies } from './job.js';
import { invalidTransition, JobChange } from './job-change.js';

/** Final states of a job, in which no one works on it; only such a job can be erased. */
export const finalStatuses: readonly JobStatus[] = ['completed', 'failed', 'expired', 'cancelled'];

/**
 * Plans the erasure of a job's content. Files and traces are erased after this write, while `erasePending` is set.
 *
 * @returns null if it is already erased
 * @throws ApiError `invalid_transition` while the job is not in a final state
 */
export function blankJob(job: Job, now: Date): JobChange | null {
  if (job.erasedAt) return null;
  if (!finalStatuses.includes(job.status)) throw invalidTransition(job);
  const change = new JobChange(job, now);
  const at = change.now;
  change.set(erasedFields(jobPolicies, job, { at }));
  const tokens = change.after.tokens.map((one) => ({ ...one, revokedAt: one.revokedAt ?? at }));
  return change.set({ tokens, erasedAt: at, erasePending: true }).emit('job.erased');
}
