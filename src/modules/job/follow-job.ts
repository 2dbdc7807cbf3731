import type { RequestContext } from '../../context.js';
import { authorize } from '../../policy.js';
import { type Step, stream } from '../event/stream.js';
import { getJob } from './get-job.js';
import type { Job } from './job.js';

/**
 * A job as it is, then whenever it has changed; of several changes at once, the last.
 *
 * @throws ApiError `job_not_found`, `rate_limited`
 */
export async function followJob(
  ctx: RequestContext,
  id: string,
): Promise<AsyncIterableIterator<Step<Job>>> {
  const { keyId } = authorize(ctx, 'jobUpdated');
  let told = 0;
  return stream(ctx, keyId, async (now) => {
    const job = await getJob(now, id);
    if (job.revision === told) return [];
    told = job.revision;
    return [job];
  });
}
