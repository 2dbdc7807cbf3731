import type { Access } from '../../access.js';
import type { Call, RequestContext } from '../../context.js';
import { ApiError, errorText } from '../../errors.js';
import { isCredential } from '../../lib/credential.js';
import type { Language } from '../../messages/language.js';
import { admit } from '../../operation.js';
import type { Requester } from '../../viewer.js';
import { currentVersion } from '../job/report-version.js';
import { readVersion, requireVersion } from '../report/get-report.js';
import { exportPdf, type ServedPdf } from '../report/get-report-pdf.js';
import type { ReportContent } from '../report/report-schema.js';
import { viewFor } from '../site-check/party.js';
import type { SiteCheckView } from '../site-check/site-check.js';
import { hashShareToken, isOpen, type ShareLink } from './share-link.js';

/** The holder of a share link, whose token was found. Only reads are made with this access, and none is recorded. */
const sharedWith = ({ requestId }: ShareLink): Access<Requester> => ({
  label: 'the share link',
  security: [],
  errors: ['not_found', 'token_expired'],
  early: false,
  present: () => null,
  admit: () => ({ kind: 'access_token', requestId }),
});

/** A link that works, with the call that reads its report. */
interface OpenedLink {
  link: ShareLink;
  call: Call<Requester>;
}

/** @throws ApiError `not_found` for an unknown token, `token_expired` for a link that has ended */
export async function openShareLink(ctx: RequestContext, token: string): Promise<OpenedLink> {
  const { shareLinks, clock } = ctx.services;
  const link = isCredential(token) ? await shareLinks.findByTokenHash(hashShareToken(token)) : null;
  if (!link) throw new ApiError('not_found', errorText('error.report_link'));
  if (!isOpen(link, clock.now())) {
    throw new ApiError('token_expired', errorText('error.share_link_ended'), {
      hint: errorText('error.hint_share_link'),
    });
  }
  // The requester's own reads count and complete the site check; these do neither.
  return {
    link,
    call: await admit({ access: sharedWith(link) }, { ...ctx, recordsReads: false }, {}),
  };
}

/** Returns the site check of a link, with its job. @throws errors of `openShareLink` */
export async function viewShared(ctx: RequestContext, token: string): Promise<SiteCheckView> {
  const { link, call } = await openShareLink(ctx, token);
  return viewFor(ctx.services, call.viewer, link.requestId);
}

/** Counts that the page of a link was opened, unless by the customer who owns the site check. */
export async function countShareView(
  { services, caller }: RequestContext,
  link: ShareLink,
): Promise<void> {
  const { session } = caller;
  if (session.kind === 'customer') {
    const request = await services.siteChecks.peek(link.requestId);
    if (request?.customerId === session.customerId) return;
  }
  await services.shareLinks.countView(link._id, services.clock.now());
}

/**
 * Returns the current version as a PDF, which counts as an export.
 * @throws errors of `openShareLink`, `report_not_found`, `erased` and `unavailable`
 */
export async function openSharedPdf(
  ctx: RequestContext,
  token: string,
  language: Language,
): Promise<ServedPdf> {
  const { job } = await viewShared(ctx, token);
  return exportPdf(ctx, job, null, language);
}

/** The content of the version that a link shows. */
export interface SharedContent {
  content: ReportContent;
  /** True if every version was withdrawn: the content is that of the last one. */
  isWithdrawn: boolean;
}

/** @throws errors of `openShareLink`, `report_not_found` and `erased` */
export async function readSharedContent(
  ctx: RequestContext,
  token: string,
): Promise<SharedContent> {
  const { job } = await viewShared(ctx, token);
  const current = currentVersion(job.reports);
  const header = requireVersion(job, (current ?? job.reports.at(-1))?.versionNumber ?? null);
  const { content } = await readVersion(ctx.services, job, header);
  return { content, isWithdrawn: current === undefined };
}
