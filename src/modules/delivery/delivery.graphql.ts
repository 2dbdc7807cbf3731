import { builder } from '../../graphql/builder.js';
import { enumType } from '../../graphql/enums.js';
import { mutation } from '../../graphql/operations.js';
import { JobStatusRef } from '../job/job-enums.graphql.js';
import { ReportStateRef, ReportStatusRef } from '../job/report-state.graphql.js';
import { reportState } from '../job/report-state.js';
import { deliveryChannel, ownerPath, reportUrls } from '../job/report-version.js';
import type { Delivered } from './deliver.js';
import { deliverRealityReport } from './deliver-reality-report.js';
import { emailDeliveryError, emailDeliveryStatus, emailStatusOf } from './email-delivery-status.js';
import { withdrawRealityReport } from './withdraw-reality-report.js';

const ChannelRef = enumType('DeliveryChannel', deliveryChannel, 'Channel of a delivery.', {
  email: 'A mail with a signed link.',
  manual: 'It was handed over by other means.',
});

const EmailStatusRef = enumType(
  'EmailDeliveryStatus',
  emailDeliveryStatus,
  'What became of the mail of a delivery.',
  {
    sent: 'The mail server accepted it.',
    skipped: 'No mail was sent.',
    failed: 'The mail server did not accept it.',
  },
);

const urlsOf = ({ job, header }: Delivered, baseUrl: string) =>
  reportUrls(baseUrl, job, header.versionNumber);

const ReportDeliveryRef = builder.objectRef<Delivered>('ReportDelivery').implement({
  extensions: { document: 'DeliverRealityReportOut' },
  description: 'A delivery of a report version (DeliverRealityReportOut).',
  fields: (t) => ({
    jobId: t.field({
      type: 'UUID',
      description: 'Id of the job.',
      resolve: ({ job }) => job._id,
    }),
    requestId: t.field({
      type: 'UUID',
      description: 'Id of the site check.',
      resolve: ({ job }) => job.requestId ?? '',
    }),
    reportId: t.field({
      type: 'UUID',
      description: 'Id of the report, shared by all its versions.',
      resolve: ({ job }) => job.reportId ?? '',
    }),
    versionNumber: t.int({
      description: 'Number of the delivered version.',
      resolve: ({ header }) => header.versionNumber,
    }),
    jobStatus: t.field({
      type: JobStatusRef,
      description: 'Current status of the job.',
      resolve: ({ job }) => job.status,
    }),
    reportStatus: t.field({
      type: ReportStatusRef,
      description: 'Current status of the report.',
      resolve: ({ job }, _args, { services }) => reportState(job, services.baseUrl).status,
    }),
    reportGeneratedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time when the version was created.',
      resolve: ({ header }) => header.generatedAt,
    }),
    reportDeliveredAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time when the version was first delivered; null before.',
      resolve: ({ header }) => header.deliveredAt,
    }),
    deliveryChannel: t.field({
      type: ChannelRef,
      description: 'Channel of the delivery.',
      resolve: ({ delivery }) => delivery.channel,
    }),
    emailDeliveryStatus: t.field({
      type: EmailStatusRef,
      description: 'What became of the mail. A mail that failed may still be retried.',
      resolve: ({ delivery }) => emailStatusOf(delivery),
    }),
    emailDeliveryError: t.string({
      nullable: true,
      description: 'Why no mail was sent or accepted; null otherwise.',
      resolve: ({ delivery }) => emailDeliveryError(delivery),
    }),
    reportUrl: t.string({
      description: 'URL of the version as JSON.',
      resolve: (delivered, _args, { services }) => urlsOf(delivered, services.baseUrl).reportUrl,
    }),
    pdfExportUrl: t.string({
      description: 'URL of the version as PDF.',
      resolve: (delivered, _args, { services }) => urlsOf(delivered, services.baseUrl).pdfExportUrl,
    }),
    statusUrl: t.string({
      description: 'URL of the site check.',
      resolve: ({ job }, _args, { services }) => services.baseUrl + ownerPath(job),
    }),
    auditLogId: t.field({
      type: 'UUID',
      description: 'Id of the event report.delivery_requested.',
      resolve: ({ delivery }) => delivery.deliveryId,
    }),
  }),
});

mutation(deliverRealityReport, ReportDeliveryRef);
mutation(withdrawRealityReport, ReportStateRef);
