import { z } from 'zod';
import { type FieldPolicies, kept } from '../../lib/field-policy.js';
import type { JobStatus } from './job-status.js';

export const checkName = z.enum([
  'geofence',
  'capture_time',
  'freshness',
  'hash',
  'duplicate',
  'similar',
  'nonce',
  'media',
  'exif',
  'provenance',
]);
export type CheckName = z.infer<typeof checkName>;

export const checkResult = z.enum(['pass', 'warn', 'fail', 'not_run']);
export type CheckResult = z.infer<typeof checkResult>;

/** One check of one evidence item; `measured` and `threshold` include their unit. */
export interface Check {
  name: CheckName;
  result: CheckResult;
  measured: string | null;
  threshold: string | null;
  message: string;
}

const checkPolicies: FieldPolicies<Check> = {
  name: kept,
  result: kept,
  measured: kept,
  threshold: kept,
  message: kept,
};

export const evidenceSource = z.enum(['provider', 'self_service', 'integrator', 'simulated']);
export type EvidenceSource = z.infer<typeof evidenceSource>;

/** A stored evidence item, embedded in the job; its bytes are in GridFS under `fileId`. */
export interface EvidenceItem {
  evidenceId: string;
  stepName: string;
  fileId: string;
  fileName: string | null;
  /** Lower-case hex SHA-256 of the bytes as received. */
  mediaSha256: string;
  /** Type of the bytes by their magic number; `application/octet-stream` if unknown. */
  mediaType: string;
  sizeBytes: number;
  /** Null if erased; the same applies to the longitude. */
  latitude: number | null;
  longitude: number | null;
  /** Great-circle metres to the job; null if the job has no possible position. */
  distanceM: number | null;
  capturedAt: Date;
  receivedAt: Date;
  notes: string | null;
  nonce: string | null;
  /** Hash of the JSON input with the file's URL, which identifies a repeat; null for an upload. */
  inputSha256: string | null;
  validationPassed: boolean;
  validationErrors: string[];
  checks: Check[];
  source: EvidenceSource;
  /** Status of the job after this item; a repeat returns it. */
  jobStatus: JobStatus;
}

/** An erasure keeps what identifies a file, and removes its position and all text about it. */
export const evidencePolicies: FieldPolicies<EvidenceItem> = {
  evidenceId: kept,
  stepName: kept,
  fileId: kept,
  fileName: { erase: 'null', export: false },
  mediaSha256: kept,
  mediaType: kept,
  sizeBytes: kept,
  latitude: { erase: 'null', export: false },
  longitude: { erase: 'null', export: false },
  distanceM: kept,
  capturedAt: kept,
  receivedAt: kept,
  notes: { erase: 'null', export: false },
  nonce: kept,
  inputSha256: { erase: 'null', export: false },
  validationPassed: kept,
  validationErrors: kept,
  checks: { fields: checkPolicies, export: false },
  source: kept,
  jobStatus: kept,
};

export interface FileElsewhere {
  accepted: boolean;
  /** Number of jobs that did not accept it. */
  tried: number;
}
