import { operation, post } from '../../operation.js';
import { customer } from '../customer/customer-access.js';
import { cancelFor, cancellationReason } from '../site-check/cancel-site-check.js';
import { customerRequestTarget } from './customer-request-target.js';

export const cancelCustomerRequest = operation({
  name: 'cancelCustomerRequest',
  kind: 'mutation',
  description: 'Cancel a request before work begins and refund its payment.',
  access: customer,
  target: customerRequestTarget,
  args: { reason: cancellationReason },
  errors: ['invalid_transition'],
  example: { reason: 'Not needed any more.' },
  rest: post('/v1/customer/requests/{request_id}/cancel', {
    tag: 'Customer requests',
    summary: 'Cancel a customer request',
  }),
  run: ({ services, viewer }, { requestId, reason }) =>
    cancelFor(services, viewer, requestId, reason ?? null),
});
