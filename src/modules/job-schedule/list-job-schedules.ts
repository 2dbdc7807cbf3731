import { z } from 'zod';
import { scope } from '../../access.js';
import { listArgs, restListArgs, statusText } from '../../lib/list-args.js';
import { pageNewestFirst } from '../../lib/newest-first.js';
import type { Page } from '../../lib/page.js';
import { choice } from '../../lib/schema.js';
import { get, operation } from '../../operation.js';
import { jobScope } from '../../viewer.js';
import { type JobSchedule, jobScheduleStatus } from './job-schedule.js';

const pageLength = 20;

export const listJobSchedules = operation({
  name: 'jobSchedules',
  kind: 'query',
  description:
    "List the viewer's job schedules, newest first; for an operator, those of every integrator.",
  access: scope('jobs:read'),
  args: {
    ...listArgs('job schedules', pageLength),
    status: choice(jobScheduleStatus).nullish().describe('Only job schedules with this status.'),
  },
  errors: ['bad_cursor'],
  rest: get('/v1/job-schedules', {
    tool: { name: 'list_job_schedules' },
    operationId: 'list_job_schedules',
    tag: 'Jobs',
    summary: 'List job schedules, newest first',
    pick: 'nodes',
    query: z.object({
      status: statusText('job schedules'),
      ...restListArgs('job schedules', pageLength),
    }),
    toArgs: ({ limit, cursor, ...filter }) => ({ first: limit, after: cursor, ...filter }),
  }),
  async run(
    { services, viewer, notes },
    { first, after, ...filter },
    selects,
  ): Promise<Page<JobSchedule>> {
    const { jobSchedules } = services;
    const scope = jobScope(viewer);
    return pageNewestFirst(
      {
        scope: ['job schedules', filter.status ?? null],
        keyOf: ({ createdAt: at, _id: id }: JobSchedule) => ({ at, id }),
        read: (range) => jobSchedules.list(scope, filter, range),
        count: () => jobSchedules.count(scope, filter),
      },
      { count: first ?? pageLength, after: after ?? null },
      selects('pageInfo', 'hasPreviousPage'),
      notes,
    );
  },
});
