import type { SigningKey } from '../../integrator/server-keys.js';
import {
  type CertificateClaim,
  type PdfHeader,
  type PdfIntegrity,
  sha256,
  signHeader,
} from '../integrity.js';
import { fillHole, hashAround, type RenderedPdf, writeTime } from '../pdf/signature-hole.js';
import { type CmsSigner, encodeCms, signDigest } from './cms.js';

/** Requests a token over a signature from an authority; null if the authority returned none. */
export type Stamp = (signature: Buffer) => Promise<Buffer | null>;

export interface PdfSigning {
  /** Signs within the PDF, for PDF readers. */
  signer: CmsSigner;
  /** Signs the whole file, for the integrity block of the JSON. */
  key: SigningKey;
  now: Date;
  /** Null: no external timestamp. */
  stamp: Stamp | null;
}

/** Signs, with the report key, which certificates a signer uses for a version. */
export async function claimCertificates(
  version: Omit<PdfHeader, 'pdf_sha256'>,
  { signer, key }: Pick<PdfSigning, 'signer' | 'key'>,
): Promise<CertificateClaim> {
  const hashes = signer.chain.map(sha256);
  const signature = await signHeader({ ...version, certificates_sha256: hashes }, key);
  return { sha256: hashes, signature };
}

/**
 * Signs a version's PDF twice: around the signature field, so that the PDF can be verified alone, and as a whole, for
 * the integrity block of the JSON.
 *
 * @throws Error for a CMS that is larger than the reserved space; a token that does not fit is omitted
 */
export async function signPdf(
  rendered: RenderedPdf,
  version: Omit<PdfHeader, 'pdf_sha256'>,
  { signer, key, now, stamp }: PdfSigning,
): Promise<{ bytes: Uint8Array; integrity: PdfIntegrity }> {
  const timed = writeTime(rendered, now);
  const parts = await signDigest(hashAround(timed.bytes, timed.hole), signer);
  const bare = await encodeCms(parts);
  const token = (await stamp?.(parts.signature)) ?? null;
  const stamped = token && (await encodeCms({ ...parts, token }));
  const room = (timed.hole.end - timed.hole.start) / 2 - 1;
  const bytes = fillHole(timed, stamped && stamped.length <= room ? stamped : bare);
  const digest = sha256(bytes);
  const signature = await signHeader({ ...version, pdf_sha256: digest }, key);
  return { bytes, integrity: { sha256: digest, signature } };
}
