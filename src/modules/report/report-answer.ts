import { z } from 'zod';
import { reportStatus } from '../job/report-state.js';
import { integrityBlock, logReceipt, pdfIntegrity, timestampBlock } from './integrity.js';
import {
  contentEvidenceItem,
  instant,
  type ReportContent,
  reportContent,
} from './report-schema.js';
import { type UnsignedMember, withoutUnsigned } from './unsigned-members.js';

export const reportVersionStatus = z.enum(['current', 'superseded', 'withdrawn']);

const reportVersion = z.strictObject({
  report_id: z.string(),
  version_number: z.int().min(1),
  is_current: z.boolean(),
  status: reportVersionStatus,
  generated_at: instant,
  content_sha256: z.string(),
  report_url: z.string(),
  pdf_export_url: z.string(),
  change_summary_text: z.string().nullable(),
});

const unsignedMembers = z.strictObject({
  is_current: z.boolean(),
  report_url: z.string(),
  pdf_export_url: z.string(),
  evidence_links: z.array(z.string()),
  first_viewed_at: instant.nullable(),
  last_viewed_at: instant.nullable(),
  first_pdf_exported_at: instant.nullable(),
  last_pdf_exported_at: instant.nullable(),
  view_count: z.int().min(0),
  pdf_export_count: z.int().min(0),
  versions: z.array(reportVersion),
  integrity: integrityBlock.extend({
    pdf: pdfIntegrity.nullable(),
    // Absent from responses saved before there were timestamps.
    timestamp: timestampBlock.nullish(),
    /** Absent from responses saved before there was a log. */
    log: logReceipt.nullable().optional(),
  }),
  report_status: reportStatus.optional(),
  created: z.boolean().optional(),
  /** The owner of the request, in the response to its customer. */
  account: z.record(z.string(), z.json()).optional(),
  /** Absent from responses to customers, null in those to other requesters. */
  metadata: z.record(z.string(), z.string()).nullish(),
  /** Absent from responses to customers, null in those to other requesters and without a previous visit. */
  previous_report_id: z.string().nullish(),
  previous_job_id: z.string().nullish(),
} satisfies Record<UnsignedMember, z.ZodType>);

/** A report as the API returns it: the signed content and the unsigned members. */
export const reportAnswer = reportContent.extend({
  ...unsignedMembers.shape,
  evidence_items: z.array(contentEvidenceItem.extend({ media_url: z.string() })),
  headline: reportContent.shape.headline.nullable(),
  answers: reportContent.shape.answers.nullable(),
});
export type ReportAnswer = z.infer<typeof reportAnswer>;

/** Returns the signed content of a response: the response without its unsigned members. */
export const signedContentOf = (answer: ReportAnswer) => withoutUnsigned(answer) as ReportContent;
