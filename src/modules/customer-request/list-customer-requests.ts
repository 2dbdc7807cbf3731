import { z } from 'zod';
import { choice } from '../../lib/schema.js';
import { get, operation } from '../../operation.js';
import { customer } from '../customer/customer-access.js';
import {
  pageOfSiteChecks,
  siteCheckPageArgs,
  siteCheckPageQuery,
} from '../site-check/list-site-checks.js';
import { siteCheckStatus } from '../site-check/states.js';

export const listCustomerRequests = operation({
  name: 'customerRequests',
  kind: 'query',
  description: 'List the requests of the customer, newest first.',
  access: customer,
  args: {
    ...siteCheckPageArgs,
    status: choice(siteCheckStatus).nullish().describe('Only requests with this status.'),
  },
  errors: ['bad_cursor'],
  rest: get('/v1/customer/requests', {
    operationId: 'list_customer_requests',
    tag: 'Customer requests',
    summary: 'List customer requests, newest first',
    query: z.object(siteCheckPageQuery),
    toArgs: ({ limit, cursor, status }) => ({ first: limit, after: cursor, status }),
  }),
  run: (ctx, { status, ...page }, selects) =>
    pageOfSiteChecks(
      ctx,
      { customerId: ctx.viewer.customerId, status },
      page,
      selects('pageInfo', 'hasPreviousPage'),
    ),
});
