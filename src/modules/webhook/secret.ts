import { createHmac, randomBytes } from 'node:crypto';
import { seal, unseal } from '../idempotency/seal.js';

/** Prefix of a secret in Standard Webhooks 1.0; the rest is base64. */
const prefix = 'whsec_';
const secretBytes = 32;

export const newWebhookSecret = (): string => prefix + randomBytes(secretBytes).toString('base64');

/** Returns the part of a secret that identifies it to its owner. */
export const hintOf = (secret: string): string => secret.slice(-4);

/** Encrypts a secret with a server key for storage. */
export async function sealSecret(key: Buffer, secret: string): Promise<string> {
  return Buffer.from(await seal(key, secret)).toString('latin1');
}

export const openSecret = (key: Buffer, sealed: string): Promise<string> =>
  unseal(key, Buffer.from(sealed, 'latin1'));

/**
 * Returns the `webhook-signature` of a message: one signature for each secret, as in Standard Webhooks 1.0.
 *
 * @param timestamp Unix seconds
 */
export function signatureOf(
  secrets: readonly string[],
  message: { id: string; timestamp: number; body: string },
): string {
  const { id, timestamp, body } = message;
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), 'base64');
      const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
      return `v1,${mac}`;
    })
    .join(' ');
}
