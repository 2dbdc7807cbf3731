import { createPublicKey, type KeyObject } from 'node:crypto';
import { compactVerify } from 'jose';
import type { z } from 'zod';
import { isCredential } from './credential.js';

/**
 * The claims of a JWT that was signed with our key (EdDSA). Expiry and revocation are for its noun to judge.
 * @returns null where the token is malformed, signed otherwise or of another form
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
