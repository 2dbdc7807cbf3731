import type { Job } from '../job/job.js';
import { JobChange } from '../job/job-change.js';
import { currentVersion, withVersion } from '../job/report-version.js';
import { requireVersion } from './get-report.js';

/**
 * Withdraws a version: it is no longer current, but can still be read by its number. The status of the job and of its
 * request does not change.
 *
 * @param versionNumber null: the current one
 * @returns the change; null if the version was already withdrawn, or if null was given and no version is left
 * @throws ApiError `report_not_found`, `report_version_not_found`
 */
export function withdrawVersion(
  job: Job,
  versionNumber: number | null,
  reason: string,
  now: Date,
): JobChange | null {
  const withdrawnAll = job.reports.length > 0 && !currentVersion(job.reports);
  if (versionNumber === null && withdrawnAll) return null;
  const header = requireVersion(job, versionNumber);
  if (header.withdrawnAt) return null;
  const change = new JobChange(job, now);
  const fields = { withdrawnAt: change.now, withdrawReason: reason };
  return change
    .set({ reports: withVersion(job.reports, header.versionNumber, fields) })
    .emit('report.withdrawn', {
      report_id: job.reportId,
      version_number: header.versionNumber,
      reason,
    });
}
