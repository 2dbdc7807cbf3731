import { operation, post } from '../../operation.js';
import { customer } from '../customer/customer-access.js';
import { customerRequestTarget } from '../customer-request/get-customer-request.js';
import { viewFor } from '../site-check/party.js';
import { browserExample, createInput, subscribe } from './push-input.js';

export const createCustomerPushSubscription = operation({
  name: 'createCustomerPushSubscription',
  kind: 'mutation',
  description:
    'Notify a browser about a request of the customer: paid, verifier assigned, photos received, report ready, refunded, prices about to expire. The same browser again replaces its keys.',
  access: customer,
  target: customerRequestTarget,
  input: createInput,
  errors: ['push_off', 'push_limit'],
  example: browserExample,
  rest: post('/v1/customer/requests/{request_id}/push-subscriptions', {
    tag: 'Customer requests',
    summary: 'Turn on notifications about a customer request',
  }),
  async run({ services, viewer }, { requestId, input }) {
    await viewFor(services, viewer, requestId);
    return subscribe(services, { kind: 'request', requestId }, input);
  },
});
