const hex = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Loads the script for browsers without WebCrypto (plain http). */
const inScript = () => import('@noble/hashes/sha2.js');

/** Preloads the code for hashing while there is a connection. */
export function prepareSha256(): void {
  if (!globalThis.crypto?.subtle) inScript().catch(() => {});
}

/** Returns the SHA-256 in lower-case hex; rejects if the script for it cannot be loaded. */
export async function sha256(bytes: ArrayBuffer): Promise<string> {
  const subtle = globalThis.crypto?.subtle;
  if (subtle) return hex(new Uint8Array(await subtle.digest('SHA-256', bytes)));
  return hex((await inScript()).sha256(new Uint8Array(bytes)));
}
