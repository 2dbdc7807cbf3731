import { z } from 'zod';
import { scope } from '../../access.js';
import type { Call } from '../../context.js';
import { cursorText } from '../../lib/bounded-text.js';
import { decodeCursor, encodeCursor } from '../../lib/cursor.js';
import { oncePer } from '../../lib/once-per.js';
import {
  behindField,
  type Page,
  type PageArguments,
  pageLengthMax,
  pageOf,
  pageRequest,
} from '../../lib/page.js';
import { choice, whole } from '../../lib/schema.js';
import { get, operation, type Selects } from '../../operation.js';
import { jobScope, type KeyHolder } from '../../viewer.js';
import type { Job } from './job.js';
import { type JobOrder, jobOrder, orderKeys } from './job.store.js';
import type { JobFilter } from './job-conditions.js';
import { filterOfQuery, jobFilter, jobFilterQuery } from './job-filter.js';

const pageLength = 20;

const listJobsArgs = {
  first: whole({ ge: 1, le: pageLengthMax })
    .nullish()
    .default(pageLength)
    .describe('Maximum number of jobs to return, from `after` or the start of the list.'),
  after: cursorText().nullish().describe('Cursor after which the page begins.'),
  last: whole({ ge: 1, le: pageLengthMax })
    .nullish()
    .describe('Maximum number of jobs to return, back from `before` or the end of the list.'),
  before: cursorText().nullish().describe('Cursor before which the page ends.'),
  filter: jobFilter.nullish().describe('Conditions on the jobs; omitted for all jobs.'),
  orderBy: choice(jobOrder).default('created_at_desc').describe('Sort order.'),
};

/** Query parameters of GET /v1/jobs; the cursor is an addition to the documented ones. */
const listJobsQuery = z.object({
  limit: whole({ ge: 1, le: 200 })
    .default(pageLength)
    .describe('Maximum number of jobs to return.'),
  cursor: cursorText().nullish().describe('Cursor from the Link header of the previous response.'),
  ...jobFilterQuery,
});

interface ListQuery extends PageArguments {
  /** REST accepts any string as a status. */
  filter?: object | null | undefined;
  orderBy: JobOrder;
}

async function listPage(
  ctx: Call<KeyHolder>,
  query: ListQuery,
  selects: Selects,
): Promise<Page<Job>> {
  const scope = jobScope(ctx.viewer);
  const order = query.orderBy;
  const filter = (query.filter ?? {}) as JobFilter;
  const matched = Object.entries(filter)
    .filter(([, condition]) => condition != null)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const cursorScope = [order, ...matched];
  const request = pageRequest(query, pageLength);
  const { count, cursor, backwards } = request;
  const from = cursor !== null ? decodeCursor(cursor, cursorScope) : null;
  const { jobs } = ctx.services;
  const withEvidence = selects('nodes', 'evidence') || selects('edges', 'node', 'evidence');
  const read = { scope, filter, order, withEvidence, cursor: from, backwards, limit: count };
  const found = await jobs.list(read);
  const [field] = orderKeys[order];
  const keyOf = (job: Job) => ({ at: job[field], id: job._id });
  const hasJobsBehind = async (nearest: Job | undefined) => {
    const behind = await jobs.list({
      ...read,
      withEvidence: false,
      cursor: nearest ? keyOf(nearest) : null,
      backwards: !backwards,
      limit: 1,
    });
    return behind.items.length > 0 || behind.more;
  };
  const page = await pageOf(found, request, {
    cursorOf: (job) => encodeCursor(keyOf(job), cursorScope),
    reached: found.reached ? encodeCursor(found.reached, cursorScope) : undefined,
    hasItemsBehind: selects('pageInfo', behindField(request)) ? hasJobsBehind : null,
    countAll: () => oncePer(ctx.notes, ['jobs', ...matched], () => jobs.count(scope, filter)),
  });
  ctx.notes.nextCursor = !backwards && found.more ? page.pageInfo.endCursor : null;
  return page;
}

export const listJobs = operation({
  name: 'jobs',
  kind: 'query',
  description: "List the viewer's jobs; for an operator, the jobs of every integrator.",
  access: scope('jobs:read'),
  args: listJobsArgs,
  errors: ['bad_cursor'],
  rest: get('/v1/jobs', {
    tool: { name: 'list_jobs' },
    operationId: 'list_jobs',
    tag: 'Jobs',
    summary: 'List jobs, newest first',
    pick: 'nodes',
    query: listJobsQuery,
    toArgs: ({ limit, cursor, ...query }) => ({
      first: limit,
      after: cursor,
      filter: filterOfQuery(query),
      orderBy: 'created_at_desc',
    }),
  }),
  run: (ctx, query, selects) => listPage(ctx, query, selects),
});
