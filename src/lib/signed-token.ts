import { createPublicKey, type KeyObject } from 'node:crypto';
import { compactVerify } from 'jose';
import type { z } from 'zod';
import { isCredential } from './credential.js';

/**
 * Returns the claims of a JWT that was signed with the service's key (EdDSA). Callers check expiry and revocation.
 *
 * @returns null if the token is malformed, has another signature or other claims
 */
export async function signedClaims<C extends z.ZodType>(
  privateKey: KeyObject,
  token: string,
  claims: C,
): Promise<z.infer<C> | null> {
  if (!isCredential(token)) return null;
  try {
    const publicKey = createPublicKey(privateKey);
    const { payload } = await compactVerify(token, publicKey, { algorithms: ['EdDSA'] });
    return claims.safeParse(JSON.parse(Buffer.from(payload).toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}
