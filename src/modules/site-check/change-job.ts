import type { Services } from '../../services.js';
import type { Job } from '../job/job.js';
import type { JobScope } from '../job/job.store.js';
import type { JobChange } from '../job/job-change.js';
import { joinSiteCheck } from './join-site-check.js';

/**
 * Changes one job as `jobs.change` does; the job of a site check is brought in line with its
 * request before each decision, so that what is due on the request counts.
 *
 * @param decide returns the change, or null when nothing is to be stored
 * @throws ApiError `job_not_found`, and what `decide` throws
 */
export async function changeJob(
  services: Services,
  id: string,
  scope: JobScope,
  decide: (job: Job) => JobChange | null,
): Promise<Job> {
  let unchanged: Job | null = null;
  const stored = await services.jobs.change(id, scope, async (found) => {
    const { requestId } = found;
    const job = requestId === null ? found : (await joinSiteCheck(services, requestId)).job;
    const change = decide(job);
    unchanged = change ? null : job;
    return change;
  });
  return unchanged ?? stored;
}
