import type { RequestContext } from '../../context.js';
import { requireUsableToken, type TaskTokenClaims } from '../job/task-token.js';
import { findRepeat } from './accept-evidence.js';
import type { StoredFile } from './evidence-files.js';
import type { UploadFields } from './evidence-input.js';
import { declaredMediaType, sizeLimit } from './media-types.js';
import { type SubmittedEvidence, storeEvidence } from './store-evidence.js';

/** The file of an upload, while it is received. */
export interface UploadedFile {
  name: string | null;
  /** Declared type; null if the part has none. */
  mediaType: string | null;
  bytes: AsyncIterable<Buffer>;
}

/** The stored file of an upload, with its token. */
export interface TakenFile extends StoredFile {
  name: string | null;
  declaredType: string | null;
  token: string;
  claims: TaskTokenClaims;
}

/**
 * Stores the file of an upload.
 *
 * @param claims claims of its token, which has already been checked
 * @throws ApiError `payload_too_large`
 */
export async function takeUploadedFile(
  ctx: RequestContext,
  file: UploadedFile,
  token: string,
  claims: TaskTokenClaims,
): Promise<TakenFile> {
  const stored = await ctx.services.evidenceFiles.store({
    jobId: claims.jobId,
    bytes: file.bytes,
    sizeMax: sizeLimit(file.mediaType),
    now: ctx.services.clock.now(),
  });
  const declaredType = declaredMediaType(file.mediaType);
  return { ...stored, name: file.name, declaredType, token, claims };
}

/**
 * Stores uploaded evidence. Repeating an upload of the same bytes with the same capture time (and step, if named)
 * returns the first response in any state of the job.
 *
 * @throws ApiError `token_invalid`, `token_expired`, `step_not_found`, `invalid_transition`, `evidence_limit`; the file
 * is then deleted
 */
export async function uploadEvidence(
  ctx: RequestContext,
  taken: TakenFile,
  fields: UploadFields,
): Promise<SubmittedEvidence> {
  const { services } = ctx;
  const { claims } = taken;
  const receivedAt = services.clock.now();
  const stepName = fields.stepName ?? null;
  const { replayed, ...answer } = await storeEvidence(
    services,
    { jobId: claims.jobId, scope: {} },
    {
      source: claims.kind === 'provider' ? 'provider' : 'self_service',
      file: taken,
      receivedAt,
      latitude: fields.latitude,
      longitude: fields.longitude,
      capturedAt: fields.capturedAt,
      accuracyMetres: fields.accuracyM ?? null,
      resizedFrom: fields.resizedFrom ?? null,
      notes: fields.notes ?? null,
      stepName,
      nonce: fields.nonce ?? null,
      declaredSha256: fields.mediaSha256 ?? null,
      inputSha256: null,
      // An upload never accepts an open job.
      assigneeName: '',
    },
    (job) => {
      // The token could have been revoked during the upload.
      requireUsableToken(claims, job, receivedAt);
      const { sha256: mediaSha256 } = taken;
      return findRepeat(job, { mediaSha256, capturedAt: fields.capturedAt, stepName });
    },
  );
  ctx.notes.replayed = replayed;
  return answer;
}
