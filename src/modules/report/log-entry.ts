import { canonicalJson } from '../../lib/canonical-json.js';
import type { IntegrityBlock } from './integrity.js';
import type { ReportContent } from './report-schema.js';

/** What the log says of a report version: ids and hashes only, so that erasure leaves the log whole. */
export interface LogEntry {
  report_id: string;
  version_number: number;
  /** SHA-256 of the signed content, in lower-case hex. */
  content_sha256: string;
  /** The same of the version before; null on version 1. */
  previous_sha256: string | null;
  signed_at: string;
  /** RFC 7638 thumbprint of the key that signed. */
  key_id: string;
}

/** The entry of a version, from what the version says of itself. */
export const entryOf = (
  { report_id, version_number }: Pick<ReportContent, 'report_id' | 'version_number'>,
  integrity: IntegrityBlock,
): LogEntry => ({
  report_id,
  version_number,
  content_sha256: integrity.content_sha256,
  previous_sha256: integrity.previous_sha256,
  signed_at: integrity.signed_at,
  key_id: integrity.key_id,
});

/** The bytes that the log holds of a version: canonical JSON (RFC 8785). */
export const entryText = (entry: LogEntry): string => canonicalJson(entry);

/** By which a version is found in the log, and is there once. */
export const versionKey = (reportId: string, versionNumber: number): string =>
  `${reportId}:${versionNumber}`;
