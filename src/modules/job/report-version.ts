import { z } from 'zod';
import { type FieldPolicies, kept } from '../../lib/field-policy.js';
import { type Metadata, metadataPolicies } from '../../lib/metadata.js';
import type { Language } from '../../messages/language.js';

/** Lower-case hex SHA-256 of the bytes of a version's PDF, and the signature over it. */
export interface PdfIntegrity {
  sha256: string;
  signature: string;
}

/** The stored PDF of a version. */
export interface StoredPdf extends PdfIntegrity {
  fileId: string;
  sizeBytes: number;
}

/** Timestamp of the signature of a version by an external authority; the token is an RFC 3161 token in base64. */
export interface VersionTimestamp {
  time: string;
  authority: string;
  token: string;
}

const deliveryState = z.enum(['pending', 'sent', 'skipped', 'failed']);
export type DeliveryState = z.infer<typeof deliveryState>;

export const deliveryChannel = z.enum(['email', 'manual']);

/** One delivery of a version to its requester. */
export interface ReportDelivery {
  /** Id of the event `report.delivery_requested` that it emitted. */
  deliveryId: string;
  at: Date;
  /** The caller that requested it; `system` if the version itself triggered it. */
  actor: string;
  notes: string | null;
  channel: z.infer<typeof deliveryChannel>;
  /** An email is pending until the mail server has accepted or rejected it. */
  state: DeliveryState;
  /** Reason why it was skipped or failed. */
  error: string | null;
  /** The mail that contains it; null without a mail. */
  mailId: string | null;
}

/** The job's record of a report version; the signed body is in a separate collection. */
export interface ReportVersionHeader {
  versionNumber: number;
  /** Id of the body document, which is inserted before the job refers to it. */
  bodyId: string;
  generatedAt: Date;
  contentSha256: string;
  previousSha256: string | null;
  changeSummaryText: string | null;
  /** Metadata of the job when the version was created; absent without any. */
  metadata?: Metadata;
  /** A withdrawn version no longer changes: it is neither delivered nor viewed. */
  withdrawnAt: Date | null;
  /** Absent unless it was withdrawn. */
  withdrawReason?: string;
  /** Time of the first successful delivery. */
  deliveredAt: Date | null;
  /** Oldest first; absent before the first. */
  deliveries?: ReportDelivery[];
  /** When it was first read over any API; emitted as `report.viewed`. */
  firstViewedAt: Date | null;
  /** The PDF in English; set once, when it has been rendered and stored. */
  pdf: StoredPdf | null;
  /** The PDFs in other languages, each made when it is first requested; absent before the first. */
  translations?: (StoredPdf & { language: Language })[];
  /** Set once; absent until an external authority has provided one. */
  timestamp?: VersionTimestamp;
}

const deliveryPolicies: FieldPolicies<ReportDelivery> = {
  deliveryId: kept,
  at: kept,
  actor: kept,
  notes: { erase: 'text', export: false },
  channel: kept,
  state: kept,
  error: { erase: 'text', export: false },
  mailId: kept,
};

const storedPdfPolicies: FieldPolicies<StoredPdf> = {
  fileId: kept,
  sizeBytes: kept,
  sha256: kept,
  signature: kept,
};

/** Hashes and signatures are kept, so that existing copies of the report can still be recognised. */
export const reportVersionPolicies: FieldPolicies<ReportVersionHeader> = {
  versionNumber: { erase: 'keep', export: true },
  bodyId: kept,
  generatedAt: { erase: 'keep', export: true },
  contentSha256: { erase: 'keep', export: true },
  previousSha256: kept,
  changeSummaryText: { erase: 'null', export: false },
  metadata: { erase: 'remove', fields: metadataPolicies, export: false },
  withdrawnAt: kept,
  withdrawReason: { erase: 'text', export: false },
  deliveredAt: kept,
  deliveries: { fields: deliveryPolicies, export: false },
  firstViewedAt: kept,
  pdf: { fields: storedPdfPolicies, export: false },
  translations: { fields: { ...storedPdfPolicies, language: kept }, export: false },
  timestamp: { fields: { time: kept, authority: kept, token: kept }, export: false },
};

/** Returns a version that was just signed, without a PDF, deliveries or views. */
export const newVersion = (
  signed: Pick<
    ReportVersionHeader,
    | 'versionNumber'
    | 'bodyId'
    | 'generatedAt'
    | 'contentSha256'
    | 'previousSha256'
    | 'changeSummaryText'
    | 'metadata'
  >,
): ReportVersionHeader => ({
  ...signed,
  withdrawnAt: null,
  deliveredAt: null,
  firstViewedAt: null,
  pdf: null,
});

/** Returns the stored PDF of a version in a language; undefined before it is made. */
export const storedPdf = (
  { pdf, translations = [] }: Pick<ReportVersionHeader, 'pdf' | 'translations'>,
  language: Language,
): StoredPdf | undefined =>
  language === 'en' ? (pdf ?? undefined) : translations.find((one) => one.language === language);

/** Returns the stored PDFs of a version in every language. */
export const storedPdfs = ({
  pdf,
  translations = [],
}: Pick<ReportVersionHeader, 'pdf' | 'translations'>): StoredPdf[] => [
  ...(pdf ? [pdf] : []),
  ...translations,
];

/** Returns the default version: the highest one that is not withdrawn. */
export function currentVersion<T extends Pick<ReportVersionHeader, 'withdrawnAt'>>(
  reports: readonly T[],
): T | undefined {
  return reports.findLast((version) => version.withdrawnAt === null);
}

/** Returns the versions with some fields of one of them changed. */
export function withVersion(
  reports: readonly ReportVersionHeader[],
  versionNumber: number,
  fields: Partial<ReportVersionHeader>,
): ReportVersionHeader[] {
  return reports.map((one) => (one.versionNumber === versionNumber ? { ...one, ...fields } : one));
}

/** The owner of a report: the job, or the site check that the job serves. */
interface ReportOwner {
  _id: string;
  requestId: string | null;
  /** Customer who owns the site check; absent for a guest's. */
  customerId?: string;
}

/** Members of a job that `ownerPath` reads. */
export const ownerMembers = [
  '_id',
  'requestId',
  'customerId',
] as const satisfies (keyof ReportOwner)[];

/** Returns the path of the report's owner: the job, a guest's site check, or a customer's request. */
export function ownerPath({ _id, requestId, customerId }: ReportOwner): string {
  if (requestId === null) return `/v1/jobs/${_id}`;
  return customerId === undefined
    ? `/v1/public/site-checks/${requestId}`
    : `/v1/customer/requests/${requestId}`;
}

/**
 * Returns the URLs of a report, as JSON and as PDF. The report of a guest's site check requires its access token, which
 * no URL contains; a customer's requires the session, that of an API job a key.
 *
 * @param versionNumber null: the version that is current at the time of the read
 */
export function reportUrls(
  baseUrl: string,
  job: ReportOwner,
  versionNumber: number | null,
): { reportUrl: string; pdfExportUrl: string } {
  const report = `${baseUrl}${ownerPath(job)}/report`;
  const query = versionNumber === null ? '' : `?version=${versionNumber}`;
  return { reportUrl: `${report}${query}`, pdfExportUrl: `${report}.pdf${query}` };
}
