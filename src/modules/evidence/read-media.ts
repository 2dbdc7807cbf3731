import type { Readable } from 'node:stream';
import type { RequestContext } from '../../context.js';
import { ApiError } from '../../errors.js';
import { jobErased } from '../job/job-change.js';
import { verifyMediaLink } from './media-link.js';

/** A file as it is answered; its bytes never change. */
export interface ServedFile {
  sha256: string;
  sizeBytes: number;
  /** Type by magic bytes. */
  mediaType: string;
  /** Name offered for saving, without an extension of trust. */
  name: string;
  /** Seconds for which a browser may keep it. */
  maxAgeSeconds: number;
  /** Opens the bytes from `start` up to but excluding `end`. */
  open(start: number, end: number): Readable;
}

/**
 * The file behind a media link.
 * @throws ApiError `not_found`, `token_expired`, `erased`
 */
export async function readMedia(
  ctx: RequestContext,
  item: { jobId: string; evidenceId: string },
  query: { expires: string; signature: string },
): Promise<ServedFile> {
  const { services } = ctx;
  const now = services.clock.now();
  verifyMediaLink(services.serverKeys.links, item, query, now);
  const job = await services.jobs.find(item.jobId, {});
  const stored = job?.evidence.find((one) => one.evidenceId === item.evidenceId);
  if (job?.erasedAt) throw jobErased(job);
  if (!stored) throw new ApiError('not_found', 'This file does not exist.');
  return {
    sha256: stored.mediaSha256,
    sizeBytes: stored.sizeBytes,
    mediaType: stored.mediaType,
    name: `evidence-${stored.evidenceId}`,
    maxAgeSeconds: Math.floor(Number(query.expires) - now.getTime() / 1000),
    open: (start, end) => services.evidenceFiles.open(stored.fileId, start, end),
  };
}
