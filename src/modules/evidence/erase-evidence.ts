import type { Services } from '../../services.js';
import type { Job } from '../job/job.js';

/** Deletes the files of a job's evidence; missing files count as deleted. */
export async function eraseEvidence(
  { evidenceFiles }: Pick<Services, 'evidenceFiles'>,
  job: Pick<Job, 'evidence'>,
): Promise<void> {
  for (const { fileId } of job.evidence) await evidenceFiles.discard(fileId);
}
