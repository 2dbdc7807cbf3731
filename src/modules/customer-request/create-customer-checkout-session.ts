import { z } from 'zod';
import { operation, post } from '../../operation.js';
import { customer } from '../customer/customer-access.js';
import { checkoutErrors, openCheckout } from '../site-check/create-checkout-session.js';
import { customerRequestTarget } from './customer-request-target.js';

/** CustomerRequestCreateCheckoutSessionIn of the interface: an object without members, required. */
const createCustomerCheckoutSessionBody = z.object({}).meta({
  document: 'CustomerRequestCreateCheckoutSessionIn',
  description: 'An empty object.',
});

export const createCustomerCheckoutSession = operation({
  name: 'createCustomerCheckoutSession',
  kind: 'mutation',
  description: 'Create a checkout session for the selected offer, or return the open session.',
  access: customer,
  target: customerRequestTarget,
  errors: checkoutErrors,
  example: {},
  rest: post('/v1/customer/requests/{request_id}/checkout-session', {
    tag: 'Customer requests',
    summary: 'Create a checkout session for a customer request',
    query: createCustomerCheckoutSessionBody,
    toArgs: () => ({}),
  }),
  run: (ctx, { requestId }) => openCheckout(ctx, ctx.viewer, requestId),
});
