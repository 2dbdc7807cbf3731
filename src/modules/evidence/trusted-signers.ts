import { readFileSync } from 'node:fs';
import { ConfigError } from '../../config.js';
import { readCertificates } from '../../lib/certificates.js';

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
    readCertificates(pem);
    return pem;
  } catch (cause) {
    throw new ConfigError(`C2PA_TRUST_FILE ${path}: ${(cause as Error).message}`);
  }
}
