import { builder } from '../../graphql/builder.js';
import { enumType } from '../../graphql/enums.js';
import { mutation, projection, query } from '../../graphql/operations.js';
import { get } from '../../operation.js';
import { getJob } from '../job/get-job.js';
import { JobRef, JobStatusRef, StepRef } from '../job/job.graphql.js';
import { taskTokenKind } from '../job/job.js';
import { type CaptureTask, captureTask } from './capture-task.js';
import {
  type Check,
  checkName,
  checkResult,
  type EvidenceItem,
  evidenceSource,
} from './evidence.js';
import { mediaLink } from './media-link.js';
import type { SubmittedEvidence } from './store-evidence.js';
import { submitEvidence } from './submit-evidence.js';

const CheckNameRef = enumType('CheckName', checkName, 'What is checked of evidence.', {
  geofence: 'Distance to the position of the job.',
  capture_time: 'Captured while the job was open.',
  freshness: 'Received soon after it was captured.',
  hash: 'The declared SHA-256 is that of the file.',
  duplicate: 'The same file was not used before.',
  nonce: 'The nonce was not used before.',
  media: 'The first bytes agree with the declared type.',
  exif: 'Time and position in the file agree with what was declared.',
});

const CheckResultRef = enumType('CheckResult', checkResult, 'How a check went.', {
  pass: 'As it should be.',
  warn: 'Doubtful; somebody has to look at it before the job is completed.',
  fail: 'Wrong; the evidence does not count.',
  not_run: 'It does not apply; it counts neither way.',
});

const EvidenceSourceRef = enumType('EvidenceSource', evidenceSource, 'Who sent evidence.', {
  provider: 'The verifier that the job was assigned to.',
  self_service: 'Somebody whom the requester invited.',
  integrator: 'The integrator itself.',
});

const TaskTokenKindRef = enumType('TaskTokenKind', taskTokenKind, 'What a token is for.', {
  provider: 'Work on an assigned job.',
  capture: 'Capture by an invitee.',
});

export const CheckRef = builder.objectRef<Check>('Check').implement({
  description: 'One check of one piece of evidence.',
  fields: (t) => ({
    name: t.expose('name', { type: CheckNameRef, description: 'What was checked.' }),
    result: t.expose('result', { type: CheckResultRef, description: 'How it went.' }),
    measured: t.exposeString('measured', {
      nullable: true,
      description: 'What was measured, with its unit.',
    }),
    threshold: t.exposeString('threshold', {
      nullable: true,
      description: 'What it was held against, with its unit.',
    }),
    message: t.exposeString('message', { description: 'In plain words.' }),
  }),
});

/** An item with the job that it belongs to. */
export interface ShownEvidence {
  jobId: string;
  item: EvidenceItem;
}

export const EvidenceItemRef = builder.objectRef<ShownEvidence>('EvidenceItem').implement({
  extensions: { document: 'PublicReportEvidenceItemOut' },
  description: 'One stored piece of evidence (PublicReportEvidenceItemOut).',
  fields: (t) => ({
    evidenceId: t.field({
      type: 'UUID',
      description: 'Its id.',
      resolve: ({ item }) => item.evidenceId,
    }),
    stepName: t.string({
      description: 'Step that it shows.',
      resolve: ({ item }) => item.stepName,
    }),
    mediaUrl: t.string({
      description: 'Link to the file; works for one to two hours, without a key.',
      resolve: ({ jobId, item: { evidenceId } }, _args, { services }) =>
        mediaLink(
          services.baseUrl,
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
      description: 'What the file is by its first bytes; application/octet-stream when unknown.',
      resolve: ({ item }) => item.mediaType,
    }),
    sizeBytes: t.int({ description: 'Its length.', resolve: ({ item }) => item.sizeBytes }),
    latitude: t.float({
      description: 'Declared degrees north, WGS 84.',
      resolve: ({ item }) => item.latitude,
    }),
    longitude: t.float({
      description: 'Declared degrees east, WGS 84.',
      resolve: ({ item }) => item.longitude,
    }),
    distanceM: t.float({
      nullable: true,
      description: 'Metres to the job; null where the job has no possible position.',
      resolve: ({ item }) => item.distanceM,
    }),
    capturedAt: t.field({
      type: 'DateTime',
      description: 'Declared time of capture.',
      resolve: ({ item }) => item.capturedAt,
    }),
    receivedAt: t.field({
      type: 'DateTime',
      description: 'When its last byte came.',
      resolve: ({ item }) => item.receivedAt,
    }),
    notes: t.string({
      nullable: true,
      description: 'What the sender says of it.',
      resolve: ({ item }) => item.notes,
    }),
    validationPassed: t.boolean({
      description: 'Whether no check failed.',
      resolve: ({ item }) => item.validationPassed,
    }),
    validationErrors: t.stringList({
      description: 'Each failed check with what was measured.',
      resolve: ({ item }) => item.validationErrors,
    }),
    checks: t.field({
      type: [CheckRef],
      description: 'All checks, in a fixed order.',
      resolve: ({ item }) => item.checks,
    }),
    source: t.field({
      type: EvidenceSourceRef,
      description: 'Who sent it.',
      resolve: ({ item }) => item.source,
    }),
  }),
});

builder.objectField(JobRef, 'evidence', (t) =>
  t.field({
    type: [EvidenceItemRef],
    extensions: { rest: false },
    description: 'All stored evidence by time of receipt, failed pieces too.',
    resolve: (job) =>
      [...job.evidence]
        .sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime())
        .map((item) => ({ jobId: job._id, item })),
  }),
);

const SubmittedEvidenceRef = builder.objectRef<SubmittedEvidence>('EvidenceSubmission').implement({
  extensions: { document: 'EvidenceSubmitOut' },
  description: 'What became of evidence (EvidenceSubmitOut).',
  fields: (t) => ({
    jobId: t.expose('jobId', { type: 'UUID', description: 'The job.' }),
    stepName: t.exposeString('stepName', { description: 'Step that it was taken for.' }),
    validationPassed: t.exposeBoolean('validationPassed', {
      description: 'Whether no check failed.',
    }),
    validationErrors: t.exposeStringList('validationErrors', {
      description: 'Each failed check with what was measured.',
    }),
    jobStatus: t.expose('jobStatus', { type: JobStatusRef, description: 'What the job was then.' }),
  }),
});

const CaptureTaskRef = builder.objectRef<CaptureTask>('CaptureTask').implement({
  description: 'What the holder of a task or capture token has to do.',
  fields: (t) => ({
    jobId: t.field({ type: 'UUID', description: 'The job.', resolve: ({ job }) => job._id }),
    jobStatus: t.field({
      type: JobStatusRef,
      description: 'Where it stands.',
      resolve: ({ job }) => job.status,
    }),
    objective: t.string({
      description: 'What is to be verified.',
      resolve: ({ job }) => job.objective,
    }),
    address: t.string({ description: 'Where.', resolve: ({ job }) => job.address }),
    latitude: t.float({
      description: 'Degrees north, WGS 84.',
      resolve: ({ job }) => job.latitude,
    }),
    longitude: t.float({
      description: 'Degrees east, WGS 84.',
      resolve: ({ job }) => job.longitude,
    }),
    notes: t.string({ description: 'What to know on site.', resolve: ({ job }) => job.notes }),
    referencePhotos: t.stringList({
      description: 'Photos that show what is meant.',
      resolve: ({ job }) => job.referencePhotos,
    }),
    steps: t.field({
      type: [StepRef],
      description: 'What has to be shown, and where each step stands.',
      resolve: ({ job }) => job.steps,
    }),
    kind: t.field({
      type: TaskTokenKindRef,
      description: 'What the token is for.',
      resolve: ({ token }) => token.kind,
    }),
    assigneeName: t.string({
      description: 'Whom the token was made for.',
      resolve: ({ token }) => token.assigneeName,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'When the token stops working.',
      resolve: ({ token }) => token.expiresAt,
    }),
  }),
});

query(captureTask, CaptureTaskRef);
mutation(submitEvidence, SubmittedEvidenceRef);
projection({
  of: getJob,
  description: 'Lists the evidence of a job by time of receipt, failed items included.',
  rest: {
    ...get('/v1/jobs/{job_id}/evidence', {
      operationId: 'list_evidence',
      tag: 'Evidence',
      summary: 'List the evidence of a job',
    }),
    pick: 'evidence',
  },
});
