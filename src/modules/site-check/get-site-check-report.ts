import { z } from 'zod';
import type { RequestContext } from '../../context.js';
import { ApiError } from '../../errors.js';
import { currentVersion } from '../job/report-version.js';
import {
  isFullAnswer,
  type ReadReport,
  reportQuery,
  requireVersion,
  tellFirstView,
  viewReport,
} from '../report/get-report.js';
import { exportPdf, type ServedPdf } from '../report/get-report-pdf.js';
import { messageFor } from './message.js';
import { type Party, requireParty } from './requester.js';
import { accessTokenField } from './select-offer.js';
import type { SiteCheckView } from './site-check.js';
import { SiteCheckChange } from './site-check-change.js';

/** Query of the status. */
export const siteCheckQuery = z.object({ accessToken: accessTokenField });

/** Query of the report, as JSON and as PDF. */
export const siteCheckReportQuery = z.object({
  accessToken: accessTokenField,
  ...reportQuery.shape,
});

async function requireReported(
  ctx: RequestContext,
  requestId: string,
  accessToken: string | null,
): Promise<SiteCheckView & { party: Party }> {
  const view = await requireParty(ctx, requestId, accessToken ?? ctx.bearer);
  if (view.job.reports.length > 0) return view;
  throw new ApiError('report_not_found', 'This site check has no report yet.', {
    hint: `It is ${view.request.status}. ${messageFor(view)}`,
  });
}

/**
 * The first time that the requester gets a version is told; of the current one it completes the
 * request.
 */
async function noteDelivered(
  ctx: RequestContext,
  { request, job, party }: SiteCheckView & { party: Party },
  versionNumber: number,
): Promise<void> {
  if (party !== 'requester') return;
  const { siteChecks, clock } = ctx.services;
  await tellFirstView(ctx.services, job, requireVersion(job, versionNumber), clock.now());
  const current = currentVersion(job.reports)?.versionNumber;
  if (request.status !== 'report_ready' || versionNumber !== current) return;
  await siteChecks.change(request._id, (found) =>
    found.status === 'report_ready'
      ? new SiteCheckChange(found, clock.now()).move('completed')
      : null,
  );
}

/**
 * A version of the report of a request; the first complete answer of the current one to its
 * requester completes the request.
 *
 * @param accessToken null: the Bearer token of the request; without either, for operators
 * @throws ApiError `site_check_not_found`, `report_not_found`, `report_version_not_found`; without
 *   a token `api_key_missing`, `api_key_invalid`, `scope_missing`
 */
export async function getSiteCheckReport(
  ctx: RequestContext,
  requestId: string,
  accessToken: string | null,
  version: number | null,
): Promise<ReadReport> {
  const view = await requireReported(ctx, requestId, accessToken);
  const report = await viewReport(ctx, view.job, version);
  if (isFullAnswer(ctx, ctx.notes.headers['etag'] ?? '')) {
    await noteDelivered(ctx, view, report.header.versionNumber);
  }
  return report;
}

/** The same as PDF. @throws what `getSiteCheckReport` throws */
export async function getSiteCheckReportPdf(
  ctx: RequestContext,
  requestId: string,
  accessToken: string | null,
  version: number | null,
): Promise<ServedPdf> {
  const view = await requireReported(ctx, requestId, accessToken);
  const pdf = await exportPdf(ctx, view.job, version);
  if (pdf.open) await noteDelivered(ctx, view, pdf.versionNumber);
  return pdf;
}
