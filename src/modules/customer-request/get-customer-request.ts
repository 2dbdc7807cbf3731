import { get, operation } from '../../operation.js';
import { customer } from '../customer/customer-access.js';
import { viewFor } from '../site-check/party.js';
import { customerRequestTarget } from './customer-request-target.js';

export const getCustomerRequest = operation({
  name: 'customerRequest',
  kind: 'query',
  description: 'Get a request of the customer.',
  access: customer,
  target: customerRequestTarget,
  errors: [],
  rest: get('/v1/customer/requests/{request_id}', {
    operationId: 'get_customer_request',
    tag: 'Customer requests',
    summary: 'Get a customer request',
  }),
  run: ({ services, viewer }, { requestId }) => viewFor(services, viewer, requestId),
});
