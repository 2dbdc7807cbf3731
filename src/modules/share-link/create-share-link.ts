import type { RequestContext } from '../../context.js';
import { ApiError, type ErrorCode, errorText } from '../../errors.js';
import { newId } from '../../lib/ids.js';
import { ratePolicies } from '../../limits.js';
import { operation, post } from '../../operation.js';
import { customer } from '../customer/customer-access.js';
import { customerRequestTarget } from '../customer-request/get-customer-request.js';
import { jobErased } from '../job/job-change.js';
import { currentVersion } from '../job/report-version.js';
import { requireReported } from '../site-check/get-site-check-report.js';
import type { Party } from '../site-check/party.js';
import { requester, siteCheckTarget } from '../site-check/requester.js';
import { accessTokenField } from '../site-check/select-offer.js';
import { newShareLink, type ShareLink, shareLinkArgs, shareLinksMax } from './share-link.js';

/**
 * Creates a link to the report of a party's site check.
 * @throws ApiError `site_check_not_found` and any of `errors`
 */
async function createFor(
  ctx: RequestContext,
  party: Party,
  requestId: string,
  days: number,
): Promise<ShareLink> {
  const { services } = ctx;
  const { shareLinks, clock } = services;
  const { job } = await requireReported(services, party, requestId);
  if (job.erasedAt) throw jobErased(job);
  if (!currentVersion(job.reports)) {
    throw new ApiError('report_withdrawn', errorText('error.report_withdrawn'), {
      hint: errorText('error.hint_new_version'),
    });
  }
  ctx.notes.headers['cache-control'] = 'no-store';
  for (;;) {
    const number = (await shareLinks.lastNumber(requestId)) + 1;
    if (number > shareLinksMax) {
      throw new ApiError(
        'share_link_limit',
        errorText('error.share_links', { max: shareLinksMax }),
      );
    }
    const made = { id: newId(), requestId, number, days, now: clock.now() };
    const link = newShareLink(services, made);
    if (await shareLinks.insert(link)) return link;
  }
}

const errors = [
  'report_not_found',
  'report_withdrawn',
  'erased',
  'share_link_limit',
] as const satisfies readonly ErrorCode[];

const description =
  'Create a link that shows the report to anyone who has it, without the access token and without actions. It shows the current version until it expires or is revoked.';

export const createShareLink = operation({
  name: 'createShareLink',
  kind: 'mutation',
  description,
  access: requester,
  target: siteCheckTarget,
  args: { accessToken: accessTokenField, ...shareLinkArgs },
  limit: ratePolicies.shareLinks,
  errors,
  example: { access_token: 'mR5cN0vJ2bQx8wLk4TzYp7HdS1uFgE6aC3iOoVtBnXs', expires_in_days: 30 },
  rest: post('/v1/public/site-checks/{request_id}/share-links', {
    tag: 'Site checks',
    summary: 'Create a share link',
    status: 201,
  }),
  run: (ctx, { requestId, expiresInDays }) => createFor(ctx, ctx.viewer, requestId, expiresInDays),
});

export const createCustomerShareLink = operation({
  name: 'createCustomerShareLink',
  kind: 'mutation',
  description,
  access: customer,
  target: customerRequestTarget,
  args: shareLinkArgs,
  limit: ratePolicies.shareLinks,
  errors,
  example: { expires_in_days: 30 },
  rest: post('/v1/customer/requests/{request_id}/share-links', {
    tag: 'Customer requests',
    summary: 'Create a share link of a customer request',
    status: 201,
  }),
  run: (ctx, { requestId, expiresInDays }) => createFor(ctx, ctx.viewer, requestId, expiresInDays),
});
