import { builder } from '../../graphql/builder.js';
import { enumType } from '../../graphql/enums.js';
import { type ReportState, reportStatus } from './report-state.js';

export const ReportStatusRef = enumType('ReportStatus', reportStatus, 'Where a report stands.', {
  not_ready: 'There is no version yet.',
  generating: 'The PDF of the current version is being made.',
  ready: 'The current version can be read.',
  delivered: 'The current version has been delivered.',
  withdrawn: 'Every version has been withdrawn.',
});

export const ReportStateRef = builder.objectRef<ReportState>('ReportState').implement({
  extensions: { document: 'PublicReportStateOut' },
  description: 'What a job says of its report.',
  fields: (t) => ({
    status: t.field({
      type: ReportStatusRef,
      description: 'Where the report stands.',
      resolve: (state) => state.status,
    }),
    reportId: t.expose('reportId', {
      type: 'UUID',
      nullable: true,
      description: 'Id of the report, one for all its versions.',
    }),
    versionNumber: t.exposeInt('versionNumber', {
      nullable: true,
      description: 'Number of the current version, counted from 1.',
    }),
    versionCount: t.exposeInt('versionCount', { description: 'How many versions there are.' }),
    generatedAt: t.expose('generatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the current version was made.',
    }),
    deliveredAt: t.expose('deliveredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the current version was delivered.',
    }),
    reportUrl: t.exposeString('reportUrl', {
      nullable: true,
      description: 'Address of the report as JSON.',
    }),
    pdfExportUrl: t.exposeString('pdfExportUrl', {
      nullable: true,
      description: 'Address of the report as PDF.',
    }),
  }),
});
