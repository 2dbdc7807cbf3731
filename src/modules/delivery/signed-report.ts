import type { Access } from '../../access.js';
import type { RequestContext } from '../../context.js';
import { ApiError } from '../../errors.js';
import { admit } from '../../operation.js';
import type { Requester } from '../../viewer.js';
import { type ReadReport, readVersion, requireVersion } from '../report/get-report.js';
import type { ServedPdf } from '../report/get-report-pdf.js';
import { type ReportLinkQuery, verifyReportLink } from '../report/report-link.js';
import { readReportPdf } from '../site-check/get-site-check-report.js';
import { viewFor } from '../site-check/party.js';

/** A signed link as it came. */
export interface GivenLink extends ReportLinkQuery {
  requestId: string;
}

/** The holder of a signed link, who reads the version that it names as the requester does. */
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
 * The call of the holder of a signed link, and the version that it names.
 * @throws ApiError `not_found`, `token_expired`
 */
export async function admitLink(ctx: RequestContext, link: GivenLink) {
  const call = await admit({ access: signedLink }, ctx, { ...link });
  return { call, requestId: link.requestId, version: Number(link.version) };
}

/** Who holds a good link to what is there no more learns no more than of a damaged one. */
function asMissing(error: unknown): never {
  const gone = error instanceof ApiError && error.code === 'site_check_not_found';
  throw gone ? new ApiError('not_found', 'No report matches this link.') : error;
}

/** The version behind a signed link for its cover; nothing is counted. @throws what `admitLink` throws */
export async function showCover(ctx: RequestContext, link: GivenLink): Promise<ReadReport> {
  const { call, requestId, version } = await admitLink(ctx, link);
  const { job } = await viewFor(ctx.services, call.viewer, requestId).catch(asMissing);
  return readVersion(ctx.services, job, requireVersion(job, version));
}

/** The same as PDF, which counts as the requester's export. @throws what `admitLink` throws, and `unavailable` */
export async function openReportPdf(ctx: RequestContext, link: GivenLink): Promise<ServedPdf> {
  const { call, requestId, version } = await admitLink(ctx, link);
  return readReportPdf(call, call.viewer, requestId, version).catch(asMissing);
}
