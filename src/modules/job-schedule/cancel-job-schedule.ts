import { scope } from '../../access.js';
import { operation, post } from '../../operation.js';
import { jobScope } from '../../viewer.js';
import { type JobSchedule, JobScheduleChange, jobScheduleTarget } from './job-schedule.js';

export const cancelJobSchedule = operation({
  name: 'cancelJobSchedule',
  kind: 'mutation',
  description: 'Cancel a job schedule permanently. Jobs that exist continue.',
  access: scope('jobs:write'),
  target: jobScheduleTarget,
  errors: ['invalid_transition'],
  rest: post('/v1/job-schedules/{schedule_id}/cancel', {
    tool: { name: 'cancel_job_schedule', annotations: { destructiveHint: true } },
    tag: 'Jobs',
    summary: 'Cancel a job schedule',
  }),
  run: ({ services, viewer }, { id }): Promise<JobSchedule> =>
    services.jobSchedules.change(id, jobScope(viewer), (schedule) =>
      new JobScheduleChange(schedule, services.clock.now()).cancel(),
    ),
});
