import { scope } from '../../access.js';
import { operation } from '../../operation.js';
import type { StoredEvent } from '../event/event.js';
import { type Step, stream } from '../event/stream.js';
import { readJob } from './get-job.js';
import type { Job } from './job.js';
import { jobTarget } from './job-target.js';

export const followJob = operation({
  name: 'jobUpdated',
  kind: 'subscription',
  description:
    'Stream a job: its current state, then its state after each change. Changes in quick succession are combined.',
  access: scope('jobs:read'),
  target: jobTarget,
  errors: ['rate_limited'],
  run(ctx, { id }): Promise<AsyncIterableIterator<Step<Job>>> {
    let sent = 0;
    const wants = ({ data }: StoredEvent) => data['job_id'] === id;
    return stream(ctx, ctx.viewer.keyId, { wants, revisits: true }, async (now) => {
      const job = await readJob(now, id);
      if (job.revision === sent) return [];
      sent = job.revision;
      return [job];
    });
  },
});
