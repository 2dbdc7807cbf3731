import { createPrivateKey, type KeyObject, type X509Certificate } from 'node:crypto';
import { readCertificates } from './certificates.js';

/** A certificate with the matching private key. */
export interface SigningPair {
  /** DER of the signing certificate, followed by its issuers. */
  chain: Buffer[];
  privateKey: KeyObject;
}

/** The fault of the certificate or the key. The message completes a sentence about it. */
export class SigningPairError extends Error {
  constructor(
    readonly part: 'certificate' | 'key',
    message: string,
  ) {
    super(message);
  }
}

const certificatesMax = 8;
const rsaBitsMin = 2_048;
const curves = ['prime256v1', 'secp384r1', 'secp521r1'];

/**
 * Reads a certificate and its key, both in PEM; line breaks can be written as `\n`.
 *
 * @param certificatePem the signing certificate, then its issuers, each the issuer of the previous one
 * @throws SigningPairError also for a key of another certificate, a certificate that is not currently valid, and keys
 *   other than RSA of 2,048 bits and the curves P-256, P-384, P-521
 */
export function readSigningPair(certificatePem: string, keyPem: string, now: Date): SigningPair {
  const chain = readChain(lines(certificatePem));
  const leaf = chain[0] as X509Certificate;
  const privateKey = readKey(lines(keyPem));
  if (!leaf.checkPrivateKey(privateKey)) {
    throw new SigningPairError('key', 'does not fit the certificate');
  }
  if (!isUsable(leaf.publicKey)) {
    const types = `must be of RSA with at least ${rsaBitsMin} bits, or of the curve P-256, P-384 or P-521`;
    throw new SigningPairError('certificate', types);
  }
  if (now > new Date(leaf.validTo)) {
    throw new SigningPairError('certificate', `expired on ${leaf.validTo}`);
  }
  if (now < new Date(leaf.validFrom)) {
    throw new SigningPairError('certificate', `is not valid before ${leaf.validFrom}`);
  }
  return { chain: chain.map(({ raw }) => raw), privateKey };
}

const lines = (pem: string) => pem.replaceAll('\\n', '\n');

function readChain(pem: string): X509Certificate[] {
  const chain = readAll(pem);
  if (chain.length > certificatesMax) {
    throw new SigningPairError('certificate', `has more than ${certificatesMax} certificates`);
  }
  for (const [index, issuer] of chain.slice(1).entries()) {
    const issued = chain[index] as X509Certificate;
    if (!issued.checkIssued(issuer) || !issued.verify(issuer.publicKey)) {
      const place = `certificate ${index + 2} did not issue certificate ${index + 1}`;
      throw new SigningPairError('certificate', `must be in the order of issue: ${place}`);
    }
  }
  return chain;
}

function readAll(pem: string): X509Certificate[] {
  try {
    return readCertificates(pem);
  } catch (error) {
    throw new SigningPairError('certificate', (error as Error).message);
  }
}

function readKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new SigningPairError('key', 'must be a private key in PEM without a passphrase');
  }
}

function isUsable({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  if (asymmetricKeyType === 'rsa') return (asymmetricKeyDetails?.modulusLength ?? 0) >= rsaBitsMin;
  return asymmetricKeyType === 'ec' && curves.includes(asymmetricKeyDetails?.namedCurve ?? '');
}
