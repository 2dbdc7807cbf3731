import type { Context } from 'hono';
import type { Env } from '../../http/request.js';
import type { Customer } from '../../modules/customer/customer.js';
import { getCustomerSession } from '../../modules/customer/get-customer-session.js';
import { runOperation } from './run-operation.js';

/** True if the reader sends a session cookie, valid or not. */
export const carriesSession = (c: Context<Env>) =>
  /(^|;\s*)(__Host-)?session=/.test(c.req.header('cookie') ?? '');

/** The account of the reader; null without a valid session. */
export async function accountOf(c: Context<Env>): Promise<Customer | null> {
  if (!carriesSession(c)) return null;
  const answer = await runOperation(c, getCustomerSession);
  return answer.ok ? answer.result.customer : null;
}
