import { operation } from '../../operation.js';
import { customer } from '../customer/customer-access.js';
import { followFor } from '../site-check/follow-site-check.js';
import { customerRequestTarget } from './customer-request-target.js';

export const followCustomerRequest = operation({
  name: 'customerRequestUpdated',
  kind: 'subscription',
  description:
    'Stream a request of the customer: its current state, then its state after each change of the request or its job. Changes in quick succession are combined.',
  access: customer,
  target: customerRequestTarget,
  errors: ['rate_limited'],
  run: (ctx, { requestId }) => followFor(ctx, requestId, ctx.viewer.customerId),
});
