import { createPublicKey } from 'node:crypto';
import { compactVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { ApiError } from '../../errors.js';
import type { Services } from '../../services.js';
import type { SigningKey } from '../integrator/server-keys.js';
import {
  type Customer,
  type MailTokenKind,
  type MailTokenRecord,
  mailTokenKind,
} from './customer.js';

const claimsSchema = z.object({
  jti: z.string(),
  sub: z.string(),
  kind: mailTokenKind,
  exp: z.number().int(),
});

/** What the token of a mail says; whether it still counts is for its account to say. */
interface MailTokenClaims {
  tokenId: string;
  customerId: string;
  expiresAt: Date;
}

const invalid = (cause?: unknown) =>
  new ApiError('token_invalid', 'The token is malformed, revoked or was used before.', { cause });

/** Signs the token of a mail: a JWT (EdDSA) that names account, kind, expiry and its own id. */
const sign = (key: SigningKey, customerId: string, token: MailTokenRecord): Promise<string> =>
  new SignJWT({ kind: token.kind })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: key.keyId })
    .setJti(token.tokenId)
    .setSubject(customerId)
    .setIssuedAt(token.createdAt)
    .setExpirationTime(token.expiresAt)
    .sign(key.privateKey);

/**
 * The token that a mail of this kind carries, signed anew each time; it is stored nowhere.
 * @returns null when none is to be sent: the account is gone, has no use for it, or it has expired
 */
export async function newestMailToken(
  { customers, serverKeys, clock }: Pick<Services, 'customers' | 'serverKeys' | 'clock'>,
  customerId: string,
  kind: MailTokenKind,
): Promise<{ token: string; expiresAt: Date } | null> {
  const customer = await customers.find(customerId);
  if (customer?.status !== 'active' || (kind === 'confirm' && customer.emailConfirmedAt)) {
    return null;
  }
  const record = customer.mailTokens?.find((one) => one.kind === kind);
  if (!record || record.expiresAt <= clock.now()) return null;
  const token = await sign(serverKeys.tokens, customerId, record);
  return { token, expiresAt: record.expiresAt };
}

/**
 * Reads a token: its signature and kind.
 * @throws ApiError `token_invalid`
 */
export async function readMailToken(
  key: SigningKey,
  token: string,
  kind: MailTokenKind,
): Promise<MailTokenClaims> {
  let payload: Uint8Array;
  try {
    const publicKey = createPublicKey(key.privateKey);
    ({ payload } = await compactVerify(token, publicKey, { algorithms: ['EdDSA'] }));
  } catch (error) {
    throw invalid(error);
  }
  const claims = claimsSchema.safeParse(JSON.parse(Buffer.from(payload).toString('utf8')));
  if (!claims.success || claims.data.kind !== kind) throw invalid();
  const { jti, sub, exp } = claims.data;
  return { tokenId: jti, customerId: sub, expiresAt: new Date(exp * 1000) };
}

/**
 * Judges a token by its account: whether it is not too late, and the newest of its kind.
 * @throws ApiError `token_expired`, `token_invalid`
 */
export function requireUsable(
  { tokenId, expiresAt }: Pick<MailTokenClaims, 'tokenId' | 'expiresAt'>,
  customer: Pick<Customer, 'mailTokens'> | null,
  now: Date,
): void {
  if (expiresAt <= now) {
    throw new ApiError('token_expired', `The token expired at ${expiresAt.toISOString()}.`);
  }
  if (!customer?.mailTokens?.some((token) => token.tokenId === tokenId)) throw invalid();
}
