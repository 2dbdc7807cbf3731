import { calculateJwkThumbprint, compactVerify, importJWK, type JWK } from 'jose';
import { canonicalJson } from '../integrity.js';
import { diffJson, type Json } from '../json-diff.js';
import { parseStrictJson } from './strict-json.js';

/** What a signature covers and the RFC 7638 thumbprint of its key, or what is wrong with it. */
export type Signed = { payload: string; thumbprint: string } | { error: string };

/** Verifies a compact JWS whose header is exactly ours, with the one key that it names. */
export async function verifySignature(jws: string, keyId: string, keys: JWK[]): Promise<Signed> {
  const named = keys.filter((key) => key.kid === keyId);
  const [jwk] = named;
  if (!jwk) return { error: `key_id: ${keyId} is not in the key set` };
  if (named.length > 1) return { error: `key_id: ${keyId} is in the key set twice` };
  if (jwk.kty !== 'OKP' || jwk.crv !== 'Ed25519') {
    return { error: `key_id: ${keyId} is no Ed25519 key` };
  }
  try {
    const { kty, crv, x } = jwk;
    const key = await importJWK({ kty, crv, x } as JWK, 'EdDSA');
    const { payload, protectedHeader } = await compactVerify(jws, key, { algorithms: ['EdDSA'] });
    if (canonicalJson(protectedHeader) !== canonicalJson({ alg: 'EdDSA', kid: keyId })) {
      return { error: 'signature: its header is not {alg, kid} with this key_id' };
    }
    return {
      payload: Buffer.from(payload).toString('utf8'),
      thumbprint: await calculateJwkThumbprint(jwk, 'sha256'),
    };
  } catch {
    return { error: `signature: does not verify with key ${keyId}` };
  }
}

/** Where a signed payload says otherwise than the file, member by member. */
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
      : `${path.slice(1)}: the file says ${before}, signed was ${after}`,
  );
}
