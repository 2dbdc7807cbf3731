import { hash } from 'node:crypto';
import { CompactSign } from 'jose';
import { z } from 'zod';
import { canonicalJson } from '../../lib/canonical-json.js';
import type { SigningKey } from '../integrator/server-keys.js';
import type { PdfIntegrity } from '../job/report-version.js';

export type { PdfIntegrity };

import { instant, type ReportContent } from './report-schema.js';

const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);

/** Signature over the bytes of a version's PDF. */
export const pdfIntegrity = z.strictObject({ sha256: sha256Hex, signature: z.string() });

/** RFC 3161 token in base64 over the ASCII bytes of a version's signature, and its content. */
export const timestampBlock = z.strictObject({
  time: instant,
  authority: z.string(),
  token: z.base64(),
});
export type TimestampBlock = z.infer<typeof timestampBlock>;

/**
 * Names the certificates that sign the PDF of a version, signed by the report key. Verifiers only pin the report key.
 */
export const certificateClaim = z.strictObject({
  /** SHA-256 of the signing certificate, then of its issuers. */
  sha256: z.array(sha256Hex).min(1),
  /** Compact JWS over the canonical JSON of a `CertificateHeader`. */
  signature: z.string(),
});
export type CertificateClaim = z.infer<typeof certificateClaim>;
/** Proves that a version is in the transparency log; not part of the signed content. */
export const logReceipt = z.strictObject({
  /** Name of the log. */
  origin: z.string(),
  /** Index of the version, from 0. */
  leaf_index: z.int().min(0),
  tree_size: z.int().min(1),
  /** Audit path (RFC 6962), base64, from the leaf to the root. */
  inclusion_proof: z.array(z.string()).max(64),
  /** Signed note (C2SP tlog-checkpoint) of the tree of size `tree_size`. */
  checkpoint: z.string(),
});
export type LogReceipt = z.infer<typeof logReceipt>;

/** Accompanies the signed content. In a PDF it has no `pdf`, which would contain the hash of the file itself. */
export const integrityBlock = z.strictObject({
  algorithm: z.literal('sha256+ed25519'),
  content_sha256: sha256Hex,
  previous_sha256: sha256Hex.nullable(),
  signature: z.string(),
  key_id: z.string(),
  signed_at: instant,
});
export type IntegrityBlock = z.infer<typeof integrityBlock>;

/** Header that the signature of a version covers, as its canonical JSON. */
export interface VersionHeader {
  report_id: string;
  version_number: number;
  content_sha256: string;
  previous_sha256: string | null;
  signed_at: string;
}

/**
 * Header that the detached signature of a PDF covers, as its canonical JSON; it includes the hash of the whole file.
 */
export interface PdfHeader {
  report_id: string;
  version_number: number;
  content_sha256: string;
  pdf_sha256: string;
}

/** Header that the signature of a certificate claim covers, as its canonical JSON. */
export interface CertificateHeader extends Omit<PdfHeader, 'pdf_sha256'> {
  certificates_sha256: string[];
}

/** Returns the SHA-256 in lower-case hex; strings are hashed as UTF-8. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex');
}

/**
 * Signs one version: SHA-256 over the canonical JSON of the content, and a compact JWS (EdDSA) over the canonical JSON
 * of the header, which contains the hash of the previous version.
 *
 * @param previousSha256 content hash of the previous version; null for version 1
 */
export async function signContent(
  content: ReportContent,
  { key, previousSha256, now }: { key: SigningKey; previousSha256: string | null; now: Date },
): Promise<{ contentJson: string; integrity: IntegrityBlock }> {
  const contentJson = canonicalJson(content);
  const header: VersionHeader = {
    report_id: content.report_id,
    version_number: content.version_number,
    content_sha256: sha256(contentJson),
    previous_sha256: previousSha256,
    signed_at: now.toISOString(),
  };
  const integrity: IntegrityBlock = {
    algorithm: 'sha256+ed25519',
    content_sha256: header.content_sha256,
    previous_sha256: previousSha256,
    signature: await signHeader(header, key),
    key_id: key.keyId,
    signed_at: header.signed_at,
  };
  return { contentJson, integrity };
}

/** Returns a compact JWS (EdDSA) over the canonical JSON of a header. */
export function signHeader(
  payload: VersionHeader | PdfHeader | CertificateHeader,
  key: SigningKey,
): Promise<string> {
  return new CompactSign(new TextEncoder().encode(canonicalJson(payload)))
    .setProtectedHeader({ alg: 'EdDSA', kid: key.keyId })
    .sign(key.privateKey);
}
