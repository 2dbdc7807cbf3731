import { ApiError } from '../../errors.js';
import type { Services } from '../../services.js';
import { readTaskToken, requireUsableToken } from '../job/task-token.js';
import { holdsAccessToken } from '../site-check/requester.js';

/** A token that a request shows, not yet judged. */
export type TokenClaim =
  | { kind: 'task'; token: string }
  | { kind: 'access'; requestId: string; token: string };

async function isUsableTaskToken(services: Services, token: string): Promise<boolean> {
  try {
    const claims = await readTaskToken(services.serverKeys.tokens, token, ['provider', 'capture']);
    requireUsableToken(claims, await services.jobs.find(claims.jobId, {}), services.clock.now());
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

/**
 * Whether a token is what it claims to be, so that a bucket of its own is due to it: anybody can
 * make tokens up, and would have as many buckets as they like.
 */
export async function isProven(services: Services, claim: TokenClaim): Promise<boolean> {
  if (claim.kind === 'task') return isUsableTaskToken(services, claim.token);
  return holdsAccessToken(services, claim.requestId, claim.token);
}
