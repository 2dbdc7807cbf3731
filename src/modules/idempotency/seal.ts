import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ivBytes = 12;
const tagBytes = 16;

const keyFrom = (secret: Buffer) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'idempotency answers', 32));

/** Encrypts a text with AES-256-GCM under a key derived from a server key. */
export function seal(secret: Buffer, text: string): Uint8Array {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secret), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** @throws Error when the text was sealed under another key, or changed */
export function unseal(secret: Buffer, sealed: Uint8Array): string {
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(secret), sealed.subarray(0, ivBytes));
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  const text = decipher.update(sealed.subarray(ivBytes + tagBytes));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}
