import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConfigError } from '../../config.js';

/** The certificates in PEM text, whatever stands between them. @throws Error for one that is damaged */
export function readCertificates(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return blocks.map((block) => new X509Certificate(block));
}

/**
 * The certificates of signers, and of those who certify signers, whose content credentials count.
 *
 * @param path value of C2PA_TRUST_FILE; undefined: no list is kept
 * @returns PEM text, null without a list
 * @throws ConfigError one line naming the variable, the file and what is wrong
 */
export function loadTrustedSigners(path: string | undefined): string | null {
  if (path === undefined) return null;
  try {
    const pem = readFileSync(path, 'utf8');
    const begun = pem.split('-----BEGIN CERTIFICATE-----').length - 1;
    const read = readCertificates(pem).length;
    if (begun === 0) throw new Error('has no certificate (PEM)');
    if (read < begun) throw new Error(`certificate ${read + 1} of ${begun} is cut off or damaged`);
    return pem;
  } catch (cause) {
    const reason = (cause as Error).message.replace(/\s+/g, ' ');
    throw new ConfigError(`C2PA_TRUST_FILE ${path}: ${reason}`);
  }
}
