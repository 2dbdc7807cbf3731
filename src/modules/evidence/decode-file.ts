import type { DecodedFile } from './decode-child.js';
import { plain } from './decode-media.js';
import type { ReadAt } from './exif-location.js';
import { hasManifestBox } from './manifest-box.js';
import { isDecodedType, rejected } from './media-content.js';
import type { MediaDecoder } from './media-decoder.js';
import { bounded } from './media-probe.js';
import { fileBytesMax, type MediaType, mebibytes } from './media-types.js';
import { noProvenance, type Provenance, unreadable } from './provenance.js';
import { readVideo } from './video-track.js';

/** A file that arrived completely. */
export interface WholeFile {
  /** The job that it is for. */
  jobId: string;
  sizeBytes: number;
  read: ReadAt;
  /** All of it, in pieces. */
  load: () => Promise<readonly Buffer[]>;
}

const tooLarge = rejected(`over ${mebibytes(fileBytesMax)}`, `${mebibytes(fileBytesMax)} are`);

/** Content credentials cover the bytes of a video, which are read into memory only up to a length. */
async function videoProvenance(
  decoder: MediaDecoder,
  type: MediaType,
  { jobId, load, ...file }: WholeFile,
): Promise<Provenance> {
  if (!(await hasManifestBox(bounded(file.read), file.sizeBytes))) return noProvenance;
  if (file.sizeBytes > fileBytesMax) {
    return unreadable(`those of a video above ${mebibytes(fileBytesMax)} are not read`);
  }
  return (await decoder.decode({ jobId, type, load })).provenance;
}

/** Decodes a file to its end and reads its content credentials. */
export async function decodeFile(
  decoder: MediaDecoder,
  type: MediaType,
  file: WholeFile,
): Promise<DecodedFile> {
  if (!isDecodedType(type)) {
    const content = await readVideo(bounded(file.read), file.sizeBytes);
    const isWhole = content.outcome !== 'refused';
    const provenance = isWhole ? await videoProvenance(decoder, type, file) : noProvenance;
    return { ...plain(content), provenance };
  }
  // A picture or PDF is longer only where a video was declared.
  if (file.sizeBytes > fileBytesMax) return { ...plain(tooLarge), provenance: noProvenance };
  const { jobId, load } = file;
  return decoder.decode({ jobId, type, load });
}
