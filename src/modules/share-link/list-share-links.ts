import { z } from 'zod';
import type { RequestContext } from '../../context.js';
import { get, operation } from '../../operation.js';
import { customer } from '../customer/customer-access.js';
import { customerRequestTarget } from '../customer-request/get-customer-request.js';
import { type Party, viewFor } from '../site-check/party.js';
import { reader, siteCheckTarget } from '../site-check/requester.js';
import { accessTokenArgument, accessTokenField } from '../site-check/select-offer.js';
import { type ShareLink, shareLinksMax } from './share-link.js';

async function listFor(ctx: RequestContext, party: Party, requestId: string): Promise<ShareLink[]> {
  await viewFor(ctx.services, party, requestId);
  ctx.notes.headers['cache-control'] = 'no-store';
  return ctx.services.shareLinks.listOf(requestId);
}

const description = `List the links that share the report, newest first, including those that have ended; at most ${shareLinksMax}.`;

export const listShareLinks = operation({
  name: 'shareLinks',
  kind: 'query',
  description,
  access: reader,
  target: siteCheckTarget,
  args: { accessToken: accessTokenArgument },
  errors: [],
  rest: get('/v1/public/site-checks/{request_id}/share-links', {
    operationId: 'list_share_links',
    tag: 'Site checks',
    summary: 'List the share links of a site check',
    query: z.object({ accessToken: accessTokenField }),
  }),
  run: (ctx, { requestId }) => listFor(ctx, ctx.viewer, requestId),
});

export const listCustomerShareLinks = operation({
  name: 'customerShareLinks',
  kind: 'query',
  description,
  access: customer,
  target: customerRequestTarget,
  errors: [],
  rest: get('/v1/customer/requests/{request_id}/share-links', {
    operationId: 'list_customer_share_links',
    tag: 'Customer requests',
    summary: 'List the share links of a customer request',
  }),
  run: (ctx, { requestId }) => listFor(ctx, ctx.viewer, requestId),
});
