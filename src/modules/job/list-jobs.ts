import { jobScope, type RequestContext } from '../../context.js';
import { decodeCursor, encodeCursor } from '../../lib/cursor.js';
import { oncePer } from '../../lib/once-per.js';
import { authorize } from '../../policy.js';
import { settleSiteChecks } from '../site-check/settle-site-checks.js';
import type { Job } from './job.js';
import { type JobFilter, type JobOrder, orderKeys } from './job.store.js';

export interface ListJobsQuery {
  first: number;
  after?: string | null;
  filter?: JobFilter | null;
  orderBy?: JobOrder | null;
  /** Whether the checks of evidence are wanted too. */
  withEvidence?: boolean;
}

export interface JobPage {
  jobs: Job[];
  /** Cursor behind each job, in the order of `jobs`. */
  cursors: string[];
  hasNextPage: boolean;
  /** Counts all jobs of the filter, whatever the page; equal counts of one request are made once. */
  countAll: () => Promise<number>;
}

/**
 * One page of the viewer's jobs, newest first unless asked otherwise.
 * @throws ApiError `bad_cursor`
 */
export async function listJobs(ctx: RequestContext, query: ListJobsQuery): Promise<JobPage> {
  const scope = jobScope(authorize(ctx, 'jobs'));
  const order = query.orderBy ?? 'created_at_desc';
  const filter = query.filter ?? {};
  const matched = [
    filter.status ?? null,
    filter.serviceKey ?? null,
    filter.createdAfter ?? null,
    filter.createdBefore ?? null,
  ];
  const cursorScope = [order, ...matched];
  const after = query.after != null ? decodeCursor(query.after, cursorScope) : null;
  await settleSiteChecks(ctx.services, scope);
  const found = await ctx.services.jobs.list({
    scope,
    filter,
    order,
    after,
    limit: query.first,
    withEvidence: query.withEvidence ?? false,
  });
  const jobs = found.slice(0, query.first);
  const [field] = orderKeys[order];
  const cursors = jobs.map((job) => encodeCursor({ at: job[field], id: job._id }, cursorScope));
  const hasNextPage = found.length > query.first;
  ctx.notes.nextCursor = hasNextPage ? (cursors.at(-1) ?? null) : null;
  const countAll = () =>
    oncePer(ctx, ['jobs', ...matched], () => ctx.services.jobs.count(scope, filter));
  return { jobs, cursors, hasNextPage, countAll };
}
