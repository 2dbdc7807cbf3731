import { hour } from '../../lib/units.js';
import type { Services } from '../../services.js';

/** A file that no job refers to is kept this long: longer than any upload takes. */
const unnamedFileMilliseconds = hour;

/**
 * Deletes leftovers of uploads that were interrupted with their process.
 * @returns the number of deleted files
 */
export async function sweepEvidence(
  services: Pick<Services, 'clock' | 'jobs' | 'evidenceFiles'>,
): Promise<number> {
  const before = new Date(services.clock.now().getTime() - unnamedFileMilliseconds);
  return services.evidenceFiles.sweep(before, async (jobId) => {
    const job = await services.jobs.find(jobId, {});
    return job?.evidence.map((item) => item.fileId) ?? null;
  });
}
