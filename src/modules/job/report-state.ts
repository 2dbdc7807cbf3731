import { z } from 'zod';
import type { Job } from './job.js';
import { currentVersion, type ownerMembers, reportUrls } from './report-version.js';

export const reportStatus = z.enum(['not_ready', 'generating', 'ready', 'delivered', 'withdrawn']);
export type ReportStatus = z.infer<typeof reportStatus>;

/** A withdrawn version. */
export interface ReportWithdrawal {
  versionNumber: number;
  withdrawnAt: Date;
  withdrawReason: string | null;
}

/** PublicReportStateOut: the state of a job's report. */
export interface ReportState {
  status: ReportStatus;
  reportId: string | null;
  versionNumber: number | null;
  versionCount: number;
  generatedAt: Date | null;
  deliveredAt: Date | null;
  withdrawReason: string | null;
  /** Oldest first. */
  withdrawals: ReportWithdrawal[];
  reportUrl: string | null;
  pdfExportUrl: string | null;
}

/** The members of a job that determine the state of its report. */
type ReportSource = Pick<Job, (typeof ownerMembers)[number] | 'reportId' | 'erasedAt' | 'reports'>;

/** Returns the state of a job's report: of its current version, or of the latest if all are withdrawn. */
export function reportState(job: ReportSource, baseUrl: string): ReportState {
  const current = currentVersion(job.reports);
  const latest = current ?? job.reports.at(-1);
  if (!latest) {
    return {
      status: 'not_ready',
      reportId: null,
      versionNumber: null,
      versionCount: 0,
      generatedAt: null,
      deliveredAt: null,
      withdrawReason: null,
      withdrawals: [],
      reportUrl: null,
      pdfExportUrl: null,
    };
  }
  const status =
    !current || job.erasedAt
      ? 'withdrawn'
      : current.pdf === null
        ? 'generating'
        : current.deliveredAt
          ? 'delivered'
          : 'ready';
  return {
    status,
    reportId: job.reportId,
    versionNumber: latest.versionNumber,
    versionCount: job.reports.length,
    generatedAt: latest.generatedAt,
    deliveredAt: latest.deliveredAt,
    withdrawReason: latest.withdrawReason ?? null,
    withdrawals: job.reports.flatMap(({ versionNumber, withdrawnAt, withdrawReason = null }) =>
      withdrawnAt ? [{ versionNumber, withdrawnAt, withdrawReason }] : [],
    ),
    // Withdrawn versions can only be read by number.
    ...reportUrls(baseUrl, job, current ? null : latest.versionNumber),
  };
}
