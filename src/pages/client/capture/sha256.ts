const hex = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The script for browsers without WebCrypto (plain http), loaded only there. */
const inScript = () => import('@noble/hashes/sha2.js');

/** Loads what hashing will need, while there is a connection. */
export function prepareSha256(): void {
  if (!globalThis.crypto?.subtle) inScript().catch(() => {});
}

/** SHA-256 in lower-case hex; rejects where the script for it cannot be loaded. */
export async function sha256(bytes: ArrayBuffer): Promise<string> {
  const subtle = globalThis.crypto?.subtle;
  if (subtle) return hex(new Uint8Array(await subtle.digest('SHA-256', bytes)));
  return hex((await inScript()).sha256(new Uint8Array(bytes)));
}
