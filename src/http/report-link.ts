import type { Context } from 'hono';
import type { GivenLink } from '../modules/delivery/signed-report.js';
import type { Env } from './request.js';

/** Returns the signed link of a request below /reports. Missing parts make it an invalid link. */
export function linkOf(c: Context<Env>): GivenLink {
  const { version = '', expires = '', signature = '' } = c.req.query();
  return { requestId: c.req.param('request_id') ?? '', version, expires, signature };
}
