import { z } from 'zod';
import { scope } from '../../access.js';
import type { Call } from '../../context.js';
import { ApiError, englishText, errorText } from '../../errors.js';
import { newId } from '../../lib/ids.js';
import { localTimeString, localTimeText, parseLocalTime } from '../../lib/local-time.js';
import { text } from '../../lib/schema.js';
import { timeZoneText } from '../../lib/time-bucket.js';
import { timeZoneOf } from '../../lib/time-zone.js';
import { day } from '../../lib/units.js';
import { operation, post } from '../../operation.js';
import type { KeyHolder } from '../../viewer.js';
import { assignmentOf } from '../job/create-job.js';
import type { Flaw } from '../question/question.js';
import { unfitInput } from '../question/resolve-questions.js';
import {
  type JobSchedule,
  JobScheduleChange,
  nextDatesCount,
  schedulesMax,
} from './job-schedule.js';
import { jobTemplateInput, toTemplate } from './job-template.js';
import { datesAround, type Recurrence, ruleFlaw } from './recurrence.js';

/** Maximum distance of the start from the creation. */
const startYears = 10;
const startDaysMax = startYears * 366;

const createJobScheduleInput = z
  .object({
    job: jobTemplateInput.describe('The input of each job, without a nonce.'),
    rrule: text(1, 500)
      .superRefine((rule, issues) => {
        const message = ruleFlaw(rule);
        if (message !== null) issues.addIssue({ code: 'custom', message });
      })
      .describe(
        'Recurrence rule of RFC 5545, such as `FREQ=MONTHLY;BYDAY=1MO`, without DTSTART. FREQ is DAILY, WEEKLY, MONTHLY or YEARLY; BYHOUR, BYMINUTE and BYSECOND are not allowed. COUNT or UNTIL ends it; COUNT counts the dates from `starts_at`, whether or not they created a job.',
      ),
    startsAt: localTimeText().describe(
      `Local time from which the dates are counted, \`YYYY-MM-DDTHH:MM\` without an offset, from ${startYears} years ago to ${startYears} years ahead. Every date has its time of day. It is a date only if the rule matches it.`,
    ),
    timeZone: timeZoneText()
      .nullish()
      .describe('IANA time zone of the dates; that of the place by default.'),
  })
  .meta({
    document: 'JobScheduleIn',
    description: 'Which job to create, and when.',
  });
type CreateJobScheduleInput = z.infer<typeof createJobScheduleInput>;

/** @throws ApiError `bad_user_input` for questions that do not fit the service, with paths in the input */
function checkTemplate({ services }: Call<KeyHolder>, input: CreateJobScheduleInput): void {
  try {
    assignmentOf(services.catalogue, input.job);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'bad_user_input') throw error;
    const issues = (error.members['issues'] as { path: string[] }[]).map((issue) => ({
      ...issue,
      path: ['input', 'job', ...issue.path.slice(1)],
    }));
    throw new ApiError('bad_user_input', englishText(error.message), { members: { issues } });
  }
}

/** @throws ApiError `bad_user_input` */
function recurrenceOf(input: CreateJobScheduleInput, now: Date): Recurrence {
  const reject = (path: Flaw['path'], message: string) => unfitInput([{ path, message }], input);
  const timeZone = input.timeZone ?? timeZoneOf(input.job);
  if (timeZone === null) {
    throw reject(['timeZone'], 'is required: the time zone of the place is unknown');
  }
  const start = parseLocalTime(input.startsAt);
  if (!start || Math.abs(start.getTime() - now.getTime()) > startDaysMax * day) {
    const message = `should be from ${startYears} years ago to ${startYears} years ahead`;
    throw reject(['startsAt'], message);
  }
  return { rrule: input.rrule, startsAt: localTimeString(start), timeZone };
}

async function create(ctx: Call<KeyHolder>, input: CreateJobScheduleInput): Promise<JobSchedule> {
  const { services, viewer } = ctx;
  const { jobSchedules, clock } = services;
  const now = clock.now();
  checkTemplate(ctx, input);
  const recurrence = recurrenceOf(input, now);
  const { next } = datesAround(recurrence, now, nextDatesCount);
  if (next.length === 0) {
    const message = 'has no date after now';
    throw unfitInput([{ path: ['rrule'], message }], input);
  }
  const draft: JobSchedule = {
    _id: newId(),
    integratorId: viewer.integratorId,
    status: 'active',
    template: toTemplate(input.job),
    ...recurrence,
    nextDates: [],
    lastDate: null,
    lastJobId: null,
    lastError: null,
    revision: 0,
    createdAt: now,
    updatedAt: now,
    outbox: [],
  };
  const change = new JobScheduleChange(draft, now).plan(next).emitEvent('job_schedule.created');
  const made = { ...change.after, revision: 1, outbox: change.events };
  const schedule = await jobSchedules.insert(made);
  if (!schedule) {
    throw new ApiError('job_schedule_limit', errorText('error.schedules', { max: schedulesMax }));
  }
  jobSchedules.wake();
  return schedule;
}

export const createJobSchedule = operation({
  name: 'createJobSchedule',
  kind: 'mutation',
  description:
    'Create a schedule that creates a job on each date of a recurrence rule, such as every first Monday at 09:00 at the place. A local time that the clock skips moves forward, and one that it shows twice counts once.',
  access: scope('jobs:write'),
  input: createJobScheduleInput,
  errors: ['job_schedule_limit'],
  example: {
    job: {
      objective: 'Is the shop open?',
      address: 'Alexanderplatz 1, 10178 Berlin',
      latitude: 52.5219,
      longitude: 13.4132,
      notes: 'The entrance is on the square.',
      metadata: { shop: '0042' },
    },
    rrule: 'FREQ=MONTHLY;BYDAY=1MO',
    starts_at: '2026-02-01T09:00',
  },
  rest: post('/v1/job-schedules', {
    tool: { name: 'create_job_schedule' },
    tag: 'Jobs',
    summary: 'Create a job schedule',
    status: 201,
    location: (schedule) => `/v1/job-schedules/${schedule.schedule_id}`,
  }),
  run: (ctx, { input }) => create(ctx, input),
});
