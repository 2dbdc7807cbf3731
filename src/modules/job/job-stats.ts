import { scope } from '../../access.js';
import { choice, timestamp } from '../../lib/schema.js';
import { operation } from '../../operation.js';
import { jobScope } from '../../viewer.js';
import { settleSiteChecks } from '../site-check/settle-site-checks.js';
import { jobGrouping } from './job.store.js';

export interface JobStats {
  total: number;
  groups: { key: string | null; count: number }[];
}

export const jobStats = operation({
  name: 'jobStats',
  kind: 'query',
  description: "Counts the viewer's jobs by status, service or UTC day of creation.",
  access: scope('jobs:read'),
  args: {
    groupBy: choice(jobGrouping).describe('What to count by.'),
    createdAfter: timestamp().nullish().describe('Only jobs created after this moment.'),
    createdBefore: timestamp().nullish().describe('Only jobs created before this moment.'),
  },
  example: { group_by: 'status' },
  refusals: [],
  async run({ services, viewer }, { groupBy, ...filter }): Promise<JobStats> {
    const owned = jobScope(viewer);
    await settleSiteChecks(services, owned);
    const groups = await services.jobs.groups(owned, filter, groupBy);
    return { total: groups.reduce((sum, group) => sum + group.count, 0), groups };
  },
});
