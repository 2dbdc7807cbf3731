import { z } from 'zod';
import { scope } from '../../access.js';
import type { RequestContext } from '../../context.js';
import { ApiError, errorText } from '../../errors.js';
import { filterText } from '../../lib/bounded-text.js';
import { matchesTag, weakTag } from '../../lib/etag.js';
import { shownMetadata } from '../../lib/metadata.js';
import { whole } from '../../lib/schema.js';
import { get, operation } from '../../operation.js';
import type { Services } from '../../services.js';
import { jobScope } from '../../viewer.js';
import { linkExpiry } from '../evidence/media-link.js';
import { type Job, jobIdTarget, type PreviousVisit } from '../job/job.js';
import { JobChange, jobErased } from '../job/job-change.js';
import { reportState } from '../job/report-state.js';
import {
  currentVersion,
  ownerPath,
  type ReportVersionHeader,
  withVersion,
} from '../job/report-version.js';
import type { IntegrityBlock, LogReceipt } from './integrity.js';
import type { ReportCounters } from './report.store.js';
import type { ReportContent } from './report-schema.js';

/** Query parameters of the report as JSON. */
export const reportQuery = z.object({
  version: whole({ ge: 1 })
    .nullish()
    .describe('Number of the version; omitted for the current one.'),
});

/** Query parameters of the report as PDF. */
export const reportPdfQuery = {
  ...reportQuery.shape,
  language: filterText()
    .nullish()
    .describe(
      'Language of the pages as a BCP 47 tag: `en` (default), `de`, `fr`, `es`, `pt-BR`, `ja` or `ar`; the nearest one is used, English if none is near. The signed content is in English.',
    ),
};

/** A version with everything that a response contains about it. */
export interface ReadReport {
  job: Job;
  header: ReportVersionHeader;
  content: ReportContent;
  contentJson: string;
  integrity: IntegrityBlock;
  log: LogReceipt | null;
  counters: ReportCounters;
  /** True if this call created the version. */
  created: boolean;
  /** Metadata of the job when the version was created, for the integrator; absent for every other reader. */
  metadata?: Record<string, string>;
  /** The report of the previous visit of the same schedule, for the integrator. */
  previous?: PreviousVisit | null;
}

/** Returns a report as its integrator reads it. */
export const forIntegrator = (report: ReadReport, previous: PreviousVisit | null): ReadReport => ({
  ...report,
  metadata: shownMetadata(report.header.metadata),
  previous,
});

export const getReport = operation({
  name: 'report',
  kind: 'query',
  description: 'Get a version of the report of a job. Each call counts as a view.',
  access: scope('jobs:read'),
  target: jobIdTarget,
  args: reportQuery.shape,
  errors: ['report_not_found', 'report_version_not_found', 'erased'],
  rest: get('/v1/jobs/{job_id}/report', {
    tool: { name: 'get_report' },
    operationId: 'get_report',
    tag: 'Reports',
    summary: 'Get a report version',
  }),
  async run(ctx, { jobId, version }) {
    const { jobs } = ctx.services;
    const job = await jobs.get(jobId, jobScope(ctx.viewer));
    const previous = await jobs.findPreviousVisit(job);
    const report = await viewReport(ctx, job, version ?? null, previous?.reportId);
    return forIntegrator(report, previous);
  },
});

/**
 * Reads a report version of a job and counts the view, unless `isCounted` is false.
 *
 * @param version null: the current one, which is the highest version that is not withdrawn
 * @param besides what the response contains besides the report, as a string that changes with it
 */
export async function viewReport(
  ctx: RequestContext,
  found: Job,
  version: number | null,
  besides = '',
): Promise<ReadReport> {
  const { services } = ctx;
  const header = requireVersion(found, version);
  const now = services.clock.now();
  const log = await services.reports.findReceipt(header.bodyId);
  const etag = reportTag(found, header, now, log ? `${besides} logged` : besides);
  ctx.notes.etag = etag;
  if (!isCounted(ctx, etag)) return readVersion(services, found, header);
  const job = await noteFirstView(services, found, header, now);
  const counters = await services.reports.countView(header.bodyId, now);
  return { ...(await readVersion(services, job, header)), counters };
}

/** Returns whether a response counts as a view: not for HEAD, and not if the client's copy is current. */
export function isCounted(ctx: RequestContext, etag: string): boolean {
  return ctx.recordsReads && !matchesTag(ctx.ifNoneMatch, etag);
}

/**
 * Returns the weak ETag of a report as JSON. It changes with the content, with the hour in which the media links
 * expire, when the PDF is signed, when the version is logged or timestamped, when a version is added or withdrawn, when
 * the site check is claimed and with the status of the report, but not with the counters.
 */
function reportTag(job: Job, header: ReportVersionHeader, now: Date, besides: string): string {
  const versions = job.reports.map(({ withdrawnAt }) => (withdrawnAt ? 'withdrawn' : 'valid'));
  const { status } = reportState(job, '');
  const pdf = header.pdf?.sha256;
  const time = header.timestamp?.time;
  return weakTag(
    [
      header.contentSha256,
      linkExpiry(now),
      pdf,
      time,
      ownerPath(job),
      besides,
      status,
      ...versions,
    ].join(' '),
  );
}

/** @throws ApiError `erased`, `report_not_found`, `report_version_not_found` */
export function requireVersion(job: Job, version: number | null): ReportVersionHeader {
  if (job.erasedAt) throw jobErased(job);
  const latest = job.reports.at(-1)?.versionNumber ?? 0;
  if (latest === 0) {
    throw new ApiError('report_not_found', errorText('error.job_report'), {
      hint: errorText('error.hint_job_report', { status: job.status }),
    });
  }
  if (version === null) {
    const current = currentVersion(job.reports);
    if (current) return current;
    throw new ApiError('report_not_found', errorText('error.report_withdrawn'), {
      hint: errorText('error.hint_withdrawn', { latest: String(latest) }),
    });
  }
  const header = job.reports.find((one) => one.versionNumber === version);
  if (header) return header;
  throw new ApiError(
    'report_version_not_found',
    errorText('error.report_version', { version: String(version) }),
    {
      hint: errorText('error.hint_version', { latest: String(latest) }),
    },
  );
}

/** Loads what a response contains about a version, without counting a view. */
export async function readVersion(
  services: Pick<Services, 'reports'>,
  job: Job,
  header: ReportVersionHeader,
): Promise<ReadReport> {
  const [{ contentJson, integrity, log = null }, counters] = await Promise.all([
    services.reports.getBody(header.bodyId),
    services.reports.counters(header.bodyId),
  ]);
  const content = JSON.parse(contentJson) as ReportContent;
  return { job, header, content, contentJson, integrity, log, counters, created: false };
}

/**
 * Records the first view of a job's report. For site checks, only operators call this, and their views are not first
 * views: `emitFirstView` emits the requester's when their token is checked.
 *
 * @returns the job after the call
 */
export async function noteFirstView(
  services: Pick<Services, 'jobs'>,
  job: Job,
  header: ReportVersionHeader,
  now: Date,
): Promise<Job> {
  return job.requestId === null ? emitFirstView(services, job, header, now) : job;
}

/**
 * Stores that a version was read for the first time and emits the event, unless the version is withdrawn.
 * @returns the job after the call
 */
export async function emitFirstView(
  services: Pick<Services, 'jobs'>,
  job: Job,
  header: ReportVersionHeader,
  now: Date,
): Promise<Job> {
  const { versionNumber } = header;
  if (header.firstViewedAt || header.withdrawnAt) return job;
  return services.jobs.change(job._id, {}, (found) => {
    const stored = found.reports.find((one) => one.versionNumber === versionNumber);
    if (!stored || stored.firstViewedAt || stored.withdrawnAt) return null;
    return new JobChange(found, now)
      .set({ reports: withVersion(found.reports, versionNumber, { firstViewedAt: now }) })
      .emit('report.viewed', {
        report_id: found.reportId,
        version_number: versionNumber,
        status: found.status,
      });
  });
}
