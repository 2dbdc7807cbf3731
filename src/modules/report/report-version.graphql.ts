import { builder } from '../../graphql/builder.js';
import { enumType } from '../../graphql/enums.js';
import { currentVersion, type ReportVersionHeader, reportUrls } from '../job/report-version.js';
import type { ReadReport } from './get-report.js';
import { reportVersionStatus } from './report-answer.js';
import { type ChangeSummary, changeReason } from './report-schema.js';

const ChangeReasonRef = enumType(
  'ReportChangeReason',
  changeReason,
  'Reason for a report version.',
  {
    withdrawal: 'The previous version was withdrawn.',
    correction: 'A value that only a correction changes was corrected.',
    feedback: 'The requester gave a verdict.',
    answers_changed: 'An answer was given or changed.',
    evidence_replaced: 'Evidence was replaced.',
    evidence_added: 'Evidence was added.',
    status_changed: 'The status of the job changed.',
  },
);

const ReportVersionStatusRef = enumType(
  'ReportVersionStatus',
  reportVersionStatus,
  'Status of a report version.',
  {
    current: 'It is the current version, returned when no version is requested.',
    superseded: 'A later version replaced it.',
    withdrawn: 'It was withdrawn.',
  },
);

type Change = ChangeSummary['changes'][number];

const ChangeRef = builder.objectRef<Change>('ReportChange').implement({
  description: 'One difference between two report versions.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'JSON pointer into the signed content.' }),
    kind: t.exposeString('kind', { description: 'Kind of difference: added, removed or changed.' }),
    before: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Value in the previous version; null for an added value.',
      resolve: (change) => change.before,
    }),
    after: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Value in this version; null for a removed value.',
      resolve: (change) => change.after,
    }),
  }),
});

export const ChangeSummaryRef = builder.objectRef<ChangeSummary>('ReportChangeSummary').implement({
  extensions: { document: 'PublicReportChangeSummaryOut' },
  description:
    'Differences between a report version and the previous one (PublicReportChangeSummaryOut).',
  fields: (t) => ({
    fromVersion: t.int({
      description: 'Number of the previous version.',
      resolve: (s) => s.from_version,
    }),
    toVersion: t.int({ description: 'Number of this version.', resolve: (s) => s.to_version }),
    reason: t.field({
      type: ChangeReasonRef,
      description: 'Reason for the new version.',
      resolve: (s) => s.reason,
    }),
    summary: t.exposeString('summary', { description: 'Summary of the differences for display.' }),
    evidenceAdded: t.stringList({
      description: 'Ids of added evidence items.',
      resolve: (s) => s.evidence_added,
    }),
    evidenceRemoved: t.stringList({
      description: 'Ids of removed evidence items.',
      resolve: (s) => s.evidence_removed,
    }),
    stepsChanged: t.stringList({
      description: 'Keys of changed steps.',
      resolve: (s) => s.steps_changed,
    }),
    changes: t.expose('changes', { type: [ChangeRef], description: 'Every difference.' }),
  }),
});

interface ListedVersion {
  report: ReadReport;
  version: ReportVersionHeader;
}

/** Returns whether the version is the one returned by default. */
export const isCurrent = ({ report, version }: ListedVersion) =>
  currentVersion(report.job.reports)?.versionNumber === version.versionNumber;

/** Returns the URLs of a version as JSON and as PDF. */
export const urlsOf = ({ report, version }: ListedVersion, baseUrl: string) =>
  reportUrls(baseUrl, report.job, version.versionNumber);

/** When something happened to a version; not documented in the REST list. */
const factAt = (description: string, name: 'deliveredAt' | 'firstViewedAt' | 'withdrawnAt') => ({
  type: 'DateTime' as const,
  nullable: true as const,
  extensions: { rest: false },
  description,
  resolve: ({ version }: ListedVersion) => version[name],
});

export const ReportVersionRef = builder.objectRef<ListedVersion>('ReportVersion').implement({
  extensions: { document: 'PublicReportVersionOut' },
  description: 'A report version as an entry in the list of versions (PublicReportVersionOut).',
  fields: (t) => ({
    reportId: t.field({
      type: 'UUID',
      description: 'Id of the report, shared by all its versions.',
      resolve: ({ report }) => report.content.report_id,
    }),
    versionNumber: t.int({
      description: 'Number of the version, from 1.',
      resolve: ({ version }) => version.versionNumber,
    }),
    isCurrent: t.boolean({
      description: 'Whether it is the current version, returned when no version is requested.',
      resolve: isCurrent,
    }),
    status: t.field({
      type: ReportVersionStatusRef,
      description: 'Current status of the version.',
      resolve: (listed) =>
        listed.version.withdrawnAt ? 'withdrawn' : isCurrent(listed) ? 'current' : 'superseded',
    }),
    generatedAt: t.field({
      type: 'DateTime',
      description: 'Time when the version was created.',
      resolve: ({ version }) => version.generatedAt,
    }),
    contentSha256: t.string({
      description: 'SHA-256 of the signed content, in lower-case hex.',
      resolve: ({ version }) => version.contentSha256,
    }),
    reportUrl: t.string({
      description: 'URL of the version as JSON.',
      resolve: (listed, _args, ctx) => urlsOf(listed, ctx.services.baseUrl).reportUrl,
    }),
    pdfExportUrl: t.string({
      description: 'URL of the version as PDF.',
      resolve: (listed, _args, ctx) => urlsOf(listed, ctx.services.baseUrl).pdfExportUrl,
    }),
    changeSummaryText: t.string({
      nullable: true,
      description:
        'Summary of the differences from the previous version, for display; null on version 1.',
      resolve: ({ version }) => version.changeSummaryText,
    }),
    deliveredAt: t.field(
      factAt('Time when the version was first delivered; null before.', 'deliveredAt'),
    ),
    viewedAt: t.field(
      factAt('Time when its reader first viewed the version; null before.', 'firstViewedAt'),
    ),
    withdrawnAt: t.field(
      factAt('Time when the version was withdrawn; null otherwise.', 'withdrawnAt'),
    ),
    withdrawReason: t.string({
      nullable: true,
      extensions: { rest: false },
      description: 'Reason for the withdrawal; null unless the version was withdrawn.',
      resolve: ({ version }) => version.withdrawReason ?? null,
    }),
  }),
});
