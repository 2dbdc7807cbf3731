import { builder } from '../../graphql/builder.js';
import { enumType } from '../../graphql/enums.js';
import { mutation, projection, query } from '../../graphql/operations.js';
import { hour, minute } from '../../lib/units.js';
import { get } from '../../operation.js';
import { labelsFor } from '../catalogue/labels-for.js';
import { questionIn, stepIn } from '../catalogue/service-texts.js';
import { AnswerRef } from '../job/answer.graphql.js';
import { getJob } from '../job/get-job.js';
import { JobRef, StepRef } from '../job/job.graphql.js';
import { type Job, taskTokenKind } from '../job/job.js';
import { answersOf, missingAnswers, questionsOf } from '../job/job-answers.js';
import { jobErased } from '../job/job-change.js';
import { JobStatusRef } from '../job/job-enums.graphql.js';
import { moreComment } from '../job/objection.js';
import { QuestionRef } from '../question/question.graphql.js';
import { type CaptureTask, captureTask } from './capture-task.js';
import {
  captureToleranceMilliseconds,
  freshMilliseconds,
  geofencePassMetres,
  geofenceWarnMetres,
} from './checks.js';
import {
  type Check,
  checkName,
  checkResult,
  type EvidenceItem,
  evidenceSource,
} from './evidence.js';
import { linkHours, mediaLink } from './media-link.js';
import { releaseTask } from './release-task.js';
import type { SubmittedEvidence } from './store-evidence.js';
import { submitEvidence } from './submit-evidence.js';

const CheckNameRef = enumType('CheckName', checkName, 'Name of a check of evidence.', {
  geofence: `The evidence was captured at the job: within ${geofencePassMetres} m it passes, above ${geofenceWarnMetres} m it fails.`,
  capture_time: `The evidence was captured between the opening of the job and receipt, with a tolerance of ${captureToleranceMilliseconds / minute} minutes.`,
  freshness: `The evidence was received within ${freshMilliseconds / hour} hours of its capture.`,
  hash: 'The file has the declared SHA-256.',
  duplicate: 'The same file was not accepted before, and was not tried on another job.',
  similar: 'No picture like it was submitted for another job.',
  nonce: 'The nonce was not used before.',
  media: 'The file is of the declared kind and can be decoded.',
  exif: 'The time and position that a picture or video states match the declared ones.',
  provenance:
    'The content credentials (C2PA) of the file say that a camera captured it and that it has not been changed since.',
});

const CheckResultRef = enumType('CheckResult', checkResult, 'Result of a check.', {
  pass: 'The check passed.',
  warn: 'The check is inconclusive; an operator reviews the item before the job is completed.',
  fail: 'The check failed; the item does not count as evidence.',
  not_run: 'The check does not apply and has no effect.',
});

const EvidenceSourceRef = enumType(
  'EvidenceSource',
  evidenceSource,
  'Sender of an evidence item.',
  {
    provider: 'The verifier to whom the job was assigned sent it.',
    self_service: 'The requester, or a person invited by the requester, sent it.',
    simulated: 'The simulated verifier of the sandbox generated it.',
    integrator: 'The integrator that owns the job sent it.',
  },
);

const TaskTokenKindRef = enumType(
  'TaskTokenKind',
  taskTokenKind,
  'Kind of a token for work on a job.',
  {
    provider: 'A task token: the assignee of the job holds it.',
    capture:
      'A capture token: the requester of a self-service site check, or an invitee, holds it.',
  },
);

const CheckRef = builder.objectRef<Check>('Check').implement({
  description: 'Result of one check of an evidence item.',
  fields: (t) => ({
    name: t.expose('name', { type: CheckNameRef, description: 'Name of the check.' }),
    result: t.expose('result', { type: CheckResultRef, description: 'Result of the check.' }),
    measured: t.exposeString('measured', {
      nullable: true,
      description: 'Measured value, with its unit; null when nothing was measured.',
    }),
    threshold: t.exposeString('threshold', {
      nullable: true,
      description: 'Threshold applied, with its unit; null when none applies.',
    }),
    message: t.exposeString('message', { description: 'Explanation for display.' }),
  }),
});

/** An item with its job. */
export interface ShownEvidence {
  jobId: string;
  item: EvidenceItem;
}

export const EvidenceItemRef = builder.objectRef<ShownEvidence>('EvidenceItem').implement({
  extensions: { document: 'PublicReportEvidenceItemOut' },
  description: 'A stored evidence item (PublicReportEvidenceItemOut).',
  fields: (t) => ({
    evidenceId: t.field({
      type: 'UUID',
      description: 'Id of the evidence item, a UUIDv7.',
      resolve: ({ item }) => item.evidenceId,
    }),
    stepName: t.string({
      description: 'Key of the step shown by the item.',
      resolve: ({ item }) => item.stepName,
    }),
    mediaUrl: t.string({
      description: `Temporary URL of the file; works without a key and expires after ${linkHours.min} to ${linkHours.max} hours. Not signed in a report.`,
      resolve: ({ jobId, item: { evidenceId } }, _args, { services }) =>
        mediaLink(
          services.addresses.media,
          services.serverKeys.links,
          { jobId, evidenceId },
          services.clock.now(),
        ),
    }),
    mediaSha256: t.string({
      description: 'SHA-256 of the file as received, in lower-case hex.',
      resolve: ({ item }) => item.mediaSha256,
    }),
    mediaType: t.string({
      description:
        'Media type detected from the first bytes; application/octet-stream when unknown.',
      resolve: ({ item }) => item.mediaType,
    }),
    sizeBytes: t.int({
      description: 'Size of the file in bytes.',
      resolve: ({ item }) => item.sizeBytes,
    }),
    latitude: t.float({
      nullable: true,
      description: 'Declared latitude in degrees, WGS 84; null where it was erased.',
      resolve: ({ item }) => item.latitude,
    }),
    longitude: t.float({
      nullable: true,
      description: 'Declared longitude in degrees, WGS 84; null where it was erased.',
      resolve: ({ item }) => item.longitude,
    }),
    distanceM: t.float({
      nullable: true,
      description:
        'Distance to the position of the job in metres; null when the job has no valid position.',
      resolve: ({ item }) => item.distanceM,
    }),
    capturedAt: t.field({
      type: 'DateTime',
      description: 'Declared capture time.',
      resolve: ({ item }) => item.capturedAt,
    }),
    receivedAt: t.field({
      type: 'DateTime',
      description: 'Time when the file was completely received.',
      resolve: ({ item }) => item.receivedAt,
    }),
    notes: t.string({
      nullable: true,
      description: 'Notes of the sender; null without any.',
      resolve: ({ item }) => item.notes,
    }),
    validationPassed: t.boolean({
      description: 'Whether the item passed: no check failed.',
      resolve: ({ item }) => item.validationPassed,
    }),
    validationErrors: t.stringList({
      description: 'Failed checks, each with its measured value; empty when the item passed.',
      resolve: ({ item }) => item.validationErrors,
    }),
    checks: t.field({
      type: [CheckRef],
      description: 'Results of all checks, in a fixed order.',
      resolve: ({ item }) => item.checks,
    }),
    source: t.field({
      type: EvidenceSourceRef,
      description: 'Sender of the item.',
      resolve: ({ item }) => item.source,
    }),
  }),
});

builder.objectField(JobRef, 'evidence', (t) =>
  t.field({
    type: [EvidenceItemRef],
    extensions: { rest: false },
    description: 'All stored evidence items by time of receipt, failed ones included.',
    resolve: (job) =>
      [...job.evidence]
        .sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime())
        .map((item) => ({ jobId: job._id, item })),
  }),
);

const SubmittedEvidenceRef = builder.objectRef<SubmittedEvidence>('EvidenceSubmission').implement({
  extensions: { document: 'EvidenceSubmitOut' },
  description: 'Result of an evidence submission (EvidenceSubmitOut).',
  fields: (t) => ({
    jobId: t.expose('jobId', { type: 'UUID', description: 'Id of the job.' }),
    stepName: t.exposeString('stepName', {
      description: 'Key of the step to which the item was assigned.',
    }),
    validationPassed: t.exposeBoolean('validationPassed', {
      description: 'Whether the item passed: no check failed.',
    }),
    validationErrors: t.exposeStringList('validationErrors', {
      description: 'Failed checks, each with its measured value; empty when the item passed.',
    }),
    jobStatus: t.expose('jobStatus', {
      type: JobStatusRef,
      description: 'Status of the job after the submission.',
    }),
  }),
});

const GeofenceRef = builder.objectRef<{ pass: number; warn: number }>('Geofence').implement({
  description: 'Distances from the job by which the position of evidence is judged.',
  fields: (t) => ({
    passM: t.exposeInt('pass', { description: 'Greatest distance that passes, in metres.' }),
    warnM: t.exposeInt('warn', {
      description: 'Greatest distance that still counts, with a warning, in metres.',
    }),
  }),
});

const CaptureTaskEvidenceRef = builder.objectRef<EvidenceItem>('CaptureTaskEvidence').implement({
  description: 'Evidence of the job, for answers that name it.',
  fields: (t) => ({
    evidenceId: t.expose('evidenceId', {
      type: 'UUID',
      description: 'Id of the evidence item, a UUIDv7.',
    }),
    stepName: t.exposeString('stepName', { description: 'Key of the step shown by the item.' }),
    validationPassed: t.exposeBoolean('validationPassed', {
      description: 'Whether the item passed: no check failed.',
    }),
  }),
});

const CaptureTaskRef = builder.objectRef<CaptureTask>('CaptureTask').implement({
  description: 'Task of the holder of a task or capture token.',
  fields: (t) => ({
    jobId: t.field({ type: 'UUID', description: 'Id of the job.', resolve: ({ job }) => job._id }),
    jobStatus: t.field({
      type: JobStatusRef,
      description: 'Current status of the job.',
      resolve: ({ job }) => job.status,
    }),
    objective: t.string({
      description: 'What to verify.',
      resolve: ({ job }) => job.objective,
    }),
    address: t.string({ description: 'Address to visit.', resolve: ({ job }) => job.address }),
    latitude: t.float({
      description: 'Latitude in degrees, WGS 84.',
      resolve: ({ job }) => job.latitude,
    }),
    longitude: t.float({
      description: 'Longitude in degrees, WGS 84.',
      resolve: ({ job }) => job.longitude,
    }),
    notes: t.string({
      description: 'Notes for the person on site.',
      resolve: ({ job }) => job.notes,
    }),
    referencePhotos: t.stringList({
      description: 'URLs of photos that show the subject.',
      resolve: ({ job }) => job.referencePhotos,
    }),
    moreComment: t.string({
      nullable: true,
      description:
        'Comment of the review or of the requester that asked for more photos; null without an open request or a comment.',
      resolve: ({ job }) => moreComment(job),
    }),
    geofence: t.field({
      type: GeofenceRef,
      description: 'Distances from the job by which evidence passes or fails.',
      resolve: () => ({ pass: geofencePassMetres, warn: geofenceWarnMetres }),
    }),
    steps: t.field({
      type: [StepRef],
      description: 'Steps to be shown on site, each with its current status.',
      resolve({ job }, _args, ctx) {
        const labels = labelsFor(ctx, job);
        return job.steps.map((step) => stepIn(labels, step));
      },
    }),
    questions: t.field({
      type: [QuestionRef],
      description: 'Questions for the person on site, the objective first.',
      resolve({ job }, _args, ctx) {
        const labels = labelsFor(ctx, job);
        return questionsOf(job).map((question) => questionIn(labels, question));
      },
    }),
    answers: t.field({
      type: [AnswerRef],
      description: 'Current answers, in the order of the questions.',
      resolve: ({ job }) => answersOf(job),
    }),
    missingKeys: t.stringList({
      description: 'Keys of the questions that are asked, required and not answered.',
      resolve: ({ job }) => missingAnswers(job),
    }),
    evidence: t.field({
      type: [CaptureTaskEvidenceRef],
      description: 'Evidence of the job by time of receipt, for the evidence_ids of answers.',
      resolve: ({ job }) =>
        [...job.evidence].sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime()),
    }),
    kind: t.field({
      type: TaskTokenKindRef,
      description: 'Kind of the token.',
      resolve: ({ token }) => token.kind,
    }),
    assigneeName: t.string({
      description: 'Name of the person to whom the token was issued.',
      resolve: ({ token }) => token.assigneeName,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Time when the token expires.',
      resolve: ({ token }) => token.expiresAt,
    }),
  }),
});

query(captureTask, CaptureTaskRef);
mutation(submitEvidence, SubmittedEvidenceRef);
mutation(
  releaseTask,
  builder.objectRef<Job>('ReleasedTask').implement({
    description: 'A job that its assignee released.',
    fields: (t) => ({
      jobId: t.expose('_id', { type: 'UUID', description: 'Id of the job.' }),
      jobStatus: t.field({
        type: JobStatusRef,
        description: 'Status of the job.',
        resolve: (job) => job.status,
      }),
    }),
  }),
);
projection({
  of: getJob,
  description: 'List the evidence of a job by time of receipt, failed items included.',
  errors: ['erased'],
  check(job: Job | null) {
    if (job?.erasedAt) throw jobErased(job);
  },
  rest: {
    ...get('/v1/jobs/{job_id}/evidence', {
      tool: { name: 'list_evidence' },
      operationId: 'list_evidence',
      tag: 'Evidence',
      summary: 'List the evidence of a job',
    }),
    pick: 'evidence',
  },
});
