import { X509Certificate } from 'node:crypto';
import { canonicalJson } from '../../../lib/canonical-json.js';
import { sha256 } from '../integrity.js';
import { type CmsParts, readCms, verifyDigest } from '../signing/cms.js';
import type { KeySet } from './key-set.js';
import type { Opened } from './open-file.js';
import type { PageSignature } from './pdf-signature.js';
import { comparePayload, verifySignature } from './signature.js';

/** Verifies the signature of a PDF over its own bytes; adds errors to the file's verdict. */
export async function checkPageSignature(file: Opened, keys: KeySet): Promise<void> {
  const { signature, verdict } = file;
  if (!signature) return;
  const errors =
    signature.format === 'jws'
      ? await checkJws(file, signature, keys)
      : await checkCms(file, signature, keys);
  verdict.errors.push(...errors.map((error) => `pages: ${error}`));
}

const versionOf = ({ content, integrity }: Opened) => ({
  report_id: content.report_id,
  version_number: content.version_number,
  content_sha256: integrity.content_sha256,
});

/** Verifies a compact JWS over the hash, the original format of PDF signatures. */
async function checkJws(file: Opened, signature: PageSignature, keys: KeySet): Promise<string[]> {
  const jws = signature.contents.toString('latin1').replace(/\0+$/, '');
  const signed = await verifySignature(jws, file.integrity.key_id, keys);
  if ('error' in signed) return [signed.error];
  const expected = { ...versionOf(file), range_sha256: signature.digest.toString('hex') };
  return comparePayload(signed.payload, expected, 'signature');
}

/** Verifies a CMS in the form that this service writes, by certificates that the report key has signed. */
async function checkCms(
  file: Opened,
  { contents, digest, signedAt }: PageSignature,
  keys: KeySet,
): Promise<string[]> {
  const read = await readCms(contents);
  if (!read || contents.subarray(read.sizeBytes).some((byte) => byte !== 0)) {
    return ['signature: not a CMS as this service writes it'];
  }
  const { parts } = read;
  const claim = await checkClaim(file, parts, keys);
  if (claim.length > 0) return claim;
  if (!parts.digest.equals(digest)) {
    const [found, signed] = [digest, parts.digest].map((hash) => hash.toString('hex'));
    return [`range_sha256: the file says ${found}, but ${signed} was signed`];
  }
  if (!(await verifyDigest(parts))) return ['signature: does not verify with its certificate'];
  const { validFrom, validTo } = new X509Certificate(parts.chain[0] as Buffer);
  if (!signedAt || signedAt < new Date(validFrom) || signedAt > new Date(validTo)) {
    return [`signature: its certificate was not valid at ${signedAt?.toISOString()}`];
  }
  return [];
}

/** Checks that the report key claims exactly the certificates of the CMS for this version. */
async function checkClaim(file: Opened, { chain }: CmsParts, keys: KeySet): Promise<string[]> {
  const { certificates, integrity } = file;
  if (!certificates) return ['signature: integrity.json does not name its certificate'];
  const hashes = chain.map(sha256);
  const [leaf, ...above] = hashes;
  const [namedLeaf, ...namedAbove] = certificates.sha256;
  if (leaf !== namedLeaf || above.sort().join() !== namedAbove.toSorted().join()) {
    return [`signature: by a certificate that integrity.json does not name (SHA-256 ${leaf})`];
  }
  const signed = await verifySignature(certificates.signature, integrity.key_id, keys);
  if ('error' in signed) return [`certificates.${signed.error}`];
  const header = { ...versionOf(file), certificates_sha256: certificates.sha256 };
  return signed.payload === canonicalJson(header)
    ? []
    : ['certificates.signature: names other certificates or another version'];
}
