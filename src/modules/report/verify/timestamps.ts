import type { X509Certificate } from 'node:crypto';
import { leadsTo } from '../../../lib/certificates.js';
import { readCms } from '../signing/cms.js';
import { readToken, TimestampError, type TokenFacts } from '../signing/timestamp-token.js';
import { isIntact } from './chain.js';
import type { Opened } from './open-file.js';

/** Certificates of timestamp authorities, and of those that certify them; null: none is judged. */
export type Authorities = readonly X509Certificate[] | null;

/**
 * Verifies the timestamps of the version's signature and of that in the PDF; notes for an intact file which
 * authorities outside saw them, and when.
 */
export async function checkTimestamps(file: Opened, authorities: Authorities): Promise<void> {
  const { verdict } = file;
  const version = await versionTimestamp(file, authorities);
  const pages = await pageTimestamp(file, authorities);
  if (!isIntact(file)) return;
  const trust = authorities ? 'a known authority' : 'not judged';
  for (const [label, facts] of [
    ['timestamp', version],
    ['pages timestamp', pages],
  ] as const) {
    if (!facts) continue;
    verdict.isStamped = true;
    // Quoted: the authority itself chose its name.
    const name = JSON.stringify(facts.authority);
    verdict.notes.push(`${label} ${facts.time.toISOString()} by ${name}, ${trust}`);
  }
}

/** @throws TimestampError also where none of the authorities stands behind the token */
async function checkToken(
  token: Buffer,
  data: Buffer,
  authorities: Authorities,
): Promise<TokenFacts> {
  const facts = await readToken(token, data);
  if (authorities && !leadsTo(facts.chain, authorities, facts.time)) {
    throw new TimestampError(`by ${facts.authority}, whom none of the given authorities certifies`);
  }
  return facts;
}

async function versionTimestamp(
  { timestamp, integrity, verdict }: Opened,
  authorities: Authorities,
): Promise<TokenFacts | null> {
  if (!timestamp) return null;
  const at = 'integrity.timestamp';
  try {
    const token = Buffer.from(timestamp.token, 'base64');
    if (token.toString('base64') !== timestamp.token) {
      throw new TimestampError('not in its one spelling (base64)');
    }
    const signature = Buffer.from(integrity.signature, 'latin1');
    const facts = await checkToken(token, signature, authorities);
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

/** When the signature in a PDF existed, by the authority that its token names; null: by none. */
async function pageTimestamp(
  { signature, verdict }: Opened,
  authorities: Authorities,
): Promise<TokenFacts | null> {
  const read = signature?.format === 'cms' ? await readCms(signature.contents) : null;
  if (!read?.parts.token) return null;
  try {
    return await checkToken(read.parts.token, read.parts.signature, authorities);
  } catch (error) {
    if (!(error instanceof TimestampError)) throw error;
    verdict.errors.push(`pages: timestamp: ${error.message}`);
    return null;
  }
}
