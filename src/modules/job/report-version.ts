import { z } from 'zod';
import { type FieldPolicies, kept } from '../../lib/field-policy.js';

/** Lower-case hex SHA-256 of the bytes of a version's PDF, and the signature over it. */
export interface PdfIntegrity {
  sha256: string;
  signature: string;
}

/** When an authority outside saw the signature of a version; the token is one of RFC 3161, in base64. */
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
  /** Who asked for it; `system` where it followed from the version itself. */
  actor: string;
  notes: string | null;
  channel: z.infer<typeof deliveryChannel>;
  /** An email is pending until the mail server has taken or refused it. */
  state: DeliveryState;
  /** Why it was skipped or failed. */
  error: string | null;
  /** The mail that carries it; null where there is none. */
  mailId: string | null;
}

/** What the job keeps of one report version; the signed body lies in a collection of its own. */
export interface ReportVersionHeader {
  versionNumber: number;
  /** Id of the body document, inserted before the job names it. */
  bodyId: string;
  generatedAt: Date;
  contentSha256: string;
  previousSha256: string | null;
  changeSummaryText: string | null;
  /** Nothing more happens to a withdrawn version: it is neither delivered nor viewed any more. */
  withdrawnAt: Date | null;
  /** Absent unless it was withdrawn. */
  withdrawReason?: string;
  /** When a delivery first arrived. */
  deliveredAt: Date | null;
  /** Oldest first; absent before the first. */
  deliveries?: ReportDelivery[];
  /** When it was first read, over whichever face; emitted as `report.viewed`. */
  firstViewedAt: Date | null;
  /** Set once, when the PDF has been rendered and stored. */
  pdf: ({ fileId: string; sizeBytes: number } & PdfIntegrity) | null;
  /** Set once; absent until an authority outside has given one. */
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

/** Hashes and signatures stay: they identify a copy of the report that someone kept. */
export const reportVersionPolicies: FieldPolicies<ReportVersionHeader> = {
  versionNumber: { erase: 'keep', export: true },
  bodyId: kept,
  generatedAt: { erase: 'keep', export: true },
  contentSha256: { erase: 'keep', export: true },
  previousSha256: kept,
  changeSummaryText: { erase: 'null', export: false },
  withdrawnAt: kept,
  withdrawReason: { erase: 'text', export: false },
  deliveredAt: kept,
  deliveries: { fields: deliveryPolicies, export: false },
  firstViewedAt: kept,
  pdf: { fields: { fileId: kept, sizeBytes: kept, sha256: kept, signature: kept }, export: false },
  timestamp: { fields: { time: kept, authority: kept, token: kept }, export: false },
};

/** A version that was just signed: neither its PDF nor anything that follows is there yet. */
export const newVersion = (
  signed: Pick<
    ReportVersionHeader,
    | 'versionNumber'
    | 'bodyId'
    | 'generatedAt'
    | 'contentSha256'
    | 'previousSha256'
    | 'changeSummaryText'
  >,
): ReportVersionHeader => ({
  ...signed,
  withdrawnAt: null,
  deliveredAt: null,
  firstViewedAt: null,
  pdf: null,
});

/** The version that is answered when none is named: the highest that is not withdrawn. */
export function currentVersion<T extends Pick<ReportVersionHeader, 'withdrawnAt'>>(
  reports: readonly T[],
): T | undefined {
  return reports.findLast((version) => version.withdrawnAt === null);
}

/** The versions with some fields of one of them set. */
export function withVersion(
  reports: readonly ReportVersionHeader[],
  versionNumber: number,
  fields: Partial<ReportVersionHeader>,
): ReportVersionHeader[] {
  return reports.map((one) => (one.versionNumber === versionNumber ? { ...one, ...fields } : one));
}

/** Whose report it is: the job's own, or that of the site check that the job serves. */
interface ReportOwner {
  _id: string;
  requestId: string | null;
  /** Customer whose site check it is; absent for a guest's. */
  customerId?: string;
}

/** Members of a job that `ownerPath` reads. */
export const ownerMembers = [
  '_id',
  'requestId',
  'customerId',
] as const satisfies (keyof ReportOwner)[];

/** Path of what a job serves: itself, a guest's site check, or a customer's request. */
export function ownerPath({ _id, requestId, customerId }: ReportOwner): string {
  if (requestId === null) return `/v1/jobs/${_id}`;
  return customerId === undefined
    ? `/v1/public/site-checks/${requestId}`
    : `/v1/customer/requests/${requestId}`;
}

/**
 * Addresses of a report, as JSON and as PDF. That of a guest's site check opens with its access token,
 * which no address carries; that of a customer's with the session, that of an API job with a key.
 *
 * @param versionNumber null: whichever is current when it is read
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
