import type { Context, Hono } from 'hono';
import type { Env } from '../../http/request.js';
import { pageRequest } from './page-request.js';

/** The account of the reader's session. */
export interface Account {
  account_id: string;
  email: string;
  full_name: string;
  phone: string | null;
  created_at: string;
}

/** True if the reader's request has a session cookie, valid or not. */
export const carriesSession = (c: Context<Env>) =>
  /(^|;\s*)(__Host-)?session=/.test(c.req.header('cookie') ?? '');

/** Returns the reader's account; null if the reader is not signed in. */
export async function accountOf(app: Hono<Env>, c: Context<Env>): Promise<Account | null> {
  if (!carriesSession(c)) return null;
  const answer = await pageRequest<{ account: Account }>(app, c, {
    path: '/v1/customer/auth/session',
  });
  return answer.ok ? answer.body.account : null;
}
