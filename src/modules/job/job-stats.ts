import { scope } from '../../access.js';
import { oncePer } from '../../lib/once-per.js';
import { choice, timestamp } from '../../lib/schema.js';
import { countCost, operation } from '../../operation.js';
import { jobScope } from '../../viewer.js';
import { jobGrouping } from './job.store.js';

export interface JobStats {
  total: number;
  groups: { key: string | null; count: number }[];
}

export const jobStats = operation({
  name: 'jobStats',
  kind: 'query',
  description:
    "Count the viewer's jobs by status, service key or UTC day of creation; an operator's count includes every integrator.",
  access: scope('jobs:read'),
  args: {
    groupBy: choice(jobGrouping).describe('Key to group by.'),
    createdAfter: timestamp().nullish().describe('Only jobs created after this time.'),
    createdBefore: timestamp().nullish().describe('Only jobs created before this time.'),
  },
  example: { group_by: 'status' },
  errors: [],
  cost: countCost,
  run({ services, viewer, notes }, { groupBy, ...filter }): Promise<JobStats> {
    const owned = jobScope(viewer);
    const { createdAfter = null, createdBefore = null } = filter;
    return oncePer(notes, ['jobStats', groupBy, createdAfter, createdBefore], async () => {
      const groups = await services.jobs.groups(owned, filter, groupBy);
      return { total: groups.reduce((sum, group) => sum + group.count, 0), groups };
    });
  },
});
