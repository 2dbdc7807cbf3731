import { canonicalJson } from '../../lib/canonical-json.js';
import type { IntegrityBlock } from './integrity.js';
import type { ReportContent } from './report-schema.js';

/** Log entry of a report version: ids and hashes only, so that the log is not affected by erasure. */
export interface LogEntry {
  report_id: string;
  version_number: number;
  /** SHA-256 of the signed content, in lower-case hex. */
  content_sha256: string;
  /** SHA-256 of the previous version's signed content; null on version 1. */
  previous_sha256: string | null;
  signed_at: string;
  /** RFC 7638 thumbprint of the signing key. */
  key_id: string;
}

/** Returns the log entry of a version. */
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

/** Returns the entry as stored in the log: canonical JSON (RFC 8785). */
export const entryText = (entry: LogEntry): string => canonicalJson(entry);

/** Returns the unique key of a version in the log. */
export const versionKey = (reportId: string, versionNumber: number): string =>
  `${reportId}:${versionNumber}`;
