import './job-events.js';
import { builder } from '../../graphql/builder.js';
import { connection, connectionType } from '../../graphql/connection.js';
import { enumType } from '../../graphql/enums.js';
import { nodeType } from '../../graphql/node.js';
import { mutation, query, subscription } from '../../graphql/operations.js';
import { type AssignedJob, assignJob } from './assign-job.js';
import { cancelJob } from './cancel-job.js';
import { createJob } from './create-job.js';
import { followJob } from './follow-job.js';
import { getJob } from './get-job.js';
import {
  type Assignment,
  executionMode,
  feedbackVerdict,
  intakeSource,
  type Job,
  type JobWarning,
  jobStatus,
  type Step,
  stepStatus,
} from './job.js';
import { jobGrouping, jobOrder } from './job.store.js';
import { jobLifetimeDays } from './job-change.js';
import { type JobStats, jobStats } from './job-stats.js';
import { listJobs } from './list-jobs.js';
import { openJob } from './open-job.js';
import { ReportStateRef } from './report-state.graphql.js';
import { reportState } from './report-state.js';
import { reviewDecision, reviewJob } from './review-job.js';
import { type StoredFeedback, submitRequesterFeedback } from './submit-requester-feedback.js';
import { ratingScale } from './text-lengths.js';

export const JobStatusRef = enumType('JobStatus', jobStatus, 'Status of a job.', {
  created: 'The job is stored but not open to verifiers.',
  open: 'The job is open to verifiers.',
  assigned: 'A verifier or invitee holds the job.',
  in_progress: 'The first evidence has arrived, or more evidence was requested.',
  submitted: 'Every required step has passing evidence.',
  completed: 'The result is verified.',
  disputed: 'The requester disputes the result.',
  failed: 'The verification could not be carried out.',
  expired: 'The deadline has passed.',
  cancelled: 'The job is cancelled permanently.',
});

const StepStatusRef = enumType('StepStatus', stepStatus, 'Status of a step.', {
  pending: 'The step needs evidence.',
  passed: 'Evidence for the step has passed every check.',
  failed: 'The step could not be shown.',
  skipped: 'The step was skipped.',
});

export const ExecutionModeRef = enumType(
  'ExecutionMode',
  executionMode,
  'Who captures the evidence.',
  {
    operator: 'A verifier of the service captures it.',
    self_service: 'The requester, or a person invited by the requester, captures it.',
  },
);

export const IntakeSourceRef = enumType(
  'IntakeSource',
  intakeSource,
  'Channel through which a job was created.',
  {
    api: 'An integrator created it with an API key.',
    public_site_check: 'It was requested through the public site-check flow.',
    customer_portal: 'A customer created it in the customer portal.',
    self_service: 'It was created by a self-service request.',
  },
);

export const FeedbackVerdictRef = enumType(
  'FeedbackVerdict',
  feedbackVerdict,
  'Verdict of the requester on the result.',
  {
    accepted: 'The requester accepts the result; the job is completed.',
    needs_more: 'The requester needs more evidence; the job returns to work.',
    disputed: 'The requester disputes the result.',
  },
);

enumType('ReviewDecision', reviewDecision, 'Decision of an operator on the evidence of a job.', {
  accept: 'The evidence is accepted; the job is completed.',
  more: 'More evidence is needed; the job returns to work.',
  fail: 'The verification could not be carried out; the job fails.',
});

enumType('JobOrder', jobOrder, 'Sort order of jobs; ties are sorted by id.', {
  created_at_desc: 'Newest first.',
  created_at_asc: 'Oldest first.',
  updated_at_desc: 'Most recently changed first.',
});

enumType('JobGrouping', jobGrouping, 'Key by which jobs are grouped.', {
  status: 'Grouped by status.',
  service_key: 'Grouped by service key.',
  day: 'Grouped by UTC day of creation.',
});

export const StepRef = builder.objectRef<Step>('Step').implement({
  extensions: { document: 'StepOut' },
  description: 'A step to be shown on site.',
  fields: (t) => ({
    stepName: t.exposeString('stepName', {
      description: 'Key of the step, unique within the job.',
    }),
    label: t.exposeString('label', { description: 'Short title for display.' }),
    status: t.field({
      type: StepStatusRef,
      description: 'Current status.',
      resolve: (step) => step.status,
    }),
    required: t.exposeBoolean('required', {
      description: 'Whether the job needs passing evidence for the step.',
    }),
    instructions: t.exposeString('instructions', {
      description: 'Instructions for the person on site.',
    }),
    evidenceIds: t.exposeStringList('evidenceIds', {
      description: 'Ids of the evidence items submitted for the step.',
    }),
    validationErrors: t.exposeStringList('validationErrors', {
      description: 'Failed checks of the latest evidence item; empty when it passed.',
    }),
    completedAt: t.expose('completedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when the step passed; null until then.',
    }),
  }),
});

const JobWarningRef = builder.objectRef<JobWarning>('JobWarning').implement({
  description: 'A condition of the job that its owner should know about.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Machine-readable key of the warning.' }),
    message: t.exposeString('message', { description: 'Explanation for display.' }),
  }),
});

const FeedbackSummaryRef = builder.objectRef<Job>('FeedbackSummary').implement({
  description: 'Summary of the requester feedback on a job.',
  fields: (t) => ({
    count: t.int({
      description: 'Number of feedback entries.',
      resolve: (job) => job.feedback.length,
    }),
    lastRating: t.int({
      nullable: true,
      description: `Latest rating, ${ratingScale}; null without one.`,
      resolve: (job) => job.feedback.findLast((f) => f.rating !== null)?.rating ?? null,
    }),
    lastVerdict: t.field({
      type: FeedbackVerdictRef,
      nullable: true,
      description: 'Latest verdict; null without one.',
      resolve: (job) => job.feedback.findLast((f) => f.verdict !== null)?.verdict ?? null,
    }),
    lastAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the latest feedback; null without any.',
      resolve: (job) => job.feedback.at(-1)?.createdAt ?? null,
    }),
  }),
});

const AssignmentRef = builder.objectRef<Assignment>('Assignment').implement({
  description: 'The assignment of a job to a verifier, an invitee or its integrator.',
  fields: (t) => ({
    assigneeName: t.exposeString('assigneeName', { description: 'Name of the assignee.' }),
    assignedAt: t.expose('assignedAt', {
      type: 'DateTime',
      description: 'Time of the assignment.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'Time when the task token expires; null when the integrator works on the job itself.',
    }),
  }),
});

const time = (description: string) => ({ type: 'DateTime' as const, description });
const maybeTime = (description: string) => ({ ...time(description), nullable: true as const });

export const JobRef = builder.objectRef<Job>('Job').implement({
  extensions: { document: 'JobSnapshotOut' },
  description: 'A request to verify something at a physical place (JobCreatedOut, JobSnapshotOut).',
  fields: (t) => ({
    jobId: t.expose('_id', { type: 'UUID', description: 'Id of the job, a UUIDv7.' }),
    status: t.field({
      type: JobStatusRef,
      description: 'Current status.',
      resolve: (j) => j.status,
    }),
    testMode: t.boolean({
      description: 'Whether the job is simulated: it was created with a test key.',
      resolve: (_job, _args, ctx) => ctx.services.mode === 'test',
    }),
    statusReason: t.exposeString('statusReason', {
      nullable: true,
      description: 'Reason given for the current status; null without one.',
    }),
    serviceKey: t.exposeString('serviceKey', {
      nullable: true,
      description: 'Key of the requested service; null when none was given.',
    }),
    objective: t.exposeString('objective', { description: 'What to verify.' }),
    address: t.exposeString('address', { description: 'Address to visit.' }),
    latitude: t.exposeFloat('latitude', { description: 'Latitude in degrees, WGS 84.' }),
    longitude: t.exposeFloat('longitude', { description: 'Longitude in degrees, WGS 84.' }),
    notes: t.exposeString('notes', { description: 'Notes for the verifier.' }),
    referencePhotos: t.exposeStringList('referencePhotos', {
      description: 'URLs of photos that show the subject.',
    }),
    nonce: t.exposeString('nonce', {
      description: 'Nonce sent when the job was created, for replay protection.',
    }),
    autoOpen: t.exposeBoolean('autoOpen', {
      description: 'Whether the job was to be opened on creation.',
    }),
    intakeSource: t.field({
      type: IntakeSourceRef,
      description: 'Channel through which the job was created.',
      resolve: (job) => job.intakeSource,
    }),
    executionMode: t.field({
      type: ExecutionModeRef,
      description: 'Who captures the evidence.',
      resolve: (job) => job.executionMode,
    }),
    requestId: t.expose('requestId', {
      type: 'UUID',
      nullable: true,
      description:
        'Id of the site check served by the job; null for a job created with an API key.',
    }),
    steps: t.expose('steps', { type: [StepRef], description: 'Steps to be shown on site.' }),
    warnings: t.expose('warnings', {
      type: [JobWarningRef],
      description: 'Warnings about the job; empty when there are none.',
    }),
    evidenceCount: t.int({
      description: 'Number of stored evidence items, failed ones included.',
      resolve: (job) => job.evidence.length,
    }),
    report: t.field({
      type: ReportStateRef,
      description: 'Current state of the report.',
      resolve: (job, _args, ctx) => reportState(job, ctx.services.baseUrl),
    }),
    feedback: t.field({
      type: FeedbackSummaryRef,
      description: 'Summary of the requester feedback.',
      resolve: (job) => job,
    }),
    revision: t.exposeInt('revision', {
      description: 'Number of writes to the job, from 1; evidence and feedback included.',
    }),
    createdAt: t.expose('createdAt', time('Creation time.')),
    updatedAt: t.expose('updatedAt', time('Time of the latest change.')),
    openedAt: t.expose('openedAt', maybeTime('Time when the job was last opened; null before.')),
    assignedAt: t.expose(
      'assignedAt',
      maybeTime('Time of the latest assignment; null before the first.'),
    ),
    submittedAt: t.expose(
      'submittedAt',
      maybeTime('Time when the last required step passed; null before.'),
    ),
    completedAt: t.expose(
      'completedAt',
      maybeTime('Time when the job was completed; null before.'),
    ),
    expiresAt: t.expose(
      'expiresAt',
      maybeTime(
        `Deadline: ${jobLifetimeDays} days after the job was last opened or returned to work; null when none applies.`,
      ),
    ),
    erasedAt: t.expose('erasedAt', {
      ...maybeTime('Time when the content of the job was erased; null while it is stored.'),
      extensions: { rest: false },
    }),
    assignment: t.field({
      type: AssignmentRef,
      nullable: true,
      extensions: { rest: false },
      description: 'Current or latest assignment; null before the first.',
      resolve: (job) => job.assignment,
    }),
  }),
});

nodeType(JobRef, { op: getJob, keyOf: (job) => job._id, argsOf: (id) => ({ id }) });

const JobConnection = connectionType('Job', JobRef, { counted: true });

const JobStatsRef = builder.objectRef<JobStats>('JobStats').implement({
  description: 'Numbers of jobs, by group.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'Number of jobs in all groups.' }),
    groups: t.field({
      type: [
        builder.objectRef<JobStats['groups'][number]>('JobStatsGroup').implement({
          description: 'Number of jobs with the same key.',
          fields: (g) => ({
            key: g.exposeString('key', {
              nullable: true,
              description:
                'A status in lower case, a service key or a day (YYYY-MM-DD); null for jobs without a service key.',
            }),
            count: g.exposeInt('count', { description: 'Number of jobs.' }),
          }),
        }),
      ],
      description: 'One group per key: largest first, days in ascending order.',
      resolve: (stats) => stats.groups,
    }),
  }),
});

const AssignedJobRef = builder.objectRef<AssignedJob>('AssignedJob').implement({
  description: 'An assigned job with the task token of its assignee.',
  fields: (t) => ({
    job: t.expose('job', { type: JobRef, description: 'The assigned job.' }),
    taskToken: t.exposeString('taskToken', {
      description: 'Bearer token of the assignee; returned only here.',
    }),
    captureUrl: t.exposeString('captureUrl', {
      description: 'URL of the capture page for the assignee, with the token in its fragment.',
    }),
    expiresAt: t.expose('expiresAt', time('Time when the task token expires.')),
  }),
});

export const RequesterFeedbackRef = builder
  .objectRef<StoredFeedback>('RequesterFeedback')
  .implement({
    extensions: { document: 'RequesterFeedbackOut' },
    description: 'A stored feedback entry (RequesterFeedbackOut).',
    fields: (t) => ({
      feedbackId: t.field({
        type: 'UUID',
        description: 'Id of the feedback entry.',
        resolve: (s) => s.feedback.feedbackId,
      }),
      jobId: t.field({ type: 'UUID', description: 'Id of the job.', resolve: (s) => s.job._id }),
      jobStatus: t.field({
        type: JobStatusRef,
        description: 'Status of the job after the feedback.',
        resolve: (s) => s.job.status,
      }),
      accepted: t.boolean({
        description: 'Always true: the feedback is stored.',
        resolve: () => true,
      }),
      rating: t.int({
        nullable: true,
        description: `Rating, ${ratingScale}; null without one.`,
        resolve: (s) => s.feedback.rating,
      }),
      verdict: t.field({
        type: FeedbackVerdictRef,
        nullable: true,
        description: 'Verdict of the requester; null without one.',
        resolve: (s) => s.feedback.verdict,
      }),
      comment: t.string({
        nullable: true,
        description: 'Comment of the requester; null without one.',
        resolve: (s) => s.feedback.comment,
      }),
      stepNames: t.stringList({
        description: 'Keys of the steps that the feedback refers to.',
        resolve: (s) => s.feedback.stepNames,
      }),
      reportVersion: t.int({
        nullable: true,
        description:
          'Number of the report version that the feedback refers to; null when none was given.',
        resolve: (s) => s.feedback.reportVersion,
      }),
      message: t.string({
        description: 'Confirmation for display, with the resulting status of the job.',
        resolve: feedbackMessage,
      }),
      createdAt: t.field({
        type: 'DateTime',
        description: 'Time when the feedback was stored.',
        resolve: (s) => s.feedback.createdAt,
      }),
    }),
  });

function feedbackMessage({ job, feedback }: StoredFeedback): string {
  if (!feedback.verdict) return 'Thank you. Your feedback is stored.';
  return `Thank you. Your feedback is stored. The job is now ${job.status.replace('_', ' ')}.`;
}

mutation(createJob, JobRef);
connection(listJobs, JobConnection);
query(getJob, JobRef);
mutation(submitRequesterFeedback, RequesterFeedbackRef);
query(jobStats, JobStatsRef, { nullable: false });
mutation(openJob, JobRef);
mutation(cancelJob, JobRef);
mutation(assignJob, AssignedJobRef);
mutation(reviewJob, JobRef);
subscription(followJob, JobRef);
