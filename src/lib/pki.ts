import { X509Certificate } from 'node:crypto';

/** Loads the libraries for ASN.1, CMS and X.509. Loaded on first use, because they would slow down every start. */
export async function loadPki() {
  const [asn1js, pkijs] = await Promise.all([import('asn1js'), import('pkijs')]);
  return { asn1js, pkijs };
}
export type Pki = Awaited<ReturnType<typeof loadPki>>;

/** Copies bytes into a separate buffer, as the libraries require. */
export function ownBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

/**
 * Returns the length of the DER value at the start of the bytes, including its header; 0 if there is no valid header.
 * Values of 2^32 bytes and more are invalid.
 */
export function derLength(bytes: Uint8Array): number {
  const first = bytes[1] ?? 0xff;
  const digits = first < 0x80 ? 0 : first - 0x80;
  if (digits > 4 || bytes.length < 2 + digits) return 0;
  let length = first < 0x80 ? first : 0;
  for (let at = 0; at < digits; at++) length = length * 256 + (bytes[2 + at] as number);
  const whole = 2 + digits + length;
  return first === 0x80 || whole > bytes.length ? 0 : whole;
}

/** Returns DER certificates as PEM (RFC 7468), in the same order. */
export const pemOf = (chain: readonly Uint8Array[]): string =>
  chain.map((der) => new X509Certificate(der).toString()).join('');
