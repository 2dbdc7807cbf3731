import { readFileSync } from 'node:fs';
import { ConfigError } from '../../config.js';
import { readCertificates } from '../../lib/certificates.js';

/**
 * Loads the certificates of trusted signers of content credentials, and of their issuers.
 *
 * @param path value of C2PA_TRUST_FILE; undefined: there is no list
 * @returns PEM text, null without a list
 * @throws ConfigError one line with the variable, the file and the reason
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
