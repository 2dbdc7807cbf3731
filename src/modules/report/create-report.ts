import { scope } from '../../access.js';
import { ApiError, errorText } from '../../errors.js';
import { canonicalJson } from '../../lib/canonical-json.js';
import { newId } from '../../lib/ids.js';
import { operation, post } from '../../operation.js';
import type { Services } from '../../services.js';
import { jobScope } from '../../viewer.js';
import { labelFor } from '../catalogue/catalogue.js';
import { type Job, type JobScope, jobTarget } from '../job/job.js';
import { JobChange, jobErased } from '../job/job-change.js';
import type { Jobs } from '../job/jobs.js';
import { currentVersion, newVersion, type ReportVersionHeader } from '../job/report-version.js';
import { forIntegrator, type ReadReport, readVersion } from './get-report.js';
import { signContent } from './integrity.js';
import { buildReportContent, deriveReportFacts } from './report-content.js';
import { factsOf, type ReportContent, type ReportFacts } from './report-schema.js';

/** Services that create a report version. */
export type ReportNeeds = Pick<
  Services,
  'catalogue' | 'clock' | 'jobs' | 'mode' | 'reportPdfs' | 'reports' | 'serverKeys' | 'timestamps'
>;

export const createRealityReport = operation({
  name: 'createRealityReport',
  kind: 'mutation',
  description:
    'Create a report version for a submitted, completed or disputed job. The current version is returned when its content would be unchanged.',
  access: scope('reports:write'),
  target: jobTarget,
  errors: ['report_not_ready', 'erased'],
  rest: post('/v1/jobs/{job_id}/reality-report', {
    tool: { name: 'create_reality_report' },
    tag: 'Reports',
    summary: 'Create a report version',
  }),
  async run({ services, viewer }, { id }): Promise<ReadReport> {
    const { job, header, created } = await makeVersion(services, id, jobScope(viewer));
    const report = { ...(await readVersion(services, job, header)), created };
    return forIntegrator(report, await services.jobs.findPreviousVisit(job));
  },
});

export interface MadeVersion {
  job: Job;
  header: ReportVersionHeader;
  /** True if this call created the version. */
  created: boolean;
}

/**
 * Returns the version that describes the current state of the job, and creates it if it does not exist: the version is
 * built from the job as read, signed, its body stored, then added to the job in one guarded write. Only one of several
 * concurrent calls creates it; the others return the same version.
 *
 * @param jobs applies the change to the job; site checks update their job themselves
 * @throws ApiError `job_not_found`, `report_not_ready`
 */
export async function makeVersion(
  services: ReportNeeds,
  jobId: string,
  scope: JobScope,
  jobs: Pick<Jobs, 'change'> = services.jobs,
): Promise<MadeVersion> {
  const attempts: ReportVersionHeader[] = [];
  const found: { version: ReportVersionHeader | null } = { version: null };
  // Bodies of attempts that lost the race. The sweep deletes the ones that cannot be deleted now.
  const discardLost = async () => {
    for (const { bodyId } of attempts) await services.reports.deleteBody(bodyId).catch(() => {});
  };
  const plan = async (stored: Job) => {
    if (stored.erasedAt) throw jobErased(stored);
    requireReady(stored);
    found.version = await unchangedVersion(services, stored);
    if (found.version) return null;
    const planned = await planVersion(services, stored);
    attempts.push(planned.header);
    return planned.change;
  };
  const job = await jobs.change(jobId, scope, plan).catch(async (error: unknown) => {
    if (error instanceof ApiError) await discardLost();
    throw error;
  });
  const made = found.version ? undefined : attempts.pop();
  await discardLost();
  const header = found.version ?? made;
  if (!header) throw new Error('a version is either found or made');
  if (made) services.reportPdfs.begin(job, made);
  return { job, header, created: made !== undefined };
}

/** @throws ApiError `report_not_ready` */
function requireReady(job: Job): void {
  if (['submitted', 'completed', 'disputed'].includes(job.status)) return;
  const unmet = job.steps.filter((step) => step.required && step.status !== 'passed');
  const names = unmet.map((step) => step.stepName).join(', ');
  const { status } = job;
  const detail =
    unmet.length > 0
      ? errorText('error.report_steps', { status, steps: names })
      : errorText('error.report_unready', { status });
  throw new ApiError('report_not_ready', detail, {
    members: { unmet_steps: unmet.map((step) => step.stepName) },
  });
}

const factsNow = (
  services: Pick<Services, 'catalogue' | 'mode' | 'timestamps'>,
  job: Job,
  reportId: string,
) =>
  deriveReportFacts(job, {
    reportId,
    serviceLabel: labelFor(services.catalogue, job.serviceKey),
    mode: services.mode,
    hasTimestamps: services.timestamps.isRequested,
  });

/** Excludes summary and limitations: they are derived from the other facts, the configuration and the release. */
const comparable = ({
  summary: _s,
  limitations: _l,
  // The headline is derived from the answers; reports of earlier releases have neither.
  headline: _h,
  answers = [],
  ...facts
}: ReportFacts) => canonicalJson({ ...facts, answers });

/** Returns the current version if it describes the current state of the job. */
async function unchangedVersion(
  services: Pick<Services, 'catalogue' | 'mode' | 'reports' | 'timestamps'>,
  job: Job,
): Promise<ReportVersionHeader | null> {
  const current = currentVersion(job.reports);
  if (!current || job.reportId === null) return null;
  const content = await contentOf(services, current);
  const facts = factsNow(services, job, job.reportId);
  return comparable(factsOf(content)) === comparable(facts) ? current : null;
}

async function planVersion(
  services: Pick<
    Services,
    'catalogue' | 'clock' | 'mode' | 'reports' | 'serverKeys' | 'timestamps'
  >,
  job: Job,
): Promise<{ header: ReportVersionHeader; change: JobChange }> {
  const now = services.clock.now();
  const reportId = job.reportId ?? newId();
  const before = job.reports.at(-1);
  const content = buildReportContent(factsNow(services, job, reportId), {
    versionNumber: (before?.versionNumber ?? 0) + 1,
    now,
    previous: before
      ? { content: await contentOf(services, before), withdrawn: before.withdrawnAt !== null }
      : null,
  });
  const previousSha256 = before?.contentSha256 ?? null;
  const key = services.serverKeys.reports;
  const { contentJson, integrity } = await signContent(content, { key, previousSha256, now });
  const header = newVersion({
    versionNumber: content.version_number,
    bodyId: newId(),
    generatedAt: now,
    contentSha256: integrity.content_sha256,
    previousSha256,
    changeSummaryText: content.change_summary?.summary ?? null,
    ...(job.metadata && { metadata: job.metadata }),
  });
  const { bodyId, versionNumber } = header;
  const body = { _id: bodyId, jobId: job._id, versionNumber, contentJson, integrity };
  await services.reports.insertBody(body, now);
  const change = new JobChange(job, now)
    .set({ reportId, reports: [...job.reports, header] })
    .emit('report.version_created', {
      report_id: reportId,
      version_number: versionNumber,
      content_sha256: header.contentSha256,
      status: job.status,
    });
  return { header, change };
}

async function contentOf(
  services: Pick<Services, 'reports'>,
  header: ReportVersionHeader,
): Promise<ReportContent> {
  const { contentJson } = await services.reports.getBody(header.bodyId);
  return JSON.parse(contentJson) as ReportContent;
}
