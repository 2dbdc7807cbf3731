import { calculateJwkThumbprint, type JWK } from 'jose';

/** The keys of a set by their RFC 7638 thumbprint, which is always computed, never read from the set. */
export type KeySet = ReadonlyMap<string, JWK>;

/** A value that is not a key set, or in which the id of a key differs from its thumbprint. */
export class KeySetError extends Error {}

/**
 * Reads a JSON Web Key Set (RFC 7517).
 *
 * @throws KeySetError naming the key, counted from 1: a key that is not an object, has no thumbprint, or has a `kid`
 * that differs from its thumbprint, for example because an attacker added it
 */
export async function readKeySet(value: unknown): Promise<KeySet> {
  const keys = isObject(value) ? value['keys'] : undefined;
  if (!Array.isArray(keys)) throw new KeySetError('not a key set: it has no list "keys"');
  const set = new Map<string, JWK>();
  for (const [index, key] of keys.entries()) {
    const place = `key ${index + 1} of the set`;
    if (!isObject(key)) throw new KeySetError(`${place} is ${nameOf(key)}, not a key`);
    const thumbprint = await thumbprintOf(key, place);
    const kid = key['kid'];
    if (kid !== undefined && kid !== thumbprint) {
      throw new KeySetError(
        `${place} claims the id ${JSON.stringify(kid)}, but its thumbprint is ${thumbprint}`,
      );
    }
    set.set(thumbprint, key as JWK);
  }
  return set;
}

async function thumbprintOf(key: object, place: string): Promise<string> {
  try {
    return await calculateJwkThumbprint(key as JWK, 'sha256');
  } catch (error) {
    throw new KeySetError(`${place} has no thumbprint: ${(error as Error).message}`);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
