import { createDecipheriv, hkdfSync } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';

const ivBytes = 12;
const tagBytes = 16;
/** A compact JWE starts with its header, `{"` in base64url; random bytes are very unlikely to match. */
const compactForm = /^eyJ[\w-]+\.\.[\w-]+\.[\w-]*\.[\w-]+$/;

const keyFrom = (secret: Buffer) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'idempotency answers', 32));

/** Encrypts a text with AES-256-GCM, as a JWE, with a key derived from a server key. */
export async function seal(secret: Buffer, text: string): Promise<Uint8Array> {
  const jwe = await new CompactEncrypt(Buffer.from(text, 'utf8'))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(keyFrom(secret));
  return Buffer.from(jwe, 'ascii');
}

/** @throws Error if the text was encrypted with another key, or changed */
export async function unseal(secret: Buffer, sealed: Uint8Array): Promise<string> {
  const jwe = Buffer.from(sealed).toString('latin1');
  if (!compactForm.test(jwe)) return unsealBytes(secret, sealed);
  const { plaintext } = await compactDecrypt(jwe, keyFrom(secret));
  return Buffer.from(plaintext).toString('utf8');
}

/** Decrypts the format of version 0.1: iv, tag and ciphertext concatenated. */
function unsealBytes(secret: Buffer, sealed: Uint8Array): string {
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(secret), sealed.subarray(0, ivBytes));
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  const text = decipher.update(sealed.subarray(ivBytes + tagBytes));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}
