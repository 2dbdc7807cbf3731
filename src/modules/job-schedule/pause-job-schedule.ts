import { scope } from '../../access.js';
import { operation, post } from '../../operation.js';
import { jobScope } from '../../viewer.js';
import { type JobSchedule, JobScheduleChange, jobScheduleTarget } from './job-schedule.js';

export const pauseJobSchedule = operation({
  name: 'pauseJobSchedule',
  kind: 'mutation',
  description:
    'Pause an active job schedule. Dates that pass until it is resumed create no jobs; jobs that exist continue.',
  access: scope('jobs:write'),
  target: jobScheduleTarget,
  errors: ['invalid_transition'],
  rest: post('/v1/job-schedules/{schedule_id}/pause', {
    tool: { name: 'pause_job_schedule' },
    tag: 'Jobs',
    summary: 'Pause a job schedule',
  }),
  run: ({ services, viewer }, { id }): Promise<JobSchedule> =>
    services.jobSchedules.change(id, jobScope(viewer), (schedule) =>
      new JobScheduleChange(schedule, services.clock.now()).pause(),
    ),
});
