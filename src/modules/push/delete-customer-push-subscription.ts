import { operation, post } from '../../operation.js';
import { customer } from '../customer/customer-access.js';
import { customerRequestTarget } from '../customer-request/get-customer-request.js';
import { viewFor } from '../site-check/party.js';
import { browserExample, deleteInput, unsubscribe } from './push-input.js';

export const deleteCustomerPushSubscription = operation({
  name: 'deleteCustomerPushSubscription',
  kind: 'mutation',
  description: 'Stop notifying a browser about a request of the customer.',
  access: customer,
  target: customerRequestTarget,
  input: deleteInput,
  errors: [],
  example: { endpoint: browserExample.endpoint },
  rest: post('/v1/customer/requests/{request_id}/push-subscriptions/delete', {
    tag: 'Customer requests',
    summary: 'Turn off notifications about a customer request',
  }),
  async run({ services, viewer }, { requestId, input }) {
    await viewFor(services, viewer, requestId);
    return unsubscribe(services, { kind: 'request', requestId }, input.endpoint);
  },
});
