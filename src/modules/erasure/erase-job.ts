import { scope } from '../../access.js';
import type { Call } from '../../context.js';
import { ApiError, errorText } from '../../errors.js';
import { operation, post } from '../../operation.js';
import { jobScope, type KeyHolder } from '../../viewer.js';
import { type Job, jobTarget } from '../job/job.js';
import { tryFinishErasure } from './finish-erasure.js';

async function erase({ services, viewer }: Call<KeyHolder>, id: string): Promise<Job> {
  const owned = jobScope(viewer);
  const found = await services.jobs.get(id, owned);
  // The job of a site check can only be erased with its site check.
  if (found.requestId !== null)
    throw new ApiError('invalid_transition', errorText('error.job_of_request'));
  const job = await services.jobs.blank(id, owned);
  await tryFinishErasure(services, job);
  return job;
}

export const eraseJob = operation({
  name: 'eraseJob',
  kind: 'mutation',
  erases: true,
  description:
    'Erase the content of a completed, failed, expired or cancelled job: texts, positions, names, evidence files and reports. Ids, hashes, times and results of checks are kept. This cannot be undone; erasing it again has no effect.',
  access: scope('jobs:write'),
  target: jobTarget,
  errors: ['invalid_transition'],
  rest: post('/v1/jobs/{job_id}/erase', { tag: 'Jobs', summary: 'Erase a job' }),
  run: (ctx, { id }) => erase(ctx, id),
});
