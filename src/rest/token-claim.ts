import type { Context } from 'hono';
import type { TokenClaim } from '../modules/rate-limit/token-claim.js';
import { bearerOf, type Env } from './request.js';

const taskPath = '/v1/capture/task';
const siteCheckPath = /^\/v1\/public\/site-checks\/([^/]+)(?:\/[\w.-]+)?$/;

/** The `access_token` of a JSON body; null where there is none that could be one. */
function tokenOfBody(body: Uint8Array | undefined): string | null {
  try {
    const { access_token: token } = JSON.parse(Buffer.from(body ?? []).toString('utf8'));
    return typeof token === 'string' ? token : null;
  } catch {
    return null;
  }
}

/** The token that a request to a documented path shows; null where its path reads none. */
export function tokenClaimOf(c: Context<Env>): TokenClaim | null {
  const bearer = bearerOf(c.req.header('authorization'));
  if (c.req.path === taskPath) return bearer === null ? null : { kind: 'task', token: bearer };
  const [, requestId] = siteCheckPath.exec(c.req.path) ?? [];
  if (requestId === undefined) return null;
  const token =
    c.req.method === 'POST'
      ? tokenOfBody(c.get('body'))
      : (c.req.queries('access_token')?.at(-1) ?? bearer);
  return token === null ? null : { kind: 'access', requestId, token };
}
