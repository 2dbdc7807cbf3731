import { scope } from '../../access.js';
import { operation, post } from '../../operation.js';
import { jobScope } from '../../viewer.js';
import {
  type JobSchedule,
  JobScheduleChange,
  jobScheduleTarget,
  nextDatesCount,
} from './job-schedule.js';
import { datesAround } from './recurrence.js';

export const resumeJobSchedule = operation({
  name: 'resumeJobSchedule',
  kind: 'mutation',
  description:
    'Resume a paused job schedule from its next date on. Dates that passed while it was paused stay missed.',
  access: scope('jobs:write'),
  target: jobScheduleTarget,
  errors: ['invalid_transition'],
  rest: post('/v1/job-schedules/{schedule_id}/resume', {
    tool: { name: 'resume_job_schedule' },
    tag: 'Jobs',
    summary: 'Resume a job schedule',
  }),
  async run({ services, viewer }, { id }): Promise<JobSchedule> {
    const { jobSchedules, clock } = services;
    const resumed = await jobSchedules.change(id, jobScope(viewer), (schedule) => {
      const now = clock.now();
      const { next } = datesAround(schedule, now, nextDatesCount);
      return new JobScheduleChange(schedule, now).resume(next);
    });
    jobSchedules.wake();
    return resumed;
  },
});
