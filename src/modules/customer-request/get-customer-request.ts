import { get, operation } from '../../operation.js';
import type { Target } from '../../target.js';
import { customer } from '../customer/customer-access.js';
import { viewFor } from '../site-check/party.js';
import { siteCheckTarget } from '../site-check/requester.js';

/** The request that an operation targets; another customer's is not found, like an unknown one. */
export const customerRequestTarget: Target<'requestId'> = {
  ...siteCheckTarget,
  description: 'Id of the request.',
  node: 'CustomerRequest',
};

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
