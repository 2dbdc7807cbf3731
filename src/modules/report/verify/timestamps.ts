import { readToken, TimestampError, type TokenFacts } from '../signing/timestamp-token.js';
import { isIntact } from './chain.js';
import type { Opened } from './open-file.js';
import { pageTimestamp } from './pages.js';

/**
 * Verifies the timestamp of the version's signature; notes for an intact file when authorities outside
 * saw that signature and that of the PDF.
 */
export async function checkTimestamps(file: Opened): Promise<void> {
  const { verdict } = file;
  const version = await versionTimestamp(file);
  if (!isIntact(file)) return;
  if (version) verdict.notes.push(wordsOf('timestamp', version));
  const pages = await pageTimestamp(file.signature);
  if (pages) verdict.notes.push(wordsOf('pages timestamp', pages));
}

const wordsOf = (what: string, { time, authority }: TokenFacts) =>
  `${what} ${time.toISOString()} by ${authority}`;

async function versionTimestamp({
  timestamp,
  integrity,
  verdict,
}: Opened): Promise<TokenFacts | null> {
  if (!timestamp) return null;
  const at = 'integrity.timestamp';
  try {
    const token = Buffer.from(timestamp.token, 'base64');
    if (token.toString('base64') !== timestamp.token) {
      throw new TimestampError('not in its one spelling (base64)');
    }
    const facts = await readToken(token, Buffer.from(integrity.signature, 'latin1'));
    const { time, authority } = facts;
    if (timestamp.time !== time.toISOString()) {
      verdict.errors.push(`${at}.time: the token says ${time.toISOString()}`);
    }
    if (timestamp.authority !== authority) {
      verdict.errors.push(`${at}.authority: the token says ${authority}`);
    }
    return facts;
  } catch (error) {
    if (!(error instanceof TimestampError)) throw error;
    verdict.errors.push(`${at}: ${error.message}`);
    return null;
  }
}
