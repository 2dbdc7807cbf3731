import { z } from 'zod';
import { scope } from '../../access.js';
import type { Call } from '../../context.js';
import { whole } from '../../lib/schema.js';
import { operation, post } from '../../operation.js';
import { jobScope, type KeyHolder } from '../../viewer.js';
import { captureUrl } from './capture-link.js';
import { invalidated } from './invite.js';
import { type Job, jobTarget } from './job.js';
import { JobChange } from './job-change.js';
import { issueTaskToken } from './task-token.js';
import { nameText } from './text-lengths.js';
import { transferJob } from './transfer-job.js';

const assignJobInput = z
  .object({
    assigneeName: nameText().describe('Name of the assignee.'),
    expiresInHours: whole({ ge: 1, le: 168 })
      .default(24)
      .describe('Lifetime of the task token in hours.'),
  })
  .meta({ description: 'The assignee of the job.' });

export interface AssignedJob {
  job: Job;
  /** A bearer secret, returned once and not stored. */
  taskToken: string;
  /** Page for the assignee; the token is in the fragment, so that no log contains it. */
  captureUrl: string;
  expiresAt: Date;
}

/**
 * Plans the assignment of a job with a new task token.
 * @throws ApiError `invalid_transition`, `erased`
 */
export function planAssignment(
  job: Job,
  { assigneeName, expiresInHours }: z.infer<typeof assignJobInput>,
  now: Date,
): JobChange {
  const change = new JobChange(job, now);
  transferJob(change, { kind: 'provider', assigneeName, expiresInHours });
  return change.set({ invites: invalidated(change.after.invites, change.now) });
}

async function assign(
  { services, viewer }: Call<KeyHolder>,
  id: string,
  input: z.infer<typeof assignJobInput>,
): Promise<AssignedJob> {
  const job = await services.jobs.change(id, jobScope(viewer), (found) =>
    planAssignment(found, input, services.clock.now()),
  );
  const token = job.tokens.at(-1);
  if (!token) throw new Error('an assigned job has the token of its assignment');
  const taskToken = await issueTaskToken(services.serverKeys.tokens, job, token);
  const url = captureUrl(services.baseUrl, taskToken);
  return { job, taskToken, captureUrl: url, expiresAt: token.expiresAt };
}

export const assignJob = operation({
  name: 'assignJob',
  kind: 'mutation',
  description:
    'Assign a job and return a task token for the assignee. The previous token is revoked; evidence already submitted is kept.',
  access: scope('operator'),
  target: jobTarget,
  input: assignJobInput,
  errors: ['invalid_transition', 'erased'],
  example: { assignee_name: 'Ada Lovelace', expires_in_hours: 24 },
  rest: post('/v1/jobs/{job_id}/assign', {
    tool: { name: 'assign_job' },
    tag: 'Jobs',
    summary: 'Assign a job',
  }),
  run: (ctx, { id, input }) => assign(ctx, id, input),
});
