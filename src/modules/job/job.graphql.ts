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
import { type JobStats, jobStats } from './job-stats.js';
import { listJobs } from './list-jobs.js';
import { openJob } from './open-job.js';
import { ReportStateRef } from './report-state.graphql.js';
import { reportState } from './report-state.js';
import { reviewDecision, reviewJob } from './review-job.js';
import { type StoredFeedback, submitRequesterFeedback } from './submit-requester-feedback.js';

export const JobStatusRef = enumType('JobStatus', jobStatus, 'Where a job stands.', {
  created: 'Stored, not offered.',
  open: 'Offered to verifiers.',
  assigned: 'A verifier or invitee holds it.',
  in_progress: 'The first evidence is in, or the job was set back for more.',
  submitted: 'Every required step has passing evidence.',
  completed: 'Verified.',
  disputed: 'The requester objects.',
  failed: 'It could not be done.',
  expired: 'The deadline passed.',
  cancelled: 'Withdrawn for good.',
});

const StepStatusRef = enumType('StepStatus', stepStatus, 'Where a step stands.', {
  pending: 'Evidence is wanted.',
  passed: 'Evidence passed every check.',
  failed: 'It could not be shown.',
  skipped: 'Left out.',
});

export const ExecutionModeRef = enumType('ExecutionMode', executionMode, 'Who goes there.', {
  operator: 'A verifier of the service.',
  self_service: 'Somebody whom the requester invites.',
});

export const IntakeSourceRef = enumType('IntakeSource', intakeSource, 'Where a job came from.', {
  api: 'An integrator, with an API key.',
  public_site_check: 'The public site-check flow.',
  customer_portal: 'A customer account.',
  self_service: 'A self-service request.',
});

export const FeedbackVerdictRef = enumType(
  'FeedbackVerdict',
  feedbackVerdict,
  'What the requester makes of the result.',
  {
    accepted: 'The result is accepted; the job is completed.',
    needs_more: 'More evidence is wanted; the job goes back to work.',
    disputed: 'The requester objects.',
  },
);

enumType('ReviewDecision', reviewDecision, "An operator's decision.", {
  accept: 'The job is verified.',
  more: 'More evidence is wanted.',
  fail: 'It could not be done.',
});

enumType('JobOrder', jobOrder, 'Order of a list of jobs; ties by id.', {
  created_at_desc: 'Newest first.',
  created_at_asc: 'Oldest first.',
  updated_at_desc: 'Changed last first.',
});

enumType('JobGrouping', jobGrouping, 'What jobs are counted by.', {
  status: 'By status.',
  service_key: 'By service.',
  day: 'By UTC day of creation.',
});

export const StepRef = builder.objectRef<Step>('Step').implement({
  extensions: { document: 'StepOut' },
  description: 'One thing that has to be shown on site.',
  fields: (t) => ({
    stepName: t.exposeString('stepName', { description: 'Name, unique within the job.' }),
    label: t.exposeString('label', { description: 'Short title for people.' }),
    status: t.field({
      type: StepStatusRef,
      description: 'Where the step stands.',
      resolve: (step) => step.status,
    }),
    required: t.exposeBoolean('required', { description: 'Whether the job needs it.' }),
    instructions: t.exposeString('instructions', { description: 'What to do on site.' }),
    evidenceIds: t.exposeStringList('evidenceIds', { description: 'Evidence sent for it.' }),
    validationErrors: t.exposeStringList('validationErrors', {
      description: 'Why the latest evidence failed; empty when it passed.',
    }),
    completedAt: t.expose('completedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it passed.',
    }),
  }),
});

const JobWarningRef = builder.objectRef<JobWarning>('JobWarning').implement({
  description: 'Something about the job that its owner should know.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Which warning.' }),
    message: t.exposeString('message', { description: 'In plain words.' }),
  }),
});

const FeedbackSummaryRef = builder.objectRef<Job>('FeedbackSummary').implement({
  description: 'What the requester has said so far.',
  fields: (t) => ({
    count: t.int({ description: 'How often.', resolve: (job) => job.feedback.length }),
    lastRating: t.int({
      nullable: true,
      description: 'The newest rating, 1 to 5.',
      resolve: (job) => job.feedback.findLast((f) => f.rating !== null)?.rating ?? null,
    }),
    lastVerdict: t.field({
      type: FeedbackVerdictRef,
      nullable: true,
      description: 'The newest verdict.',
      resolve: (job) => job.feedback.findLast((f) => f.verdict !== null)?.verdict ?? null,
    }),
    lastAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When feedback came last.',
      resolve: (job) => job.feedback.at(-1)?.createdAt ?? null,
    }),
  }),
});

const AssignmentRef = builder.objectRef<Assignment>('Assignment').implement({
  description: 'Who holds the job.',
  fields: (t) => ({
    assigneeName: t.exposeString('assigneeName', { description: 'Who goes there.' }),
    assignedAt: t.expose('assignedAt', { type: 'DateTime', description: 'Since when.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the task token stops working; null for an integrator that works itself.',
    }),
  }),
});

const time = (description: string) => ({ type: 'DateTime' as const, description });
const maybeTime = (description: string) => ({ ...time(description), nullable: true as const });

export const JobRef = builder.objectRef<Job>('Job').implement({
  extensions: { document: 'JobSnapshotOut' },
  description: 'A request to verify something at a physical place (JobCreatedOut, JobSnapshotOut).',
  fields: (t) => ({
    jobId: t.expose('_id', { type: 'UUID', description: 'Id, a UUIDv7.' }),
    status: t.field({
      type: JobStatusRef,
      description: 'Where it stands.',
      resolve: (j) => j.status,
    }),
    statusReason: t.exposeString('statusReason', {
      nullable: true,
      description: 'Why it stands there, where that was said.',
    }),
    serviceKey: t.exposeString('serviceKey', { nullable: true, description: 'Service asked for.' }),
    objective: t.exposeString('objective', { description: 'What is to be verified.' }),
    address: t.exposeString('address', { description: 'Where.' }),
    latitude: t.exposeFloat('latitude', { description: 'Degrees north, WGS 84.' }),
    longitude: t.exposeFloat('longitude', { description: 'Degrees east, WGS 84.' }),
    notes: t.exposeString('notes', { description: 'What the verifier should know.' }),
    referencePhotos: t.exposeStringList('referencePhotos', {
      description: 'Photos that show what is meant.',
    }),
    nonce: t.exposeString('nonce', { description: 'Replay protection, as it was sent.' }),
    autoOpen: t.exposeBoolean('autoOpen', { description: 'Whether it was to open at once.' }),
    intakeSource: t.field({
      type: IntakeSourceRef,
      description: 'Where it came from.',
      resolve: (job) => job.intakeSource,
    }),
    executionMode: t.field({
      type: ExecutionModeRef,
      description: 'Who goes there.',
      resolve: (job) => job.executionMode,
    }),
    requestId: t.expose('requestId', {
      type: 'UUID',
      nullable: true,
      description: 'The site-check request that it serves; null for a job made with an API key.',
    }),
    steps: t.expose('steps', { type: [StepRef], description: 'What has to be shown.' }),
    warnings: t.expose('warnings', { type: [JobWarningRef], description: 'What to know of it.' }),
    evidenceCount: t.int({
      description: 'How many pieces of evidence are stored, failed ones too.',
      resolve: (job) => job.evidence.length,
    }),
    report: t.field({
      type: ReportStateRef,
      description: 'Where its report stands.',
      resolve: (job, _args, ctx) => reportState(job, ctx.services.baseUrl),
    }),
    feedback: t.field({
      type: FeedbackSummaryRef,
      description: 'What the requester has said.',
      resolve: (job) => job,
    }),
    revision: t.exposeInt('revision', {
      description: 'Counts the writes to the job, from 1; evidence and feedback included.',
    }),
    createdAt: t.expose('createdAt', time('When it was made.')),
    updatedAt: t.expose('updatedAt', time('When it last changed.')),
    openedAt: t.expose('openedAt', maybeTime('When it was last opened.')),
    assignedAt: t.expose('assignedAt', maybeTime('When it was last assigned.')),
    submittedAt: t.expose('submittedAt', maybeTime('When the last required step passed.')),
    completedAt: t.expose('completedAt', maybeTime('When it was verified.')),
    expiresAt: t.expose(
      'expiresAt',
      maybeTime('When it expires: 30 days after it was last opened or set back; null otherwise.'),
    ),
    assignment: t.field({
      type: AssignmentRef,
      nullable: true,
      extensions: { rest: false },
      description: 'Who holds it now, or did last.',
      resolve: (job) => job.assignment,
    }),
  }),
});

nodeType(JobRef, { op: getJob, keyOf: (job) => job._id, argsOf: (id) => ({ id }) });

const JobConnection = connectionType('Job', JobRef, { counted: true });

const JobStatsRef = builder.objectRef<JobStats>('JobStats').implement({
  description: 'Counts of jobs.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'How many in all.' }),
    groups: t.field({
      type: [
        builder.objectRef<JobStats['groups'][number]>('JobStatsGroup').implement({
          description: 'How many share one key.',
          fields: (g) => ({
            key: g.exposeString('key', {
              nullable: true,
              description:
                'A status in lower case, a service key or a day (YYYY-MM-DD); null for none.',
            }),
            count: g.exposeInt('count', { description: 'How many.' }),
          }),
        }),
      ],
      description: 'One for each key; largest first, days in order.',
      resolve: (stats) => stats.groups,
    }),
  }),
});

const AssignedJobRef = builder.objectRef<AssignedJob>('AssignedJob').implement({
  description: 'A job as it was handed to somebody, with the secret that lets them work.',
  fields: (t) => ({
    job: t.expose('job', { type: JobRef, description: 'The job.' }),
    taskToken: t.exposeString('taskToken', {
      description: 'Bearer secret of the assignee; answered here once.',
    }),
    captureUrl: t.exposeString('captureUrl', {
      description: 'Page for the assignee, the token in its fragment.',
    }),
    expiresAt: t.expose('expiresAt', time('When the token stops working.')),
  }),
});

export const RequesterFeedbackRef = builder
  .objectRef<StoredFeedback>('RequesterFeedback')
  .implement({
    extensions: { document: 'RequesterFeedbackOut' },
    description: 'Feedback as it was stored (RequesterFeedbackOut).',
    fields: (t) => ({
      feedbackId: t.field({
        type: 'UUID',
        description: 'Its id.',
        resolve: (s) => s.feedback.feedbackId,
      }),
      jobId: t.field({ type: 'UUID', description: 'The job.', resolve: (s) => s.job._id }),
      jobStatus: t.field({
        type: JobStatusRef,
        description: 'What the job is now.',
        resolve: (s) => s.job.status,
      }),
      accepted: t.boolean({ description: 'True: it is stored.', resolve: () => true }),
      rating: t.int({ nullable: true, description: '1 to 5.', resolve: (s) => s.feedback.rating }),
      verdict: t.field({
        type: FeedbackVerdictRef,
        nullable: true,
        description: 'The verdict.',
        resolve: (s) => s.feedback.verdict,
      }),
      comment: t.string({
        nullable: true,
        description: 'The comment.',
        resolve: (s) => s.feedback.comment,
      }),
      stepNames: t.stringList({
        description: 'Steps that it is about.',
        resolve: (s) => s.feedback.stepNames,
      }),
      reportVersion: t.int({
        nullable: true,
        description: 'Report version that it is about.',
        resolve: (s) => s.feedback.reportVersion,
      }),
      message: t.string({ description: 'What follows, in plain words.', resolve: feedbackMessage }),
      createdAt: t.field({
        type: 'DateTime',
        description: 'When it was stored.',
        resolve: (s) => s.feedback.createdAt,
      }),
    }),
  });

function feedbackMessage({ job, feedback }: StoredFeedback): string {
  if (!feedback.verdict) return 'Thank you, your feedback is stored.';
  return `Thank you, your feedback is stored. The job is ${job.status.replace('_', ' ')}.`;
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
