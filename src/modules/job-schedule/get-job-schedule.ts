import { scope } from '../../access.js';
import { get, operation } from '../../operation.js';
import { jobScope } from '../../viewer.js';
import { type JobSchedule, jobScheduleTarget } from './job-schedule.js';

export const getJobSchedule = operation({
  name: 'jobSchedule',
  kind: 'query',
  description: 'Get a job schedule.',
  access: scope('jobs:read'),
  target: jobScheduleTarget,
  errors: [],
  rest: get('/v1/job-schedules/{schedule_id}', {
    tool: { name: 'get_job_schedule' },
    operationId: 'get_job_schedule',
    tag: 'Jobs',
    summary: 'Get a job schedule',
  }),
  run: ({ services, viewer }, { id }): Promise<JobSchedule> =>
    services.jobSchedules.get(id, jobScope(viewer)),
});
