import { builder } from '../../graphql/builder.js';
import { enumType } from '../../graphql/enums.js';
import { nodeType } from '../../graphql/node.js';
import { mutation, query } from '../../graphql/operations.js';
import { EvidenceItemRef, type ShownEvidence } from '../evidence/evidence.graphql.js';
import { mediaLink } from '../evidence/media-link.js';
import { FeedbackVerdictRef, JobStatusRef, StepRef } from '../job/job.graphql.js';
import type { Step } from '../job/job.js';
import { ReportStatusRef } from '../job/report-state.graphql.js';
import { reportState } from '../job/report-state.js';
import { currentVersion, type ReportVersionHeader, reportUrls } from '../job/report-version.js';
import { createRealityReport } from './create-report.js';
import { getReport, type ReadReport } from './get-report.js';
import { reportVersionStatus } from './report-answer.js';
import {
  type ChangeSummary,
  type ContentEvidenceItem,
  type ContentStep,
  changeReason,
} from './report-schema.js';

const ChangeReasonRef = enumType('ReportChangeReason', changeReason, 'Why a version was made.', {
  withdrawal: 'The version before was withdrawn.',
  correction: 'Something that does not change by itself was wrong.',
  feedback: 'The requester gave a verdict.',
  evidence_replaced: 'Evidence took the place of other evidence.',
  evidence_added: 'Evidence was added.',
  status_changed: 'The job reached another state.',
});

const ReportVersionStatusRef = enumType(
  'ReportVersionStatus',
  reportVersionStatus,
  'Where one version stands.',
  {
    current: 'The one that is answered when none is named.',
    superseded: 'A later one took its place.',
    withdrawn: 'It was taken back.',
  },
);

type Change = ChangeSummary['changes'][number];

const ChangeRef = builder.objectRef<Change>('ReportChange').implement({
  description: 'One difference between two versions.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'JSON pointer into the signed content.' }),
    kind: t.exposeString('kind', { description: 'added, removed or changed.' }),
    before: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The value before; null for what was added.',
      resolve: (change) => change.before,
    }),
    after: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The value after; null for what was removed.',
      resolve: (change) => change.after,
    }),
  }),
});

const ChangeSummaryRef = builder.objectRef<ChangeSummary>('ReportChangeSummary').implement({
  extensions: { document: 'PublicReportChangeSummaryOut' },
  description: 'What a version says otherwise than the one before (PublicReportChangeSummaryOut).',
  fields: (t) => ({
    fromVersion: t.int({ description: 'The version before.', resolve: (s) => s.from_version }),
    toVersion: t.int({ description: 'This version.', resolve: (s) => s.to_version }),
    reason: t.field({
      type: ChangeReasonRef,
      description: 'Why it was made.',
      resolve: (s) => s.reason,
    }),
    summary: t.exposeString('summary', { description: 'In plain words.' }),
    evidenceAdded: t.stringList({
      description: 'Ids of evidence that is new.',
      resolve: (s) => s.evidence_added,
    }),
    evidenceRemoved: t.stringList({
      description: 'Ids of evidence that is gone.',
      resolve: (s) => s.evidence_removed,
    }),
    stepsChanged: t.stringList({
      description: 'Names of the steps that changed.',
      resolve: (s) => s.steps_changed,
    }),
    changes: t.expose('changes', { type: [ChangeRef], description: 'Every difference.' }),
  }),
});

interface ListedVersion {
  report: ReadReport;
  version: ReportVersionHeader;
}

const isCurrent = ({ report, version }: ListedVersion) =>
  currentVersion(report.job.reports)?.versionNumber === version.versionNumber;

const urlsOf = ({ report, version }: ListedVersion, baseUrl: string) =>
  reportUrls(baseUrl, report.job, version.versionNumber);

const ReportVersionRef = builder.objectRef<ListedVersion>('ReportVersion').implement({
  extensions: { document: 'PublicReportVersionOut' },
  description: 'One version in the list of versions (PublicReportVersionOut).',
  fields: (t) => ({
    reportId: t.field({
      type: 'UUID',
      description: 'The report, one id for all versions.',
      resolve: ({ report }) => report.content.report_id,
    }),
    versionNumber: t.int({
      description: 'Counted from 1.',
      resolve: ({ version }) => version.versionNumber,
    }),
    isCurrent: t.boolean({
      description: 'Whether it is the one that is answered when none is named.',
      resolve: isCurrent,
    }),
    status: t.field({
      type: ReportVersionStatusRef,
      description: 'Where it stands.',
      resolve: (listed) =>
        listed.version.withdrawnAt ? 'withdrawn' : isCurrent(listed) ? 'current' : 'superseded',
    }),
    generatedAt: t.field({
      type: 'DateTime',
      description: 'When it was made.',
      resolve: ({ version }) => version.generatedAt,
    }),
    contentSha256: t.string({
      description: 'SHA-256 of its signed content, lower-case hex.',
      resolve: ({ version }) => version.contentSha256,
    }),
    reportUrl: t.string({
      description: 'Its address as JSON.',
      resolve: (listed, _args, ctx) => urlsOf(listed, ctx.services.baseUrl).reportUrl,
    }),
    pdfExportUrl: t.string({
      description: 'Its address as PDF.',
      resolve: (listed, _args, ctx) => urlsOf(listed, ctx.services.baseUrl).pdfExportUrl,
    }),
    changeSummaryText: t.string({
      nullable: true,
      description: 'What changed, in plain words; null on version 1.',
      resolve: ({ version }) => version.changeSummaryText,
    }),
  }),
});

const VerdictRef = builder
  .objectRef<NonNullable<ReadReport['content']['requester_verdict']>>('ReportRequesterVerdict')
  .implement({
    description: 'The newest verdict of the requester when the version was made.',
    fields: (t) => ({
      verdict: t.expose('verdict', { type: FeedbackVerdictRef, description: 'The verdict.' }),
      at: t.expose('at', { type: 'DateTime', description: 'When it was given.' }),
    }),
  });

const PdfIntegrityRef = builder
  .objectRef<NonNullable<ReportVersionHeader['pdf']>>('ReportPdfIntegrity')
  .implement({
    description: 'What proves that a PDF is the one that was made of this version.',
    fields: (t) => ({
      sha256: t.exposeString('sha256', { description: 'SHA-256 of its bytes, lower-case hex.' }),
      signature: t.exposeString('signature', {
        description:
          'Compact JWS (EdDSA) over the canonical JSON of report_id, version_number, content_sha256 and pdf_sha256.',
      }),
    }),
  });

/** The version as its job has it now; its PDF may have been stored meanwhile. */
const headerOf = ({ job, header }: ReadReport) =>
  job.reports.find((version) => version.bodyId === header.bodyId) ?? header;

const IntegrityRef = builder.objectRef<ReadReport>('ReportIntegrity').implement({
  description: 'What proves that the signed content is as it was made.',
  fields: (t) => ({
    algorithm: t.string({
      description: 'sha256+ed25519.',
      resolve: ({ integrity }) => integrity.algorithm,
    }),
    contentSha256: t.string({
      description: 'SHA-256 of the canonical JSON (RFC 8785) of the signed content.',
      resolve: ({ integrity }) => integrity.content_sha256,
    }),
    previousSha256: t.string({
      nullable: true,
      description: 'contentSha256 of the version before; null on version 1.',
      resolve: ({ integrity }) => integrity.previous_sha256,
    }),
    signature: t.string({
      description:
        'Compact JWS (EdDSA) over the canonical JSON of report_id, version_number, content_sha256, previous_sha256 and signed_at.',
      resolve: ({ integrity }) => integrity.signature,
    }),
    keyId: t.string({
      description: 'kid of the key in /.well-known/jwks.json.',
      resolve: ({ integrity }) => integrity.key_id,
    }),
    signedAt: t.field({
      type: 'DateTime',
      description: 'When it was signed.',
      resolve: ({ integrity }) => integrity.signed_at,
    }),
    pdf: t.field({
      type: PdfIntegrityRef,
      nullable: true,
      description: 'The same for the bytes of the PDF; null until it is rendered.',
      resolve: (report) => headerOf(report).pdf,
    }),
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

/** Evidence as it was signed, in the form in which its type shows it. */
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
  // What the type does not show is no part of the report.
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

export const ReportRef = builder.objectRef<ReadReport>('Report').implement({
  extensions: { document: 'RealityReportOut' },
  description:
    'One version of a reality report (RealityReportOut). What is signed never changes; addresses, counters and the list of versions do.',
  fields: (t) => ({
    schemaVersion: t.string(text('RealityReportV0.', (r) => r.content.schema_version)),
    reportId: t.field({
      type: 'UUID',
      description: 'Id of the report, one for all its versions.',
      resolve: (r) => r.content.report_id,
    }),
    versionNumber: t.int({
      description: 'Counted from 1.',
      resolve: (r) => r.content.version_number,
    }),
    isCurrent: t.boolean({
      description: 'Whether it is the version that is answered when none is named. Not signed.',
      resolve: (report) => isCurrent({ report, version: report.header }),
    }),
    requestId: t.field({
      type: 'UUID',
      nullable: true,
      description: 'The site-check request; null for a job made with an API key.',
      resolve: (r) => r.content.request_id,
    }),
    jobId: t.field({ type: 'UUID', description: 'The job.', resolve: (r) => r.content.job_id }),
    serviceKey: t.string(maybeText('Service asked for.', (r) => r.content.service_key)),
    serviceLabel: t.string(maybeText('Its name for people.', (r) => r.content.service_label)),
    reportTitle: t.string(maybeText('Title.', (r) => r.content.report_title)),
    templateName: t.string(maybeText('Template it was made by.', (r) => r.content.template_name)),
    templateVersion: t.string(
      maybeText('Version of the template.', (r) => r.content.template_version),
    ),
    objective: t.string(text('What was to be verified.', (r) => r.content.objective)),
    address: t.string(text('Where.', (r) => r.content.address)),
    latitude: t.float({
      description: 'Degrees north of the target, WGS 84.',
      resolve: (r) => r.content.latitude,
    }),
    longitude: t.float({
      description: 'Degrees east of the target, WGS 84.',
      resolve: (r) => r.content.longitude,
    }),
    status: t.field({
      type: JobStatusRef,
      description: 'What the job was when the version was made.',
      resolve: (r) => r.content.status,
    }),
    completedAt: t.field(
      time('When the last required step passed.', (r) => r.content.completed_at),
    ),
    generatedAt: t.field(time('When the version was made.', (r) => r.content.generated_at)),
    summary: t.string(text('The result in a few sentences.', (r) => r.content.summary)),
    requesterVerdict: t.field({
      type: VerdictRef,
      nullable: true,
      description: 'What the requester made of it; null while there is no verdict.',
      resolve: (r) => r.content.requester_verdict,
    }),
    limitations: t.stringList({
      description: 'What this evidence does not prove, in plain words.',
      resolve: (r) => r.content.limitations,
    }),
    evidenceLinks: t.stringList({
      description: 'The media_url of every evidence item, in the same order. Not signed.',
      resolve: ({ content, job }, _args, { services }) =>
        content.evidence_items.map(({ evidence_id: evidenceId }) =>
          mediaLink(
            services.baseUrl,
            services.serverKeys.links,
            { jobId: job._id, evidenceId },
            services.clock.now(),
          ),
        ),
    }),
    evidenceItems: t.field({
      type: [EvidenceItemRef],
      description: 'All evidence that was stored then, failed items too, by time of receipt.',
      resolve: ({ content, job }) =>
        content.evidence_items.map((item) => evidenceOf(job._id, item)),
    }),
    steps: t.field({
      type: [StepRef],
      description: 'The steps as they were.',
      resolve: (r) => r.content.steps.map(stepOf),
    }),
    reportUrl: t.string({
      description: 'Address of this version as JSON. Not signed.',
      resolve: (report, _args, ctx) =>
        urlsOf({ report, version: report.header }, ctx.services.baseUrl).reportUrl,
    }),
    pdfExportUrl: t.string({
      description: 'Address of this version as PDF. Not signed.',
      resolve: (report, _args, ctx) =>
        urlsOf({ report, version: report.header }, ctx.services.baseUrl).pdfExportUrl,
    }),
    changeSummary: t.field({
      type: ChangeSummaryRef,
      nullable: true,
      description: 'What changed since the version before; null on version 1.',
      resolve: (r) => r.content.change_summary,
    }),
    firstViewedAt: t.field(
      maybeTime('When this version was first read. Not signed.', (r) => r.counters.firstViewedAt),
    ),
    lastViewedAt: t.field(
      maybeTime('When it was last read. Not signed.', (r) => r.counters.lastViewedAt),
    ),
    firstPdfExportedAt: t.field(
      maybeTime('When its PDF was first read. Not signed.', (r) => r.counters.firstPdfExportedAt),
    ),
    lastPdfExportedAt: t.field(
      maybeTime('When its PDF was last read. Not signed.', (r) => r.counters.lastPdfExportedAt),
    ),
    viewCount: t.int({
      description: 'How often it was read, this time included. Not signed.',
      resolve: (r) => r.counters.viewCount,
    }),
    pdfExportCount: t.int({
      description: 'How often its PDF was read. Not signed.',
      resolve: (r) => r.counters.pdfExportCount,
    }),
    versions: t.field({
      type: [ReportVersionRef],
      description: 'Every version, oldest first. Not signed.',
      resolve: (report) => report.job.reports.map((version) => ({ report, version })),
    }),
    integrity: t.field({
      type: IntegrityRef,
      description: 'Hash and signature of the signed content.',
      resolve: (report) => report,
    }),
    reportStatus: t.field({
      type: ReportStatusRef,
      description: 'Where the report stands. Not signed.',
      resolve: (r, _args, ctx) => reportState(r.job, ctx.services.baseUrl).status,
    }),
    created: t.boolean({
      description: 'Whether this very call made the version. Not signed.',
      resolve: (r) => r.created,
    }),
    signedContent: t.string({
      extensions: { rest: false },
      description: 'The canonical JSON that was signed, to be verified as it stands.',
      resolve: (r) => r.contentJson,
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
