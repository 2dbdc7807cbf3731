import { builder } from '../../graphql/builder.js';
import { nodeType } from '../../graphql/node.js';
import { mutation, query } from '../../graphql/operations.js';
import { EvidenceItemRef, type ShownEvidence } from '../evidence/evidence.graphql.js';
import { mediaLink } from '../evidence/media-link.js';
import { StepRef } from '../job/job.graphql.js';
import type { Step } from '../job/job.js';
import { FeedbackVerdictRef, JobStatusRef } from '../job/job-enums.graphql.js';
import { ReportStatusRef } from '../job/report-state.graphql.js';
import { reportState } from '../job/report-state.js';
import { createRealityReport } from './create-report.js';
import { getReport, type ReadReport } from './get-report.js';
import { ReportAnswerRef, ReportHeadlineRef } from './report-answers.graphql.js';
import { IntegrityRef } from './report-integrity.graphql.js';
import type { ContentEvidenceItem, ContentStep } from './report-schema.js';
import { ChangeSummaryRef, isCurrent, ReportVersionRef, urlsOf } from './report-version.graphql.js';

const VerdictRef = builder
  .objectRef<NonNullable<ReadReport['content']['requester_verdict']>>('ReportRequesterVerdict')
  .implement({
    description: 'Latest verdict of the requester when the version was created.',
    fields: (t) => ({
      verdict: t.expose('verdict', {
        type: FeedbackVerdictRef,
        description: 'Verdict of the requester.',
      }),
      at: t.expose('at', { type: 'DateTime', description: 'Time of the verdict.' }),
    }),
  });

const maybeDate = (text: string | null) => (text === null ? null : new Date(text));

const stepOf = (step: ContentStep): Step => ({
  stepName: step.step_name,
  label: step.label,
  instructions: step.instructions,
  required: step.required,
  status: step.status,
  evidenceIds: step.evidence_ids,
  validationErrors: step.validation_errors,
  completedAt: maybeDate(step.completed_at),
});

/** Returns evidence as it was signed, in the form that its type requires. */
function evidenceOf(jobId: string, item: ContentEvidenceItem): ShownEvidence {
  const shown: Partial<ShownEvidence['item']> = {
    evidenceId: item.evidence_id,
    stepName: item.step_name,
    mediaSha256: item.media_sha256,
    mediaType: item.media_type,
    sizeBytes: item.size_bytes,
    latitude: item.latitude,
    longitude: item.longitude,
    distanceM: item.distance_m,
    capturedAt: new Date(item.captured_at),
    receivedAt: new Date(item.received_at),
    notes: item.notes,
    validationPassed: item.validation_passed,
    validationErrors: item.validation_errors,
    checks: item.checks,
    source: item.source,
  };
  // Fields that the type does not show are not part of the report.
  return { jobId, item: shown as ShownEvidence['item'] };
}

const text = (description: string, of: (report: ReadReport) => string) => ({
  description,
  resolve: of,
});
const maybeText = (description: string, of: (report: ReadReport) => string | null) => ({
  ...text(description, of as never),
  nullable: true as const,
  resolve: of,
});
const time = (description: string, of: (report: ReadReport) => Date | string) => ({
  type: 'DateTime' as const,
  description,
  resolve: of,
});
const maybeTime = (description: string, of: (report: ReadReport) => Date | null) => ({
  type: 'DateTime' as const,
  nullable: true as const,
  description,
  resolve: of,
});

const ReadRef = builder.objectRef<ReadReport>('Report');

/** The field builder of report types. */
export type ReportFields = Parameters<
  Parameters<typeof builder.objectFields<typeof ReadRef>>[1]
>[0];

/** Explains how to get the signed content, for the descriptions of the types that contain it. */
export const signedContentNote =
  'The signed content is the object without the properties marked "Not signed", here and in the evidence items; it never changes, and the hash in the integrity block is over its canonical JSON (RFC 8785).';

/** The fields of a report, for all readers. */
export const reportFieldsOf = (t: ReportFields) => ({
  schemaVersion: t.string(
    text('Version of the report schema; always RealityReportV0.', (r) => r.content.schema_version),
  ),
  reportId: t.field({
    type: 'UUID',
    description: 'Id of the report, shared by all its versions.',
    resolve: (r) => r.content.report_id,
  }),
  versionNumber: t.int({
    description: 'Number of the version, from 1.',
    resolve: (r) => r.content.version_number,
  }),
  isCurrent: t.boolean({
    description:
      'Whether it is the current version, returned when no version is requested. Not signed.',
    resolve: (report) => isCurrent({ report, version: report.header }),
  }),
  requestId: t.field({
    type: 'UUID',
    nullable: true,
    description: 'Id of the site check; null for a job created with an API key.',
    resolve: (r) => r.content.request_id,
  }),
  jobId: t.field({
    type: 'UUID',
    description: 'Id of the job.',
    resolve: (r) => r.content.job_id,
  }),
  serviceKey: t.string(
    maybeText(
      'Key of the requested service; null when none was given.',
      (r) => r.content.service_key,
    ),
  ),
  serviceLabel: t.string(
    maybeText(
      'Name of the requested service for display; null when the service is unknown.',
      (r) => r.content.service_label,
    ),
  ),
  reportTitle: t.string(maybeText('Title of the report.', (r) => r.content.report_title)),
  templateName: t.string(
    maybeText('Name of the template of the report.', (r) => r.content.template_name),
  ),
  templateVersion: t.string(
    maybeText('Version of the template.', (r) => r.content.template_version),
  ),
  objective: t.string(text('What was to be verified.', (r) => r.content.objective)),
  address: t.string(text('Address of the target.', (r) => r.content.address)),
  latitude: t.float({
    description: 'Latitude of the target in degrees, WGS 84.',
    resolve: (r) => r.content.latitude,
  }),
  longitude: t.float({
    description: 'Longitude of the target in degrees, WGS 84.',
    resolve: (r) => r.content.longitude,
  }),
  status: t.field({
    type: JobStatusRef,
    description: 'Status of the job when the version was created.',
    resolve: (r) => r.content.status,
  }),
  completedAt: t.field(
    time('Time when the last required step passed.', (r) => r.content.completed_at),
  ),
  generatedAt: t.field(time('Time when the version was created.', (r) => r.content.generated_at)),
  summary: t.string(text('Summary of the result in a few sentences.', (r) => r.content.summary)),
  requesterVerdict: t.field({
    type: VerdictRef,
    nullable: true,
    description: 'Latest verdict of the requester; null without one.',
    resolve: (r) => r.content.requester_verdict,
  }),
  headline: t.field({
    type: ReportHeadlineRef,
    nullable: true,
    description:
      'The objective with its answer; null, and then no part of the signed content, in versions of earlier releases.',
    resolve: (r) => r.content.headline ?? null,
  }),
  answers: t.field({
    type: [ReportAnswerRef],
    nullable: true,
    description:
      'Answers to the questions that were asked, in their order; null, and then no part of the signed content, in versions of earlier releases.',
    resolve: (r) => r.content.answers ?? null,
  }),
  limitations: t.stringList({
    description: 'Statements of what the evidence does not prove.',
    resolve: (r) => r.content.limitations,
  }),
  evidenceLinks: t.stringList({
    description: 'Media URL of every evidence item, in the same order. Not signed.',
    resolve: ({ content, job }, _args, { services }) =>
      content.evidence_items.map(({ evidence_id: evidenceId }) =>
        mediaLink(
          services.addresses.media,
          services.serverKeys.links,
          { jobId: job._id, evidenceId },
          services.clock.now(),
        ),
      ),
  }),
  evidenceItems: t.field({
    type: [EvidenceItemRef],
    description:
      'All evidence items stored at that time, failed ones included, by time of receipt.',
    resolve: ({ content, job }) => content.evidence_items.map((item) => evidenceOf(job._id, item)),
  }),
  steps: t.field({
    type: [StepRef],
    description: 'Steps at the time of the version.',
    resolve: (r) => r.content.steps.map(stepOf),
  }),
  reportUrl: t.string({
    description: 'URL of this version as JSON. Not signed.',
    resolve: (report, _args, ctx) =>
      urlsOf({ report, version: report.header }, ctx.services.baseUrl).reportUrl,
  }),
  pdfExportUrl: t.string({
    description: 'URL of this version as PDF. Not signed.',
    resolve: (report, _args, ctx) =>
      urlsOf({ report, version: report.header }, ctx.services.baseUrl).pdfExportUrl,
  }),
  changeSummary: t.field({
    type: ChangeSummaryRef,
    nullable: true,
    description: 'Differences from the previous version; null on version 1.',
    resolve: (r) => r.content.change_summary,
  }),
  firstViewedAt: t.field(
    maybeTime(
      'Time of the first view of this version; null before. Not signed.',
      (r) => r.counters.firstViewedAt,
    ),
  ),
  lastViewedAt: t.field(
    maybeTime(
      'Time of the latest view of this version; null before. Not signed.',
      (r) => r.counters.lastViewedAt,
    ),
  ),
  firstPdfExportedAt: t.field(
    maybeTime(
      'Time of the first download of the PDF; null before. Not signed.',
      (r) => r.counters.firstPdfExportedAt,
    ),
  ),
  lastPdfExportedAt: t.field(
    maybeTime(
      'Time of the latest download of the PDF; null before. Not signed.',
      (r) => r.counters.lastPdfExportedAt,
    ),
  ),
  viewCount: t.int({
    description: 'Number of views of this version, this one included. Not signed.',
    resolve: (r) => r.counters.viewCount,
  }),
  pdfExportCount: t.int({
    description: 'Number of downloads of the PDF. Not signed.',
    resolve: (r) => r.counters.pdfExportCount,
  }),
  versions: t.field({
    type: [ReportVersionRef],
    description: 'All versions, oldest first. Not signed.',
    resolve: (report) => report.job.reports.map((version) => ({ report, version })),
  }),
  integrity: t.field({
    type: IntegrityRef,
    description: 'Hash and signature of the signed content. Not signed.',
    resolve: (report) => report,
  }),
  reportStatus: t.field({
    type: ReportStatusRef,
    description: 'Current status of the report. Not signed.',
    resolve: (r, _args, ctx) => reportState(r.job, ctx.services.baseUrl).status,
  }),
  created: t.boolean({
    description: 'Whether this call created the version. Not signed.',
    resolve: (r) => r.created,
  }),
  signedContent: t.string({
    extensions: { rest: false },
    description: 'Canonical JSON that was signed; verify it byte by byte.',
    resolve: (r) => r.contentJson,
  }),
});

export const ReportRef = ReadRef.implement({
  extensions: { document: 'RealityReportOut' },
  description: `A version of a reality report (RealityReportOut). ${signedContentNote}`,
  fields: (t) => ({
    ...reportFieldsOf(t),
    metadata: t.field({
      type: 'JSONObject',
      nullable: true,
      description:
        'Metadata of the job when the version was created; null for the requester of a site check. Not signed.',
      resolve: (r) => r.metadata ?? null,
    }),
    previousReportId: t.field({
      type: 'UUID',
      nullable: true,
      description:
        'Id of the report of the previous visit: that of the latest earlier job of the same schedule with a verified result. Null without one, and for the requester of a site check. Not signed.',
      resolve: (r) => r.previous?.reportId ?? null,
    }),
    previousJobId: t.field({
      type: 'UUID',
      nullable: true,
      description:
        'Id of the job of that report, by which it is read; null without one. Not signed.',
      resolve: (r) => r.previous?.jobId ?? null,
    }),
  }),
});

nodeType(ReportRef, {
  op: getReport,
  keyOf: ({ content }) => `${content.job_id}:${content.version_number}`,
  argsOf(key) {
    const [, jobId, version] = /^([^:]+):([1-9]\d{0,8})$/.exec(key) ?? [];
    return jobId === undefined ? null : { jobId, version: Number(version) };
  },
});

query(getReport, ReportRef);
mutation(createRealityReport, ReportRef);
