import { z } from 'zod';
import { scope } from '../../access.js';
import { idText } from '../../lib/bounded-text.js';
import { listArgs, restListArgs, statusText } from '../../lib/list-args.js';
import { pageNewestFirst } from '../../lib/newest-first.js';
import type { Page } from '../../lib/page.js';
import { choice } from '../../lib/schema.js';
import { get, operation } from '../../operation.js';
import { type DispatchRun, dispatchStatus } from './dispatch-run.js';

const pageLength = 50;

const filterArgs = {
  jobId: idText().meta({ node: 'Job' }).nullish().describe('Only runs of this job.'),
  status: choice(dispatchStatus).nullish().describe('Only runs with this status.'),
};

export const listDispatchRuns = operation({
  name: 'dispatchRuns',
  kind: 'query',
  description: 'List the dispatch runs, newest first.',
  access: scope('operator'),
  args: { ...listArgs('dispatch runs', pageLength), ...filterArgs },
  errors: ['bad_cursor'],
  rest: get('/v1/operator/dispatch-runs', {
    operationId: 'list_dispatch_runs',
    tag: 'Dispatch',
    summary: 'List dispatch runs, newest first',
    pick: 'nodes',
    query: z.object({
      ...filterArgs,
      status: statusText('runs'),
      ...restListArgs('dispatch runs', pageLength),
    }),
    toArgs: ({ limit, cursor, ...filter }) => ({ first: limit, after: cursor, ...filter }),
  }),
  async run({ services, notes }, { first, after, ...filter }, selects): Promise<Page<DispatchRun>> {
    const { runs } = services.dispatch;
    const scope = ['dispatch runs', filter.jobId ?? null, filter.status ?? null];
    return pageNewestFirst(
      {
        scope,
        keyOf: ({ createdAt: at, _id: id }: DispatchRun) => ({ at, id }),
        read: (range) => runs.list(filter, range),
        count: () => runs.count(filter),
      },
      { count: first ?? pageLength, after: after ?? null },
      selects('pageInfo', 'hasPreviousPage'),
      notes,
    );
  },
});
