import { compactVerify, importJWK, type JWK } from 'jose';
import { canonicalJson } from '../../../lib/canonical-json.js';
import { diffJson, type Json } from '../json-diff.js';
import type { KeySet } from './key-set.js';
import { parseStrictJson } from './strict-json.js';

/** The payload that a signature covers, or the error. */
export type Signed = { payload: string } | { error: string };

/**
 * Verifies a compact JWS whose header is exactly the expected one, with the key that it names.
 *
 * @param keyId RFC 7638 thumbprint of the key, as claimed by the file
 */
export async function verifySignature(jws: string, keyId: string, keys: KeySet): Promise<Signed> {
  const jwk = keys.get(keyId);
  if (!jwk) return { error: `key_id: ${keyId} is not in the key set` };
  const { kty, crv, x, use = 'sig' } = jwk;
  if (kty !== 'OKP' || crv !== 'Ed25519' || use !== 'sig') {
    return { error: `key_id: ${keyId} is not an Ed25519 key for signatures` };
  }
  if (!isCanonical(jws)) {
    return { error: 'signature: not in its one spelling (base64url, no padding, no spare bits)' };
  }
  try {
    const key = await importJWK({ kty, crv, x } as JWK, 'EdDSA');
    const { payload, protectedHeader } = await compactVerify(jws, key, { algorithms: ['EdDSA'] });
    if (canonicalJson(protectedHeader) !== canonicalJson({ alg: 'EdDSA', kid: keyId })) {
      return { error: 'signature: its header is not {alg, kid} with this key_id' };
    }
    return { payload: Buffer.from(payload).toString('utf8') };
  } catch {
    return { error: `signature: does not verify with key ${keyId}` };
  }
}

/**
 * Rejects padding, foreign characters and spare bits, which decoders ignore: each would be another text that verifies.
 */
function isCanonical(jws: string): boolean {
  const parts = jws.split('.');
  return (
    parts.length === 3 &&
    parts.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
  );
}

/** Returns the differences between a signed payload and the file, per member. */
export function comparePayload(
  payload: string,
  expected: Record<string, string | number | null>,
  place: string,
): string[] {
  if (payload === canonicalJson(expected)) return [];
  let signed: Json;
  try {
    signed = parseStrictJson(payload) as Json;
  } catch {
    return [`${place}: signs no JSON`];
  }
  const differences = diffJson(expected as Json, signed);
  if (differences.length === 0) return [`${place}: signs another form of the same members`];
  return differences.map(({ path, before, after }) =>
    path === '' || before === null || after === null
      ? `${place}: signs ${path || 'something'} otherwise than the file says`
      : `${path.slice(1)}: the file says ${before}, but ${after} was signed`,
  );
}
