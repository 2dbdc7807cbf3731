import type { Services } from '../../services.js';
import type { Job } from '../job/job.js';

/**
 * Deletes the bodies and PDFs of a job's report; the job keeps their hashes, by which a copy in
 * somebody's hand is recognised.
 */
export async function eraseReports(
  { reports }: Pick<Services, 'reports'>,
  job: Pick<Job, 'reports'>,
): Promise<void> {
  for (const { bodyId, pdf } of job.reports) {
    await reports.deleteBody(bodyId);
    if (pdf) await reports.deletePdf(pdf.fileId);
  }
}
