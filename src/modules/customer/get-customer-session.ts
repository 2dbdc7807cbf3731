import { get, operation } from '../../operation.js';
import { customer } from './customer-access.js';
import type { CustomerSessionView } from './sign-in.js';

export const getCustomerSession = operation({
  name: 'customerSession',
  kind: 'query',
  description: 'Get the account that the session belongs to.',
  access: customer,
  errors: [],
  rest: get('/v1/customer/auth/session', { tag: 'Customers', summary: 'Get the session' }),
  run: async (ctx): Promise<CustomerSessionView> => ({
    authenticated: true,
    customer: await ctx.services.customers.get(ctx.viewer.customerId),
  }),
});
