import type { PdfIntegrity } from './integrity.js';

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
  /** When it was first read, by whichever door; told as `report.viewed`. */
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

/** Addresses of one version, as JSON and as PDF. */
export function reportUrls(
  baseUrl: string,
  jobId: string,
  versionNumber: number,
): { reportUrl: string; pdfExportUrl: string } {
  const report = `${baseUrl}/v1/jobs/${jobId}/report`;
  const query = `?version=${versionNumber}`;
  return { reportUrl: `${report}${query}`, pdfExportUrl: `${report}.pdf${query}` };
}
