import { get, operation } from '../../operation.js';
import { planOpening } from '../job/invite-change.js';
import type { Job, TaskToken } from '../job/job.js';
import { taskToken } from './task-token-access.js';

/** The task of the holder of a task or capture token. */
export interface CaptureTask {
  job: Job;
  token: TaskToken;
}

export const captureTask = operation({
  name: 'captureTask',
  kind: 'query',
  description: 'Get the task of the token in the `Authorization: Bearer` header.',
  access: taskToken,
  errors: [],
  rest: get('/v1/capture/task', {
    tag: 'Evidence',
    summary: 'Get the task of a token',
  }),
  async run({ services, viewer, recordsReads }): Promise<CaptureTask> {
    const { jobId, tokenId } = viewer;
    const job = await services.jobs.change(jobId, {}, (found) =>
      recordsReads ? planOpening(found, tokenId, services.clock.now()) : null,
    );
    const token = job.tokens.find((one) => one.tokenId === tokenId);
    if (!token) throw new Error('a proven token stands in its job');
    return { job, token };
  },
});
