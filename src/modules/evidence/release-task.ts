import { operation, post } from '../../operation.js';
import type { Job } from '../job/job.js';
import { planRelease } from '../job/release.js';
import { reasonText } from '../job/text-lengths.js';
import { providerToken } from './task-token-access.js';

export const releaseTask = operation({
  name: 'releaseTask',
  kind: 'mutation',
  description:
    'Release the job of a task token before any evidence is stored: the job is open again, and the token is revoked.',
  access: providerToken,
  args: { reason: reasonText().nullish().describe('Why the job is released.') },
  errors: ['invalid_transition'],
  example: { reason: 'My car has broken down.' },
  rest: post('/v1/provider/release', { tag: 'Dispatch', summary: 'Release a task' }),
  run: ({ services, viewer }, { reason }): Promise<Job> =>
    services.jobs.change(viewer.jobId, {}, (job) =>
      planRelease(job, viewer.tokenId, reason ?? null, services.clock.now()),
    ),
});
