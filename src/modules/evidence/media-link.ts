import { createHmac, timingSafeEqual } from 'node:crypto';
import { ApiError, errorText } from '../../errors.js';
import { isCredential } from '../../lib/credential.js';

/** Minimum and maximum lifetime of a link in hours. */
export const linkHours = { min: 1, max: 2 };
const bucketSeconds = linkHours.min * 3600;

/**
 * Returns when a link made now expires, in Unix seconds: at the end of the next hour, so that a link works for one to
 * two hours and stays the same within an hour.
 */
export function linkExpiry(now: Date): number {
  return (Math.floor(now.getTime() / 1000 / bucketSeconds) + linkHours.max) * bucketSeconds;
}

function signature(key: Buffer, jobId: string, evidenceId: string, expires: string): Buffer {
  return createHmac('sha256', key).update(`media\n${jobId}\n${evidenceId}\n${expires}`).digest();
}

/** Returns a link that lets its holder read one evidence file for a limited time. */
export function mediaLink(
  baseUrl: string,
  key: Buffer,
  item: { jobId: string; evidenceId: string },
  now: Date,
): string {
  const expires = String(linkExpiry(now));
  const signed = signature(key, item.jobId, item.evidenceId, expires).toString('base64url');
  return `${baseUrl}/media/${item.jobId}/${item.evidenceId}?expires=${expires}&signature=${signed}`;
}

/**
 * Checks a media link.
 * @throws ApiError `not_found` for an invalid signature, `token_expired` for a valid one that is too old
 */
export function verifyMediaLink(
  key: Buffer,
  item: { jobId: string; evidenceId: string },
  query: { expires: string; signature: string },
  now: Date,
): void {
  const expected = signature(key, item.jobId, item.evidenceId, query.expires);
  const given = Buffer.from(query.signature, 'base64url');
  // Several base64url spellings decode to the same bytes; only the canonical one is accepted.
  const canonical =
    isCredential(query.signature) && given.toString('base64url') === query.signature;
  if (!canonical || given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new ApiError('not_found', errorText('error.file'));
  }
  if (Number(query.expires) * 1000 <= now.getTime()) {
    throw new ApiError('token_expired', errorText('error.media_link_expired'), {
      hint: errorText('error.hint_media_link'),
    });
  }
}
