import { scope } from '../../access.js';
import { get, operation } from '../../operation.js';
import type { Customer } from './customer.js';
import { customerTarget } from './customer-access.js';

export const getCustomer = operation({
  name: 'customer',
  kind: 'query',
  description: 'Get the account of a customer by its id, erased accounts included.',
  access: scope('operator'),
  target: customerTarget,
  errors: [],
  rest: get('/v1/operator/customers/{account_id}', {
    operationId: 'get_customer',
    tag: 'Operators',
    summary: 'Get a customer',
  }),
  run: ({ services }, { id }): Promise<Customer> => services.customers.get(id),
});
