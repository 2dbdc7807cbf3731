import { z } from 'zod';
import { jobScope, type RequestContext } from '../../context.js';
import { newId } from '../../lib/ids.js';
import { text, whole } from '../../lib/schema.js';
import { authorize } from '../../policy.js';
import type { Job, TaskToken } from './job.js';
import { invalidTransition, JobChange } from './job-change.js';
import { issueTaskToken } from './task-token.js';

export const assignJobInput = z.object({
  assigneeName: text(2, 200).describe('Who goes there.'),
  expiresInHours: whole({ ge: 1, le: 168 })
    .default(24)
    .describe('For how many hours the task token works.'),
});

/** Of earlier tokens only so many are remembered; one that is forgotten counts as revoked. */
export const tokensKept = 20;

export interface AssignedJob {
  job: Job;
  /** A bearer secret, answered here once and kept nowhere. */
  taskToken: string;
  /** Page for the assignee; the token stands in the fragment, so that no log sees it. */
  captureUrl: string;
  expiresAt: Date;
}

/**
 * Hands the job to somebody; who had it before loses it. Work that has begun goes on.
 * @throws ApiError `job_not_found`, `invalid_transition`
 */
export async function assignJob(
  ctx: RequestContext,
  id: string,
  input: z.infer<typeof assignJobInput>,
): Promise<AssignedJob> {
  const viewer = authorize(ctx, 'assignJob');
  const { assigneeName, expiresInHours } = input;
  const job = await ctx.services.jobs.change(id, jobScope(viewer), (found) => {
    const change = new JobChange(found, ctx.services.clock.now());
    const { now } = change;
    const expiresAt = new Date(now.getTime() + expiresInHours * 3_600_000);
    const token: TaskToken = {
      tokenId: newId(),
      kind: 'provider',
      assigneeName,
      createdAt: now,
      expiresAt,
      revokedAt: null,
    };
    if (found.status === 'open' || found.status === 'assigned') change.move('assigned');
    else if (found.status !== 'in_progress') throw invalidTransition(found, 'assigned');
    const earlier = found.tokens.map((t) => (t.revokedAt ? t : { ...t, revokedAt: now }));
    return change.set({
      tokens: [...earlier, token].slice(-tokensKept),
      assignedAt: now,
      assignment: { assigneeName, assignedAt: now, expiresAt, tokenId: token.tokenId },
    });
  });
  const token = job.tokens.at(-1);
  if (!token) throw new Error('an assigned job has the token of its assignment');
  const taskToken = await issueTaskToken(ctx.services.serverKeys.tokens, job, token);
  const captureUrl = `${ctx.services.baseUrl}/capture#${taskToken}`;
  return { job, taskToken, captureUrl, expiresAt: token.expiresAt };
}
