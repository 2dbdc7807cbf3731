import { jobScope, type RequestContext } from '../../context.js';
import { authorize } from '../../policy.js';
import type { JobFilter, JobGrouping } from './job.store.js';

export interface JobStats {
  total: number;
  groups: { key: string | null; count: number }[];
}

/** Counts of the viewer's jobs by status, service or day of creation (UTC). */
export async function jobStats(
  ctx: RequestContext,
  groupBy: JobGrouping,
  filter: JobFilter,
): Promise<JobStats> {
  const scope = jobScope(authorize(ctx, 'jobStats'));
  const groups = await ctx.services.jobs.groups(scope, filter, groupBy);
  return { total: groups.reduce((sum, group) => sum + group.count, 0), groups };
}
