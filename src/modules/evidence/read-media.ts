import { Readable } from 'node:stream';
import type { RequestContext } from '../../context.js';
import { ApiError, errorText } from '../../errors.js';
import type { FileLink } from '../../lib/files/file-store.js';
import { jobErased } from '../job/job-change.js';
import type { EvidenceItem } from './evidence.js';
import { verifyMediaLink } from './media-link.js';

/** A file in a response; its bytes never change. */
export interface ServedFile {
  sha256: string;
  sizeBytes: number;
  /** Type by magic bytes. */
  mediaType: string;
  /** Suggested file name, without an extension from the sender. */
  name: string;
  /** Seconds for which a browser can cache it. */
  maxAgeSeconds: number;
  /** Opens the bytes from `start` up to but excluding `end`. */
  open(start: number, end: number): Promise<Readable>;
  /** Returns a link to the same bytes outside the service; null if the service sends them itself. */
  link: ((link: FileLink) => Promise<string>) | null;
}

interface MediaLinkQuery {
  expires: string;
  signature: string;
}

/** @throws ApiError `not_found`, `token_expired`, `erased` */
async function findItem(
  { services }: RequestContext,
  item: { jobId: string; evidenceId: string },
  query: MediaLinkQuery,
): Promise<{ stored: EvidenceItem; maxAgeSeconds: number }> {
  const now = services.clock.now();
  verifyMediaLink(services.serverKeys.links, item, query, now);
  const job = await services.jobs.find(item.jobId, {});
  const stored = job?.evidence.find((one) => one.evidenceId === item.evidenceId);
  if (job?.erasedAt) throw jobErased(job);
  if (!stored) throw new ApiError('not_found', errorText('error.file'));
  return { stored, maxAgeSeconds: Math.floor(Number(query.expires) - now.getTime() / 1000) };
}

/**
 * Returns the file of a media link.
 * @throws ApiError `not_found`, `token_expired`, `erased`
 */
export async function readMedia(
  ctx: RequestContext,
  item: { jobId: string; evidenceId: string },
  query: MediaLinkQuery,
): Promise<ServedFile> {
  const { stored, maxAgeSeconds } = await findItem(ctx, item, query);
  const { evidenceFiles } = ctx.services;
  return {
    sha256: stored.mediaSha256,
    sizeBytes: stored.sizeBytes,
    mediaType: stored.mediaType,
    name: `evidence-${stored.evidenceId}`,
    maxAgeSeconds,
    open: (start, end) => evidenceFiles.open(stored.fileId, start, end),
    link: evidenceFiles.link && ((link) => evidenceFiles.link!(stored.fileId, link)),
  };
}

/**
 * Returns the picture of a media link as a small JPEG.
 * @throws ApiError `not_found`, `token_expired`, `erased`, `unsupported_media_type` if the file is not a picture or
 * cannot be decoded
 */
export async function readPreview(
  ctx: RequestContext,
  item: { jobId: string; evidenceId: string },
  query: MediaLinkQuery,
): Promise<ServedFile> {
  const { stored, maxAgeSeconds } = await findItem(ctx, item, query);
  const preview = await ctx.services.evidencePreviews.get(stored);
  if (!preview) {
    throw new ApiError('unsupported_media_type', errorText('error.no_preview'), {
      hint: errorText('error.hint_no_preview'),
    });
  }
  const { jpeg, sha256 } = preview;
  return {
    sha256,
    sizeBytes: jpeg.length,
    mediaType: 'image/jpeg',
    name: `evidence-${stored.evidenceId}-preview`,
    maxAgeSeconds,
    open: async (start, end) => Readable.from([jpeg.subarray(start, end)]),
    link: null,
  };
}
