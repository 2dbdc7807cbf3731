import { builder } from '../../graphql/builder.js';
import { connection, connectionType } from '../../graphql/connection.js';
import { enumType } from '../../graphql/enums.js';
import { mutation, query } from '../../graphql/operations.js';
import { shownMetadata } from '../../lib/metadata.js';
import { ObjectiveKindRef, QuestionRef } from '../question/question.graphql.js';
import { toQuestion } from '../question/question.js';
import { cancelJobSchedule } from './cancel-job-schedule.js';
import { createJobSchedule } from './create-job-schedule.js';
import { getJobSchedule } from './get-job-schedule.js';
import {
  type JobSchedule,
  type JobTemplate,
  jobScheduleStatus,
  nextDatesCount,
  type ScheduleError,
} from './job-schedule.js';
import { listJobSchedules } from './list-job-schedules.js';
import { pauseJobSchedule } from './pause-job-schedule.js';
import { resumeJobSchedule } from './resume-job-schedule.js';

const JobScheduleStatusRef = enumType(
  'JobScheduleStatus',
  jobScheduleStatus,
  'Status of a job schedule.',
  {
    active: 'The schedule creates a job on each date.',
    paused: 'The schedule creates no jobs until it is resumed.',
    ended: 'The schedule has no date left.',
    cancelled: 'The schedule is cancelled permanently.',
  },
);

const maybe = (description: string) => ({ nullable: true as const, description });

const JobTemplateRef = builder.objectRef<JobTemplate>('JobTemplate').implement({
  extensions: { document: 'JobTemplateOut' },
  description: 'The input of each job of a schedule.',
  fields: (t) => ({
    serviceKey: t.exposeString('serviceKey', maybe('Key of the service; null without one.')),
    objective: t.exposeString('objective', { description: 'What to verify.' }),
    address: t.exposeString('address', { description: 'Address to visit.' }),
    latitude: t.exposeFloat('latitude', { description: 'Latitude in degrees, WGS 84.' }),
    longitude: t.exposeFloat('longitude', { description: 'Longitude in degrees, WGS 84.' }),
    notes: t.exposeString('notes', { description: 'Notes for the verifier.' }),
    referencePhotos: t.exposeStringList('referencePhotos', {
      description: 'URLs of photos that show the subject.',
    }),
    autoOpen: t.exposeBoolean('autoOpen', {
      description: 'Whether each job is opened on creation.',
    }),
    metadata: t.field({
      type: 'JSONObject',
      description: 'Metadata of each job.',
      resolve: (template) => shownMetadata(template.metadata),
    }),
    questions: t.field({
      type: [QuestionRef],
      nullable: true,
      description: 'Questions of the input; null when none were sent.',
      resolve: ({ statedQuestions }) => statedQuestions?.questions?.map(toQuestion) ?? null,
    }),
    objectiveKind: t.field({
      type: ObjectiveKindRef,
      ...maybe('Kind of the answer to the objective; null to derive it from the text.'),
      resolve: ({ statedQuestions }) => statedQuestions?.objectiveKind ?? null,
    }),
    questionsRequired: t.boolean({
      ...maybe('Whether answers to the required questions are needed; null when not sent.'),
      resolve: ({ statedQuestions }) => statedQuestions?.questionsRequired ?? null,
    }),
  }),
});

const ScheduleErrorRef = builder.objectRef<ScheduleError>('JobScheduleError').implement({
  description: 'The error with which a date created no job.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'Time of the date.' }),
    code: t.exposeString('code', { description: 'Code of the error, in lower case.' }),
    detail: t.exposeString('detail', { description: 'Explanation of the error.' }),
  }),
});

const JobScheduleRef = builder.objectRef<JobSchedule>('JobSchedule').implement({
  extensions: { document: 'JobScheduleOut' },
  description: 'A schedule that creates a job on each date of a recurrence rule.',
  fields: (t) => ({
    scheduleId: t.expose('_id', { type: 'UUID', description: 'Id of the schedule, a UUIDv7.' }),
    status: t.expose('status', { type: JobScheduleStatusRef, description: 'Current status.' }),
    job: t.expose('template', { type: JobTemplateRef, description: 'The input of each job.' }),
    rrule: t.exposeString('rrule', { description: 'Recurrence rule of RFC 5545.' }),
    startsAt: t.exposeString('startsAt', {
      description:
        'Local time from which the dates are counted, `YYYY-MM-DDTHH:MM:SS` without an offset.',
    }),
    timeZone: t.exposeString('timeZone', { description: 'IANA time zone of the dates.' }),
    nextDates: t.expose('nextDates', {
      type: ['DateTime'],
      description: `The next dates, at most ${nextDatesCount}; empty unless the schedule is active.`,
    }),
    lastDate: t.expose('lastDate', {
      type: 'DateTime',
      ...maybe('The latest date for which a job was created; null before the first.'),
    }),
    lastJobId: t.expose('lastJobId', {
      type: 'UUID',
      ...maybe('Id of the job of that date; null before the first.'),
    }),
    lastError: t.expose('lastError', {
      type: ScheduleErrorRef,
      ...maybe('Error of the latest date; null if its job was created.'),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'Time of the latest change, including the creation of a job.',
    }),
  }),
});

mutation(createJobSchedule, JobScheduleRef);
query(getJobSchedule, JobScheduleRef);
connection(listJobSchedules, connectionType('JobSchedule', JobScheduleRef, { counted: true }));
mutation(pauseJobSchedule, JobScheduleRef);
mutation(resumeJobSchedule, JobScheduleRef);
mutation(cancelJobSchedule, JobScheduleRef);
