import { findMetadata, type ReadAt } from './exif-location.js';
import { knownMediaType, type MediaType } from './media-types.js';
import { readExif } from './read-exif.js';
import { readVideoMetadata } from './read-video-metadata.js';
import { readXmp } from './read-xmp.js';
import { noStatements, type Statements } from './stated-sources.js';

/** Bytes that distinguish the known types. */
const signatureBytes = 4100;
/** All that is ever read of a file to find its EXIF data, however long the file is. */
export const probeBytesMax = 1024 * 1024;
const windowBytes = 64 * 1024;
/** Of a picture: its segments and chunks can be far apart, and little is read of each. */
const pictureWindowBytes = 4 * 1024;

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');

/** Reads through a window, so that walking a container costs few reads; stops at the budget. */
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

/** Type by magic bytes; null when it is none of the known ones. */
async function sniff(head: Buffer): Promise<MediaType | null> {
  // file-type wants to see all metadata of a PNG before it decides.
  if (head.subarray(0, 8).equals(pngSignature)) return 'image/png';
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  return knownMediaType(found?.mime);
}

/** What a file states about itself. */
export interface ProbedMedia {
  /** Type by magic bytes; null when they are none of the known ones. */
  type: MediaType | null;
  stated: Statements;
}

/**
 * Reads what a file states about itself: its type by magic bytes, and its time and position. Reads at most
 * `probeBytesMax` bytes for each of the two. Damage means that less is known and is never an error; only an
 * error of the store is thrown.
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
