import { builder } from '../../graphql/builder.js';
import { connection, connectionType } from '../../graphql/connection.js';
import { nodeType } from '../../graphql/node.js';
import { mutation, query, subscription } from '../../graphql/operations.js';
import { shownMetadata } from '../../lib/metadata.js';
import { timeZoneOf } from '../../lib/time-zone.js';
import { QuestionRef } from '../question/question.graphql.js';
import { AnswerRef } from './answer.graphql.js';
import { type AssignedJob, assignJob } from './assign-job.js';
import { cancelJob } from './cancel-job.js';
import { createJob } from './create-job.js';
import { type BatchItemResult, createJobs } from './create-jobs.js';
import { followJob } from './follow-job.js';
import { type FollowedJob, followJobs } from './follow-jobs.js';
import { getJob } from './get-job.js';
import type { Assignment, Job, Step } from './job.js';
import { answersOf, questionsOf } from './job-answers.js';
import { jobLifetimeDays } from './job-change.js';
import {
  BatchItemStatusRef,
  ExecutionModeRef,
  FeedbackVerdictRef,
  IntakeSourceRef,
  JobMoveRef,
  JobStatusRef,
  StepStatusRef,
} from './job-enums.graphql.js';
import type { JobFigures } from './job-figures.js';
import { type JobGroup, type JobStats, jobStats } from './job-stats.js';
import { JobWarningRef } from './job-warning.graphql.js';
import { listJobs } from './list-jobs.js';
import { listJobsToReview } from './list-jobs-to-review.js';
import { type Objection, openObjection } from './objection.js';
import { openJob } from './open-job.js';
import { ReportStateRef } from './report-state.graphql.js';
import { reportState } from './report-state.js';
import { RequesterFeedbackRef } from './requester-feedback.graphql.js';
import { reviewJob } from './review-job.js';
import { submitRequesterFeedback } from './submit-requester-feedback.js';
import { ratingScale } from './text-lengths.js';
import { updateJob } from './update-job.js';

export const StepRef = builder.objectRef<Step>('Step').implement({
  extensions: { document: 'StepOut' },
  description: 'A step to be shown on site.',
  fields: (t) => ({
    stepName: t.exposeString('stepName', {
      description: 'Key of the step, unique within the job.',
    }),
    label: t.exposeString('label', { description: 'Short title for display.' }),
    status: t.expose('status', { type: StepStatusRef, description: 'Current status.' }),
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

const DisputeRef = builder.objectRef<Objection>('Dispute').implement({
  description: 'An open dispute of the requester.',
  fields: (t) => ({
    disputedAt: t.field({
      type: 'DateTime',
      description: 'Time of the dispute.',
      resolve: ({ at }) => at,
    }),
    comments: t.exposeStringList('comments', {
      description: 'Comments of the requester: that of the dispute, then those added to it.',
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
    status: t.expose('status', { type: JobStatusRef, description: 'Current status.' }),
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
    timeZone: t.string({
      nullable: true,
      extensions: { rest: false },
      description: 'IANA time zone of the place; null if it is unknown.',
      resolve: (job) => timeZoneOf(job),
    }),
    notes: t.exposeString('notes', { description: 'Notes for the verifier.' }),
    referencePhotos: t.exposeStringList('referencePhotos', {
      description: 'URLs of photos that show the subject.',
    }),
    nonce: t.exposeString('nonce', {
      description: 'Nonce sent when the job was created, for replay protection.',
    }),
    metadata: t.field({
      type: 'JSONObject',
      description:
        'Keys and strings that its integrator attached; verifiers and requesters of site checks never see them.',
      resolve: (job) => shownMetadata(job.metadata),
    }),
    autoOpen: t.exposeBoolean('autoOpen', {
      description: 'Whether the job was to be opened on creation.',
    }),
    intakeSource: t.expose('intakeSource', {
      type: IntakeSourceRef,
      description: 'Channel through which the job was created.',
    }),
    executionMode: t.expose('executionMode', {
      type: ExecutionModeRef,
      description: 'Who captures the evidence.',
    }),
    requestId: t.expose('requestId', {
      type: 'UUID',
      nullable: true,
      description:
        'Id of the site check served by the job; null for a job created with an API key.',
    }),
    scheduleId: t.field({
      type: 'UUID',
      nullable: true,
      description: 'Id of the job schedule that created the job; null for any other job.',
      resolve: (job) => job.scheduleId ?? null,
    }),
    steps: t.expose('steps', { type: [StepRef], description: 'Steps to be shown on site.' }),
    questions: t.field({
      type: [QuestionRef],
      extensions: { stored: true },
      description: 'Questions for the person on site, the objective first.',
      resolve: (job) => questionsOf(job),
    }),
    answers: t.field({
      type: [AnswerRef],
      extensions: { stored: true },
      description: 'Current answers, in the order of the questions.',
      resolve: (job) => answersOf(job),
    }),
    warnings: t.expose('warnings', {
      type: [JobWarningRef],
      description:
        'Warnings about the job; empty when there are none. With a configured geocoder, `address_far` is added after the job is created.',
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
    dispute: t.field({
      type: DisputeRef,
      nullable: true,
      extensions: { rest: false },
      description: 'The open dispute; null unless the job is disputed.',
      resolve(job) {
        const objection = openObjection(job);
        return objection?.verdict === 'disputed' ? objection : null;
      },
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
    assignment: t.expose('assignment', {
      type: AssignmentRef,
      nullable: true,
      extensions: { rest: false },
      description: 'Current or latest assignment; null before the first.',
    }),
  }),
});

nodeType(JobRef, {
  op: getJob,
  keyOf: (job) => job._id,
  argsOf: (id) => ({ id }),
});

const JobConnection = connectionType('Job', JobRef, { counted: true });

const keyOf =
  'a status in lower case, a service key, the key of a market city, a value of metadata, or an answer';

/** Returns the figures of a group, which the operation computes if one of them is selected. */
function figuresOf({ figures }: JobGroup): JobFigures {
  if (!figures) throw new Error('the figures of the group were not computed');
  return figures;
}
const ofCompleted = 'of the completed jobs';
const withoutCompleted = 'null without completed jobs';

const JobStatsGroupRef = builder.objectRef<JobGroup>('JobStatsGroup').implement({
  description: 'Number and figures of the jobs with the same keys.',
  fields: (t) => ({
    key: t.exposeString('key', {
      nullable: true,
      description: `Key of the first grouping: ${keyOf} as text, \`cannot_tell\` if the question cannot be answered. Null without a grouping, a service, a market city or the key of metadata.`,
    }),
    secondKey: t.exposeString('secondKey', {
      nullable: true,
      description: 'Key of the second grouping; null as for `key`.',
    }),
    questionKey: t.exposeString('questionKey', {
      nullable: true,
      description: 'Key of the answered question; null without the grouping `QUESTION`.',
    }),
    bucket: t.expose('bucket', {
      type: 'LocalDate',
      nullable: true,
      description: 'First day of the day, week or month; null without `bucket`.',
    }),
    count: t.exposeInt('count', { description: 'Number of jobs.' }),
    flaggedCount: t.exposeInt('flaggedCount', {
      nullable: true,
      description:
        'Number of these jobs whose answer is flagged; null without the grouping `QUESTION`.',
    }),
    completedCount: t.int({
      description:
        'Number of completed jobs: those with a verified result that was not returned to work since. Disputed ones are included.',
      resolve: (group) => figuresOf(group).completedCount,
    }),
    onTimeRate: t.float({
      nullable: true,
      description: `Share ${ofCompleted} that were completed by their deadline, from 0 to 1; ${withoutCompleted}.`,
      resolve: (group) => figuresOf(group).onTimeRate,
    }),
    medianTurnaroundSeconds: t.float({
      nullable: true,
      description: `Median turnaround ${ofCompleted}, from the first opening to the last completion, in seconds, by nearest rank; ${withoutCompleted}.`,
      resolve: (group) => figuresOf(group).medianTurnaroundSeconds,
    }),
    p90TurnaroundSeconds: t.float({
      nullable: true,
      description: `90th percentile of the same turnaround in seconds, by nearest rank; ${withoutCompleted}.`,
      resolve: (group) => figuresOf(group).p90TurnaroundSeconds,
    }),
    disputeRate: t.float({
      nullable: true,
      description: `Share ${ofCompleted} whose result was ever disputed, from 0 to 1; ${withoutCompleted}.`,
      resolve: (group) => figuresOf(group).disputeRate,
    }),
    meanRating: t.float({
      nullable: true,
      description: `Mean of all ratings of these jobs, ${ratingScale}; null without a rating.`,
      resolve: (group) => figuresOf(group).meanRating,
    }),
  }),
});

const JobStatsRef = builder.objectRef<JobStats>('JobStats').implement({
  description: 'Numbers of jobs, by group.',
  fields: (t) => ({
    total: t.exposeInt('total', {
      description: 'Number of jobs in all groups, each counted once.',
    }),
    groups: t.expose('groups', {
      type: [JobStatsGroupRef],
      description:
        'Groups in ascending order of bucket and question, then largest first; at most 1000, without the smallest.',
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

const BatchItemResultRef = builder.objectRef<BatchItemResult>('BatchItemResult').implement({
  description: 'The result of one item of a batch.',
  fields: (t) => ({
    status: t.expose('status', {
      type: BatchItemStatusRef,
      description: 'Whether the job was created.',
    }),
    job: t.expose('job', {
      type: JobRef,
      nullable: true,
      description: 'The created or existing job; null for a rejected item.',
    }),
    error: t.expose('error', {
      type: 'JSONObject',
      nullable: true,
      description:
        'The body of the error that `POST /v1/jobs` returns for the item alone: problem details, or `detail` with the validation issues of a 422; null unless it was rejected.',
    }),
  }),
});

const JobBatchRef = builder.objectRef<{ results: BatchItemResult[] }>('JobBatch').implement({
  description: 'The results of a batch.',
  fields: (t) => ({
    results: t.expose('results', {
      type: [BatchItemResultRef],
      description: 'One per item, in the order of the items.',
    }),
  }),
});

const FollowedJobRef = builder.objectRef<FollowedJob>('JobsChange').implement({
  description: 'A change of a job that matches a filter, or matched it before.',
  fields: (t) => ({
    move: t.expose('move', { type: JobMoveRef, description: 'How the job moved.' }),
    job: t.expose('job', { type: JobRef, description: 'The job in its current state.' }),
    cursor: t.exposeString('cursor', {
      description: 'Position from which a later subscription resumes, as `after`.',
    }),
  }),
});

mutation(createJob, JobRef);
mutation(createJobs, JobBatchRef);
connection(listJobs, JobConnection);
query(getJob, JobRef);
mutation(submitRequesterFeedback, RequesterFeedbackRef);
query(jobStats, JobStatsRef);
query(listJobsToReview, [JobRef]);
mutation(updateJob, JobRef);
mutation(openJob, JobRef);
mutation(cancelJob, JobRef);
mutation(assignJob, AssignedJobRef);
mutation(reviewJob, JobRef);
subscription(followJob, JobRef);
subscription(followJobs, FollowedJobRef, { nullable: false });
