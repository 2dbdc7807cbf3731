import type { Access } from '../../access.js';
import type { RequestContext } from '../../context.js';
import { ApiError, errorText } from '../../errors.js';
import type { Language } from '../../messages/language.js';
import { admit } from '../../operation.js';
import type { Requester } from '../../viewer.js';
import { type ReadReport, readVersion, requireVersion } from '../report/get-report.js';
import type { ServedPdf } from '../report/get-report-pdf.js';
import { type ReportLinkQuery, verifyReportLink } from '../report/report-link.js';
import { readReport, readReportPdf } from '../site-check/get-site-check-report.js';
import { viewFor } from '../site-check/party.js';
import type { SiteCheckView } from '../site-check/site-check.js';

/** A signed link as received. */
export interface GivenLink extends ReportLinkQuery {
  requestId: string;
}

/** The holder of a signed link, who can read its version as the requester does. */
export const signedLink: Access<Requester> = {
  label: 'the signed link',
  security: [],
  errors: ['not_found', 'token_expired'],
  early: false,
  present: () => null,
  admit({ services }, { args }) {
    const { requestId, ...query } = args as unknown as GivenLink;
    verifyReportLink(services.serverKeys.links, requestId, query, services.clock.now());
    return { kind: 'access_token', requestId };
  },
};

/**
 * Admits the holder of a signed link, and returns the call and the version of the link.
 * @throws ApiError `not_found`, `token_expired`
 */
export async function admitLink(ctx: RequestContext, link: GivenLink) {
  const call = await admit({ access: signedLink }, ctx, { ...link });
  return { call, requestId: link.requestId, version: Number(link.version) };
}

/** Throws the same error for a valid link to a deleted report as for a damaged link. */
export function asMissing(error: unknown): never {
  const gone = error instanceof ApiError && error.code === 'site_check_not_found';
  throw gone ? new ApiError('not_found', errorText('error.report_link')) : error;
}

/** Returns the request and the job of a signed link, without counting a view. @throws errors of `admitLink` */
export async function openLink(
  ctx: RequestContext,
  link: GivenLink,
): Promise<SiteCheckView & { version: number }> {
  const { call, requestId, version } = await admitLink(ctx, link);
  const view = await viewFor(ctx.services, call.viewer, requestId).catch(asMissing);
  return { ...view, version };
}

/** Returns the version of a signed link, without counting a view. @throws errors of `admitLink` */
export async function showCover(ctx: RequestContext, link: GivenLink): Promise<ReadReport> {
  const { job, version } = await openLink(ctx, link);
  return readVersion(ctx.services, job, requireVersion(job, version));
}

/** Records that the requester reads the version of a signed link. @throws errors of `admitLink` */
export async function recordView(ctx: RequestContext, link: GivenLink): Promise<void> {
  const { call, requestId, version } = await admitLink(ctx, link);
  await readReport(call, call.viewer, requestId, version).catch(asMissing);
}

/**
 * Returns the version as a PDF, which counts as the requester's export. @throws errors of `admitLink`, and
 * `unavailable`
 */
export async function openReportPdf(
  ctx: RequestContext,
  link: GivenLink,
  language: Language,
): Promise<ServedPdf> {
  const { call, requestId, version } = await admitLink(ctx, link);
  return readReportPdf(call, call.viewer, requestId, version, language).catch(asMissing);
}
