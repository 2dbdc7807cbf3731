// Runs in the browser and in tests. Uses WebCrypto; loads @noble for missing functions, such as on plain http, where a
// page has no `crypto.subtle`.

const subtle = (): SubtleCrypto | undefined => globalThis.crypto?.subtle;

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Returns the SHA-256 of a text in UTF-8 or of bytes, as bytes. */
export async function digest(data: string | Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
  const native = subtle();
  if (native) return new Uint8Array(await native.digest('SHA-256', bytes));
  const { sha256 } = await import('@noble/hashes/sha2.js');
  return sha256(bytes);
}

/** Returns the lower-case hex SHA-256 of a text in UTF-8 or of bytes. */
export const sha256Hex = async (data: string | Uint8Array<ArrayBuffer>): Promise<string> =>
  hex(await digest(data));

/** Decodes unpadded base64url; null for a non-canonical or invalid encoding. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    return toBase64url(bytes) === text ? bytes : null;
  } catch {
    return null;
  }
}

/** Decodes padded base64; null for a non-canonical or invalid encoding. */
export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> | null => {
  const bare = text.replace(/={1,2}$/, '');
  const bytes = fromBase64url(bare.replaceAll('+', '-').replaceAll('/', '_'));
  return bytes && text.length === 4 * Math.ceil(bytes.length / 3) ? bytes : null;
};

function toBase64url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Computes the RFC 7638 thumbprint of an Ed25519 key. */
export const thumbprintOf = async (x: string): Promise<string> =>
  toBase64url(await digest(`{"crv":"Ed25519","kty":"OKP","x":${JSON.stringify(x)}}`));

interface Signed {
  signature: Uint8Array<ArrayBuffer>;
  message: Uint8Array<ArrayBuffer>;
}

/** @returns null if WebCrypto is missing or has no Ed25519 */
async function verifyNatively(
  publicKey: Uint8Array<ArrayBuffer>,
  { signature, message }: Signed,
): Promise<boolean | null> {
  const native = subtle();
  if (!native) return null;
  try {
    const key = await native.importKey('raw', publicKey, { name: 'Ed25519' }, false, ['verify']);
    return await native.verify({ name: 'Ed25519' }, key, signature, message);
  } catch {
    return null;
  }
}

/** True if an Ed25519 signature was made by the key over the message. */
export async function verifyEd25519(
  publicKey: Uint8Array<ArrayBuffer>,
  signed: Signed,
): Promise<boolean> {
  const answer = await verifyNatively(publicKey, signed);
  if (answer !== null) return answer;
  const [{ hashes, verify }, { sha512 }] = await Promise.all([
    import('@noble/ed25519'),
    import('@noble/hashes/sha2.js'),
  ]);
  hashes.sha512 = sha512;
  try {
    return verify(signed.signature, signed.message, publicKey);
  } catch {
    return false;
  }
}
