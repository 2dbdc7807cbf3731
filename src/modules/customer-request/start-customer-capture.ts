import { operation, post } from '../../operation.js';
import { customer } from '../customer/customer-access.js';
import { startCapture } from '../site-check/start-self-service-capture.js';
import { customerRequestTarget } from './customer-request-target.js';

export const startCustomerCapture = operation({
  name: 'startCustomerCapture',
  kind: 'mutation',
  description:
    'Create a capture link for a confirmed self-service request. The previous link is revoked.',
  access: customer,
  target: customerRequestTarget,
  errors: ['invalid_transition'],
  rest: post('/v1/customer/requests/{request_id}/self-service-capture', {
    tag: 'Customer requests',
    summary: 'Start capture of a customer request',
  }),
  run: (ctx, { requestId }) => startCapture(ctx, ctx.viewer, requestId),
});
