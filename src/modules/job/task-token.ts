import { SignJWT } from 'jose';
import { z } from 'zod';
import { ApiError, errorText } from '../../errors.js';
import { signedClaims } from '../../lib/signed-token.js';
import type { SigningKey } from '../integrator/server-keys.js';
import { type Job, type TaskToken, taskTokenKind } from './job.js';

const claimsSchema = z.object({
  jti: z.string(),
  sub: z.string(),
  kind: taskTokenKind,
  steps: z.array(z.string()),
  exp: z.number().int(),
});

/** The content of a task or capture token; its job decides whether it is still valid. */
export interface TaskTokenClaims {
  tokenId: string;
  jobId: string;
  kind: TaskToken['kind'];
  /** Steps that the holder has to do. */
  stepNames: string[];
  expiresAt: Date;
}

const invalid = () => new ApiError('token_invalid', errorText('error.task_token'));

/** Signs the token of an assignment: a JWT (EdDSA) with job, steps, expiry and its own id. */
export function issueTaskToken(
  key: SigningKey,
  job: Pick<Job, '_id' | 'steps'>,
  token: Pick<TaskToken, 'tokenId' | 'kind' | 'createdAt' | 'expiresAt'>,
): Promise<string> {
  return new SignJWT({ kind: token.kind, steps: job.steps.map((step) => step.stepName) })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: key.keyId })
    .setJti(token.tokenId)
    .setSubject(job._id)
    .setIssuedAt(token.createdAt)
    .setExpirationTime(token.expiresAt)
    .sign(key.privateKey);
}

/**
 * Reads a token and checks its signature and kind. `requireUsableToken` checks expiry and revocation when the job is
 * known.
 *
 * @param kinds the kinds that the route accepts
 * @throws ApiError `token_invalid`
 */
export async function readTaskToken(
  key: SigningKey,
  token: string,
  kinds: readonly TaskToken['kind'][],
): Promise<TaskTokenClaims> {
  const claims = await signedClaims(key.privateKey, token, claimsSchema);
  if (!claims || !kinds.includes(claims.kind)) throw invalid();
  const { jti, sub, kind, steps, exp } = claims;
  return {
    tokenId: jti,
    jobId: sub,
    kind,
    stepNames: steps,
    expiresAt: new Date(exp * 1000),
  };
}

/**
 * Checks a token against its job: the job must know it and must not have revoked it, and it must not be expired.
 *
 * @param job null if the job of the token does not exist
 * @returns the job's record of the token
 * @throws ApiError `token_invalid`, `token_expired`
 */
export function requireUsableToken(
  claims: TaskTokenClaims,
  job: Pick<Job, '_id' | 'tokens'> | null,
  now: Date,
): TaskToken {
  const record = job?.tokens.find((token) => token.tokenId === claims.tokenId);
  if (job?._id !== claims.jobId || !record || record.kind !== claims.kind) throw invalid();
  // An expired token counts as expired, even if its job marked it as revoked at its expiry or later.
  if (record.expiresAt <= now && (!record.revokedAt || record.revokedAt >= record.expiresAt)) {
    throw new ApiError(
      'token_expired',
      errorText('error.token_expired_at', { time: record.expiresAt.toISOString() }),
    );
  }
  if (record.revokedAt) throw invalid();
  return record;
}
