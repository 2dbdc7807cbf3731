import type { Call } from '../../context.js';
import type { CustomerViewer } from '../../viewer.js';
import type { Customer } from './customer.js';
import { sessionInvalid } from './customer-access.js';
import { CustomerChange } from './customer-change.js';

/**
 * Changes the customer's own account if the session still exists: it could have ended since the request was admitted.
 *
 * @param plan plans the change; returns false to store nothing
 * @throws ApiError `session_invalid`, and errors of `plan`
 */
export function changeOwn(
  ctx: Call<CustomerViewer>,
  plan: (change: CustomerChange) => boolean,
): Promise<Customer> {
  const { customers, clock } = ctx.services;
  const { customerId, sessionId } = ctx.viewer;
  return customers.change(customerId, (account) => {
    if (!account.sessions?.some(({ id }) => id === sessionId)) throw sessionInvalid(ctx);
    const change = new CustomerChange(account, clock.now());
    return plan(change) ? change : null;
  });
}
