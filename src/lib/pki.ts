import { X509Certificate } from 'node:crypto';

/** Libraries for ASN.1, CMS and X.509, loaded when first needed: they would slow every start. */
export async function loadPki() {
  const [asn1js, pkijs] = await Promise.all([import('asn1js'), import('pkijs')]);
  return { asn1js, pkijs };
}
export type Pki = Awaited<ReturnType<typeof loadPki>>;

/** Bytes as the libraries take them: a buffer of their own. */
export function ownBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

/**
 * Length of the DER value that stands at the start of the bytes, its header included; 0 where none does.
 * Values of 2^32 bytes and more count as none.
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

/** The PEM of certificates in DER (RFC 7468), in their order. */
export const pemOf = (chain: readonly Uint8Array[]): string =>
  chain.map((der) => new X509Certificate(der).toString()).join('');
