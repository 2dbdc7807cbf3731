import { SignJWT } from 'jose';
import { z } from 'zod';
import type { Given } from '../../access.js';
import type { PresentedToken } from '../../context.js';
import { ApiError, errorText } from '../../errors.js';
import { signedClaims } from '../../lib/signed-token.js';
import type { Services } from '../../services.js';
import type { MailTokenHolder } from '../../viewer.js';
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

/** Claims of the token of a mail; whether it is still valid depends on its account. */
interface MailTokenClaims {
  tokenId: string;
  customerId: string;
  expiresAt: Date;
}

const invalid = () => new ApiError('token_invalid', errorText('error.mail_token'));

/** Signs the token of a mail: a JWT (EdDSA) with account, kind, expiry and its own id. */
const sign = (key: SigningKey, customerId: string, token: MailTokenRecord): Promise<string> =>
  new SignJWT({ kind: token.kind })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: key.keyId })
    .setJti(token.tokenId)
    .setSubject(customerId)
    .setIssuedAt(token.createdAt)
    .setExpirationTime(token.expiresAt)
    .sign(key.privateKey);

/**
 * Returns the newest token for mails of this kind, signed on each call and not stored.
 * @returns null if no mail should be sent: the account is gone, does not need it, or the token has expired
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
  const record = customer.mailTokens?.findLast((one) => one.kind === kind);
  if (!record || record.expiresAt <= clock.now()) return null;
  const token = await sign(serverKeys.tokens, customerId, record);
  return { token, expiresAt: record.expiresAt };
}

/**
 * Verifies the signature of a token.
 * @throws ApiError `token_invalid`
 */
async function readMailToken(key: SigningKey, token: string): Promise<MailTokenClaims> {
  const claims = await signedClaims(key.privateKey, token, claimsSchema);
  if (!claims) throw invalid();
  const { jti, sub, exp } = claims;
  return { tokenId: jti, customerId: sub, expiresAt: new Date(exp * 1000) };
}

/**
 * Returns the account's record of a token, which exists until the token expires, is used or is revoked. If confirming
 * the address removed the password, the confirmation token sets the new one.
 *
 * @param use purpose of the token
 * @throws ApiError `token_invalid`
 */
export function requireRecord(
  customer: Customer | null,
  tokenId: string,
  use: MailTokenKind,
): MailTokenRecord {
  const record = customer?.mailTokens?.find((token) => token.tokenId === tokenId);
  if (!customer || !record) throw invalid();
  const setsFirstPassword = use === 'reset' && customer.passwordHash === undefined;
  if (record.kind !== use && !setsFirstPassword) throw invalid();
  return record;
}

/** Returns the mail token in the input of a call, not yet verified. */
export function presentedMailToken(
  { args }: Given,
  use: MailTokenKind,
): PresentedToken<MailTokenHolder> | null {
  const value = (args['input'] as { token?: unknown } | null | undefined)?.token ?? args['token'];
  if (typeof value !== 'string') return null;
  return {
    name: `mail ${use} ${value}`,
    value,
    async prove({ customers, serverKeys, clock }) {
      const { tokenId, customerId, expiresAt } = await readMailToken(serverKeys.tokens, value);
      // Reported as expired even if its record is gone.
      if (expiresAt <= clock.now()) {
        throw new ApiError(
          'token_expired',
          errorText('error.token_expired_at', { time: expiresAt.toISOString() }),
        );
      }
      requireRecord(await customers.find(customerId), tokenId, use);
      return { kind: 'mail_token', customerId, tokenId };
    },
  };
}
