import type { RequestContext } from '../../context.js';
import type { Job, TaskToken } from '../job/job.js';
import { readTaskToken, requireUsableToken } from '../job/task-token.js';
import { requireBearer } from './upload-evidence.js';

/** What the holder of a task or capture token has to do. */
export interface CaptureTask {
  job: Job;
  token: TaskToken;
}

/**
 * Reads the task of the token that the request carries as Bearer.
 * @throws ApiError `token_invalid`, `token_expired`
 */
export async function captureTask(ctx: RequestContext): Promise<CaptureTask> {
  const { services } = ctx;
  const key = services.serverKeys.tokens;
  const claims = await readTaskToken(key, requireBearer(ctx), ['provider', 'capture']);
  const job = await services.jobs.find(claims.jobId, {});
  const token = requireUsableToken(claims, job, services.clock.now());
  return { job: job as Job, token };
}
