import { findMetadata, type ReadAt } from './exif-location.js';
import { knownMediaType, type MediaType } from './media-types.js';
import { readExif } from './read-exif.js';
import { readVideoMetadata } from './read-video-metadata.js';
import { readXmp } from './read-xmp.js';
import { noStatements, type Statements } from './stated-sources.js';

/** Number of bytes that distinguish the known types. */
const signatureBytes = 4100;
/** Maximum number of bytes read to find the EXIF data of a file of any length. */
export const probeBytesMax = 1024 * 1024;
const windowBytes = 64 * 1024;
/** Window for a picture: its segments and chunks can be far apart, and little is read of each. */
const pictureWindowBytes = 4 * 1024;

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');

/** Reads through a window, so that walking a container takes few reads; throws when the budget is exhausted. */
export function bounded(read: ReadAt, leastBytes = windowBytes): ReadAt {
  let windowStart = 0;
  let window: Buffer = Buffer.alloc(0);
  let budget = probeBytesMax;
  return async (offset, length) => {
    const inWindow = offset >= windowStart && offset + length <= windowStart + window.length;
    if (!inWindow) {
      const wanted = Math.max(length, leastBytes);
      budget -= wanted;
      if (budget < 0) throw new RangeError('too much of the file would have to be read');
      window = await read(offset, wanted);
      windowStart = offset;
    }
    return window.subarray(offset - windowStart, offset - windowStart + length);
  };
}

/** Returns the type by magic bytes; null if unknown. */
async function sniff(head: Buffer): Promise<MediaType | null> {
  // file-type reads all metadata of a PNG before it decides.
  if (head.subarray(0, 8).equals(pngSignature)) return 'image/png';
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  return knownMediaType(found?.mime);
}

/** The statements of a file about itself. */
export interface ProbedMedia {
  /** Type by magic bytes; null if unknown. */
  type: MediaType | null;
  stated: Statements;
}

/**
 * Reads the statements of a file about itself: its type by magic bytes, and its time and position. Reads at most
 * `probeBytesMax` bytes for each of the two. Damage means that less is known and is never an error; only errors of the
 * store are thrown.
 *
 * @param read reads the file; the errors of the store must not be RangeErrors
 */
export async function probeMedia(read: ReadAt, sizeBytes: number): Promise<ProbedMedia> {
  const stated = noStatements();
  const type = await sniff(await read(0, signatureBytes));
  if (!type) return { type: null, stated };
  let storeFailure: unknown;
  const isVideo = type.startsWith('video/');
  const guarded = bounded(
    async (offset, length) => {
      try {
        return await read(offset, length);
      } catch (error) {
        storeFailure = error;
        throw error;
      }
    },
    isVideo ? windowBytes : pictureWindowBytes,
  );
  try {
    if (isVideo) await readVideoMetadata(guarded, sizeBytes, stated);
    const { exif, xmp } = await findMetadata(type, guarded);
    if (exif) readExif(exif, stated);
    if (xmp) readXmp(xmp, stated);
  } catch {
    if (storeFailure !== undefined) throw storeFailure;
  }
  return { type, stated };
}
