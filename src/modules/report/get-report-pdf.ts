import type { Readable } from 'node:stream';
import type { Call, RequestContext } from '../../context.js';
import type { Language } from '../../messages/language.js';
import { jobScope, type KeyHolder } from '../../viewer.js';
import type { Job } from '../job/job.js';
import { isCounted, noteFirstView, requireVersion } from './get-report.js';

export interface ServedPdf {
  /** `report-<report_id>-v<n>.pdf`, with the language before `.pdf` unless it is English. */
  fileName: string;
  versionNumber: number;
  language: Language;
  /** Strong ETag, computed from the SHA-256 of the bytes. */
  etag: string;
  sizeBytes: number;
  /** The bytes; null if the response contains headers only. */
  bytes: Readable | null;
}

/**
 * Returns the PDF of a report version; waits up to 30 s for its rendering. A response with the bytes counts as an
 * export.
 *
 * @param version null: the current one
 * @param language English is rendered in advance, another language on its first request
 * @throws ApiError `job_not_found`, `report_not_found`, `report_version_not_found`, `unavailable`
 */
export async function getReportPdf(
  ctx: Call<KeyHolder>,
  jobId: string,
  version: number | null,
  language: Language,
): Promise<ServedPdf> {
  const job = await ctx.services.jobs.get(jobId, jobScope(ctx.viewer));
  return exportPdf(ctx, job, version, language);
}

/** Returns the PDF to a caller whose access to the job has already been checked. */
export async function exportPdf(
  ctx: RequestContext,
  job: Job,
  version: number | null,
  language: Language,
): Promise<ServedPdf> {
  const { services } = ctx;
  const header = requireVersion(job, version);
  const { fileId, sha256, sizeBytes } = await services.reportPdfs.wait(job, header, language);
  const etag = `"${sha256}"`;
  const suffix = language === 'en' ? '' : `.${language}`;
  const served = {
    fileName: `report-${job.reportId}-v${header.versionNumber}${suffix}.pdf`,
    language,
    versionNumber: header.versionNumber,
    etag,
    sizeBytes,
  };
  if (!isCounted(ctx, etag)) return { ...served, bytes: null };
  // Opened first: a PDF that cannot be read is not exported.
  const bytes = await services.reports.openPdf(fileId, sizeBytes);
  try {
    const now = services.clock.now();
    await noteFirstView(services, job, header, now);
    await services.reports.countPdfExport(header.bodyId, now);
  } catch (error) {
    bytes.destroy();
    throw error;
  }
  return { ...served, bytes };
}
