import type { Call } from '../../context.js';
import type { CustomerViewer } from '../../viewer.js';
import type { Customer } from './customer.js';
import { sessionInvalid } from './customer-access.js';
import { CustomerChange } from './customer-change.js';

/**
 * Changes the customer's own account, as long as the session is there: it may have ended since the
 * request was admitted.
 *
 * @param plan plans the change; returns false when nothing is to be stored
 * @throws ApiError `session_invalid`, and what `plan` throws
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
