import { jobScope, type RequestContext } from '../../context.js';
import { oncePer } from '../../lib/once-per.js';
import { authorize } from '../../policy.js';
import { settleSiteChecks } from '../site-check/settle-site-checks.js';
import type { JobFilter, JobGrouping } from './job.store.js';

export interface JobStats {
  total: number;
  groups: { key: string | null; count: number }[];
}

/**
 * Counts of the viewer's jobs by status, service or day of creation (UTC); equal ones of one request
 * are counted once.
 */
export async function jobStats(
  ctx: RequestContext,
  groupBy: JobGrouping,
  filter: JobFilter,
): Promise<JobStats> {
  const scope = jobScope(authorize(ctx, 'jobStats'));
  const { createdAfter = null, createdBefore = null } = filter;
  return oncePer(ctx, ['jobStats', groupBy, createdAfter, createdBefore], async () => {
    await settleSiteChecks(ctx.services, scope);
    const groups = await ctx.services.jobs.groups(scope, filter, groupBy);
    return { total: groups.reduce((sum, group) => sum + group.count, 0), groups };
  });
}
