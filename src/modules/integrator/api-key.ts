import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { newId } from '../../lib/ids.js';
import type { KeyMode } from '../../scopes.js';
import type { ApiKey } from './integrator.js';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 43;
const checksumLength = 6;
const form = new RegExp(`^vk_(live|test)_[0-9A-Za-z]{${secretLength + checksumLength}}$`);

function base62(bytes: Uint8Array, length: number): string {
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (; value > 0n; value /= 62n) text = alphabet[Number(value % 62n)] + text;
  return text.padStart(length, '0');
}

function checksum(text: string): string {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(text));
  return base62(sum, checksumLength);
}

/**
 * Creates a new key: `vk_live_` or `vk_test_`, 32 random bytes in base 62, and the CRC-32 of the preceding characters,
 * by which secret scanners recognise keys. The checksum is not verified here: a configured key can have any form.
 */
export function newKeySecret(mode: KeyMode = 'live'): string {
  const body = `vk_${mode}_${base62(randomBytes(32), secretLength)}`;
  return body + checksum(body);
}

export const hashKey = (key: string): string => hash('sha256', key, 'hex');

/** Creates the record of a key; for a key too short to show a part of it, no prefix is stored. */
export function keyRecord(
  secret: string,
  { label, scopes, actors }: Pick<ApiKey, 'label' | 'scopes' | 'actors'>,
  now: Date,
): ApiKey {
  return {
    id: newId(),
    label,
    prefix: form.test(secret) ? secret.slice(0, 12) : '',
    hash: hashKey(secret),
    scopes,
    ...(actors && actors.length > 0 && { actors }),
    createdAt: now,
    revokedAt: null,
    lastUsedAt: null,
  };
}
