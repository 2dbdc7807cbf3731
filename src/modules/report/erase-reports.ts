import type { Services } from '../../services.js';
import type { Job } from '../job/job.js';
import { storedPdfs } from '../job/report-version.js';

/**
 * Deletes the bodies and PDFs of a job's report. The job keeps their hashes, so that existing copies can still be
 * recognised.
 */
export async function eraseReports(
  { reports }: Pick<Services, 'reports'>,
  job: Pick<Job, 'reports'>,
): Promise<void> {
  for (const version of job.reports) {
    await reports.deleteBody(version.bodyId);
    for (const { fileId } of storedPdfs(version)) await reports.deletePdf(fileId);
  }
}
