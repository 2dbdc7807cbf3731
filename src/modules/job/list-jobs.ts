import { z } from 'zod';
import { scope } from '../../access.js';
import type { Call } from '../../context.js';
import { decodeCursor, encodeCursor } from '../../lib/cursor.js';
import { oncePer } from '../../lib/once-per.js';
import { type Page, pageLength } from '../../lib/page.js';
import { choice, text, timestamp } from '../../lib/schema.js';
import { get, operation } from '../../operation.js';
import { jobScope, type KeyHolder } from '../../viewer.js';
import { type Job, jobStatus } from './job.js';
import { type JobFilter, type JobOrder, jobOrder, orderKeys } from './job.store.js';

/** Which jobs of a list; every condition given must hold. */
const jobFilter = z
  .object({
    status: choice(jobStatus).nullish().describe('Only jobs with this status.'),
    serviceKey: text().nullish().describe('Only jobs of this service.'),
    createdAfter: timestamp().nullish().describe('Only jobs created after this moment.'),
    createdBefore: timestamp().nullish().describe('Only jobs created before this moment.'),
  })
  .meta({ input: 'JobFilter', description: 'Which jobs; every condition given must hold.' });

const listJobsArgs = {
  first: pageLength(20),
  after: text().nullish().describe('Cursor behind which the page begins.'),
  filter: jobFilter.nullish().describe('Which jobs.'),
  orderBy: choice(jobOrder).default('created_at_desc').describe('Order of the list.'),
};

/** Query of GET /v1/jobs; the cursor is additive, the rest documented. */
const listJobsQuery = z.object({
  status: text().nullish().describe('Only jobs with this status; an unknown one finds nothing.'),
  limit: pageLength(20),
  cursor: text().nullish().describe('Cursor from the Link header of the previous page.'),
});

interface ListQuery {
  first: number;
  after?: string | null | undefined;
  /** REST takes any string as a status. */
  filter?: JobFilter | null | undefined;
  orderBy: JobOrder;
}

/** @param withEvidence whether the checks of evidence are wanted too */
async function list(
  ctx: Call<KeyHolder>,
  query: ListQuery,
  withEvidence: boolean,
): Promise<Page<Job>> {
  const scope = jobScope(ctx.viewer);
  const order = query.orderBy;
  const filter = query.filter ?? {};
  const matched = [
    filter.status ?? null,
    filter.serviceKey ?? null,
    filter.createdAfter ?? null,
    filter.createdBefore ?? null,
  ];
  const cursorScope = [order, ...matched];
  const after = query.after != null ? decodeCursor(query.after, cursorScope) : null;
  const found = await ctx.services.jobs.list({
    scope,
    filter,
    order,
    after,
    limit: query.first,
    withEvidence,
  });
  const nodes = found.slice(0, query.first);
  const [field] = orderKeys[order];
  const cursors = nodes.map((job) => encodeCursor({ at: job[field], id: job._id }, cursorScope));
  const hasNextPage = found.length > query.first;
  ctx.notes.nextCursor = hasNextPage ? (cursors.at(-1) ?? null) : null;
  const countAll = () =>
    oncePer(ctx.notes, ['jobs', ...matched], () => ctx.services.jobs.count(scope, filter));
  return { nodes, cursors, hasNextPage, countAll };
}

export const listJobs = operation({
  name: 'jobs',
  kind: 'query',
  description: "Lists the viewer's jobs; an operator's are those of every integrator.",
  access: scope('jobs:read'),
  args: listJobsArgs,
  refusals: ['bad_cursor'],
  rest: get('/v1/jobs', {
    operationId: 'list_jobs',
    tag: 'Jobs',
    summary: 'List jobs, newest first',
    pick: 'nodes',
    query: listJobsQuery,
    toArgs: ({ status, limit, cursor }) => ({
      first: limit,
      after: cursor,
      filter: { status },
      orderBy: 'created_at_desc',
    }),
  }),
  run: (ctx, query, selects) =>
    list(ctx, query, selects('nodes', 'evidence') || selects('edges', 'node', 'evidence')),
});
