import { z } from 'zod';
import type { RequestContext } from '../../context.js';
import { ApiError, type ErrorCode, errorText } from '../../errors.js';
import type { Language } from '../../messages/language.js';
import { get, operation } from '../../operation.js';
import type { Services } from '../../services.js';
import { currentVersion } from '../job/report-version.js';
import {
  emitFirstView,
  isCounted,
  type ReadReport,
  reportPdfQuery,
  reportQuery,
  requireVersion,
  viewReport,
} from '../report/get-report.js';
import { exportPdf, type ServedPdf } from '../report/get-report-pdf.js';
import { type Party, roleOf, viewFor } from './party.js';
import type { ReconcileNeeds } from './reconcile-site-check.js';
import { reader, siteCheckTarget } from './requester.js';
import { accessTokenArgument, accessTokenField } from './select-offer.js';
import type { SiteCheckView } from './site-check.js';
import { SiteCheckChange } from './site-check-change.js';

/** Query parameters of the report as JSON. */
export const siteCheckReportQuery = z.object({
  accessToken: accessTokenField,
  ...reportQuery.shape,
});

/** Query parameters of the report as PDF. */
export const siteCheckReportPdfQuery = z.object({
  accessToken: accessTokenField,
  ...reportPdfQuery,
});

/** @throws ApiError `site_check_not_found`, `report_not_found` */
export async function requireReported(
  services: ReconcileNeeds,
  party: Party,
  requestId: string,
): Promise<SiteCheckView> {
  const view = await viewFor(services, party, requestId);
  if (view.job.reports.length > 0) return view;
  throw new ApiError('report_not_found', errorText('error.site_check_report'), {
    hint: errorText('error.hint_site_check_report', { status: view.request.status }),
  });
}

/** Emits the first time that the requester gets a version; for the current version, also completes the request. */
async function noteDelivered(
  services: Pick<Services, 'clock' | 'jobs' | 'siteChecks'>,
  { request, job }: SiteCheckView,
  versionNumber: number,
): Promise<void> {
  const { siteChecks, clock } = services;
  await emitFirstView(services, job, requireVersion(job, versionNumber), clock.now());
  const current = currentVersion(job.reports)?.versionNumber;
  if (request.status !== 'report_ready' || versionNumber !== current) return;
  await siteChecks.change(request._id, (found) =>
    found.status === 'report_ready'
      ? new SiteCheckChange(found, clock.now()).move('completed')
      : null,
  );
}

/**
 * Returns a version of the report of a request; the first complete response with the current one to its requester
 * completes the request.
 * @param besides what the response contains besides the report, as a string that changes with it
 * @throws ApiError `site_check_not_found` and any of `reportErrors`
 */
export async function readReport(
  ctx: RequestContext,
  party: Party,
  requestId: string,
  version: number | null,
  besides = '',
): Promise<ReadReport> {
  const view = await requireReported(ctx.services, party, requestId);
  const report = await viewReport(ctx, view.job, version, besides);
  if (roleOf(party) === 'requester' && isCounted(ctx, ctx.notes.etag ?? '')) {
    await noteDelivered(ctx.services, view, report.header.versionNumber);
  }
  return report;
}

/** Errors that reading a report can return. */
export const reportErrors = [
  'report_not_found',
  'report_version_not_found',
  'erased',
] as const satisfies readonly ErrorCode[];

export const getSiteCheckReport = operation({
  name: 'siteCheckReport',
  kind: 'query',
  description:
    'Get a version of the report of a site check. Each call counts as a view; the first view by the requester completes the site check.',
  access: reader,
  target: siteCheckTarget,
  args: { accessToken: accessTokenArgument, ...reportQuery.shape },
  errors: reportErrors,
  rest: get('/v1/public/site-checks/{request_id}/report', {
    tool: { name: 'get_site_check_report' },
    operationId: 'get_site_check_report',
    tag: 'Site checks',
    summary: 'Get the report of a site check',
    answer: 'PublicSiteCheckReportOut',
    query: siteCheckReportQuery,
  }),
  run: (ctx, { requestId, version }) => readReport(ctx, ctx.viewer, requestId, version ?? null),
});

/** Returns the report as a PDF. @throws errors of `readReport`, and `unavailable` */
export async function readReportPdf(
  ctx: RequestContext,
  party: Party,
  requestId: string,
  version: number | null,
  language: Language,
): Promise<ServedPdf> {
  const view = await requireReported(ctx.services, party, requestId);
  const pdf = await exportPdf(ctx, view.job, version, language);
  if (!pdf.bytes || roleOf(party) !== 'requester') return pdf;
  try {
    await noteDelivered(ctx.services, view, pdf.versionNumber);
    return pdf;
  } catch (error) {
    pdf.bytes.destroy();
    throw error;
  }
}
