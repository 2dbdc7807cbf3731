import { z } from 'zod';
import type { RequestContext } from '../../context.js';
import { del, operation } from '../../operation.js';
import { customer } from '../customer/customer-access.js';
import { customerRequestTarget } from '../customer-request/get-customer-request.js';
import { type Party, viewFor } from '../site-check/party.js';
import { requester, siteCheckTarget } from '../site-check/requester.js';
import { accessTokenField } from '../site-check/select-offer.js';
import { type ShareLink, shareIdArgument, shareLinkNotFound } from './share-link.js';

/** @throws ApiError `site_check_not_found`, `share_link_not_found` */
async function revokeFor(
  ctx: RequestContext,
  party: Party,
  target: { requestId: string; shareId: string },
): Promise<ShareLink> {
  const { shareLinks, clock } = ctx.services;
  const { requestId, shareId } = target;
  await viewFor(ctx.services, party, requestId);
  ctx.notes.headers['cache-control'] = 'no-store';
  const link = await shareLinks.revoke(requestId, shareId, clock.now());
  if (!link) throw shareLinkNotFound(shareId);
  return link;
}

const description =
  'Revoke a share link, which stops working at once. Revoking it again has no effect.';

export const revokeShareLink = operation({
  name: 'revokeShareLink',
  kind: 'mutation',
  description,
  access: requester,
  target: siteCheckTarget,
  args: { accessToken: accessTokenField, shareId: shareIdArgument },
  errors: ['share_link_not_found'],
  example: {
    access_token: 'mR5cN0vJ2bQx8wLk4TzYp7HdS1uFgE6aC3iOoVtBnXs',
    share_id: '019c1000-0000-7000-8000-000000000003',
  },
  rest: del('/v1/public/site-checks/{request_id}/share-links/{share_id}', {
    tag: 'Site checks',
    summary: 'Revoke a share link',
    query: z.object({ accessToken: accessTokenField }),
    toArgs: (query, { share_id }) => ({ ...query, shareId: share_id }),
  }),
  run: (ctx, target) => revokeFor(ctx, ctx.viewer, target),
});

export const revokeCustomerShareLink = operation({
  name: 'revokeCustomerShareLink',
  kind: 'mutation',
  description,
  access: customer,
  target: customerRequestTarget,
  args: { shareId: shareIdArgument },
  errors: ['share_link_not_found'],
  example: { share_id: '019c1000-0000-7000-8000-000000000003' },
  rest: del('/v1/customer/requests/{request_id}/share-links/{share_id}', {
    tag: 'Customer requests',
    summary: 'Revoke a share link of a customer request',
    query: z.object({}),
    toArgs: (_query, { share_id }) => ({ shareId: share_id }),
  }),
  run: (ctx, target) => revokeFor(ctx, ctx.viewer, target),
});
