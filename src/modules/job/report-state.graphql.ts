import { builder } from '../../graphql/builder.js';
import { enumType } from '../../graphql/enums.js';
import { type ReportState, type ReportWithdrawal, reportStatus } from './report-state.js';

export const ReportStatusRef = enumType('ReportStatus', reportStatus, 'Status of a report.', {
  not_ready: 'No version exists yet.',
  generating: 'The PDF of the current version is being rendered.',
  ready: 'The current version is available.',
  delivered: 'The current version was delivered.',
  withdrawn: 'Every version was withdrawn or erased.',
});

const ReportWithdrawalRef = builder.objectRef<ReportWithdrawal>('ReportWithdrawal').implement({
  description: 'A report version that was withdrawn.',
  fields: (t) => ({
    versionNumber: t.exposeInt('versionNumber', { description: 'Number of the version, from 1.' }),
    withdrawnAt: t.expose('withdrawnAt', {
      type: 'DateTime',
      description: 'Time when it was withdrawn.',
    }),
    withdrawReason: t.exposeString('withdrawReason', {
      nullable: true,
      description: 'Reason given; null where none was.',
    }),
  }),
});

export const ReportStateRef = builder.objectRef<ReportState>('ReportState').implement({
  extensions: { document: 'PublicReportStateOut' },
  description: 'State of the report of a job.',
  fields: (t) => ({
    status: t.expose('status', {
      type: ReportStatusRef,
      description: 'Current status of the report.',
    }),
    reportId: t.expose('reportId', {
      type: 'UUID',
      nullable: true,
      description: 'Id of the report, shared by all its versions; null before the first version.',
    }),
    versionNumber: t.exposeInt('versionNumber', {
      nullable: true,
      description:
        'Number of the current version, from 1; of the latest one where every version was withdrawn. Null before the first version.',
    }),
    versionCount: t.exposeInt('versionCount', {
      description: 'Number of versions, withdrawn ones included.',
    }),
    generatedAt: t.expose('generatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when that version was created; null before the first version.',
    }),
    deliveredAt: t.expose('deliveredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when that version was first delivered; null before.',
    }),
    withdrawReason: t.exposeString('withdrawReason', {
      nullable: true,
      extensions: { rest: false },
      description: 'Reason given when that version was withdrawn; null where it was not.',
    }),
    withdrawals: t.expose('withdrawals', {
      type: [ReportWithdrawalRef],
      extensions: { rest: false },
      description: 'Versions that were withdrawn, oldest first. Reading them counts no view.',
    }),
    reportUrl: t.exposeString('reportUrl', {
      nullable: true,
      description: 'URL of the report as JSON; null before the first version.',
    }),
    pdfExportUrl: t.exposeString('pdfExportUrl', {
      nullable: true,
      description: 'URL of the report as PDF; null before the first version.',
    }),
  }),
});
