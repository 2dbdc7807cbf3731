import type { Context, Hono } from 'hono';
import type { Env } from '../../http/request.js';
import { pageRequest } from './page-request.js';

/** The account whose session a reader carries. */
export interface Account {
  account_id: string;
  email: string;
  full_name: string;
  phone: string | null;
  created_at: string;
}

/** Whether a reader carries a session, valid or not. */
export const carriesSession = (c: Context<Env>) =>
  /(^|;\s*)(__Host-)?session=/.test(c.req.header('cookie') ?? '');

/** The account of the reader; null for who is not signed in. */
export async function accountOf(app: Hono<Env>, c: Context<Env>): Promise<Account | null> {
  if (!carriesSession(c)) return null;
  const answer = await pageRequest<{ account: Account }>(app, c, {
    path: '/v1/customer/auth/session',
  });
  return answer.ok ? answer.body.account : null;
}
