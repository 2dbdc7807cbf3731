/** Lower-case hex SHA-256 of the bytes of a version's PDF, and the signature over it. */
export interface PdfIntegrity {
  sha256: string;
  signature: string;
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
  withdrawnAt: Date | null;
  deliveredAt: Date | null;
  /** When it was first read, over whichever path; emitted as `report.viewed`. */
  firstViewedAt: Date | null;
  /** Set once, when the PDF has been rendered and stored. */
  pdf: ({ fileId: string; sizeBytes: number } & PdfIntegrity) | null;
}

/** The version that is answered when none is named: the highest that is not withdrawn. */
export function currentVersion(
  reports: readonly ReportVersionHeader[],
): ReportVersionHeader | undefined {
  return reports.findLast((version) => version.withdrawnAt === null);
}

/** Whose report it is: the job's own, or that of the site check that the job serves. */
interface ReportOwner {
  _id: string;
  requestId: string | null;
}

/**
 * Addresses of a report, as JSON and as PDF. That of a site check opens with its access token,
 * which no address carries; that of an API job with a key.
 *
 * @param versionNumber null: whichever is current when it is read
 */
export function reportUrls(
  baseUrl: string,
  job: ReportOwner,
  versionNumber: number | null,
): { reportUrl: string; pdfExportUrl: string } {
  const owner = job.requestId === null ? `jobs/${job._id}` : `public/site-checks/${job.requestId}`;
  const report = `${baseUrl}/v1/${owner}/report`;
  const query = versionNumber === null ? '' : `?version=${versionNumber}`;
  return { reportUrl: `${report}${query}`, pdfExportUrl: `${report}.pdf${query}` };
}
