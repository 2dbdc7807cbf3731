import { hash } from 'node:crypto';
import { Binary, type Collection, type Db } from 'mongodb';
import { isDuplicateKey } from '../../lib/mongo.js';
import type { EvidenceItem } from './evidence.js';
import type { EvidenceFiles } from './evidence-files.js';
import { isPictureType } from './media-types.js';
import type { PictureLanes } from './picture-lanes.js';

/** Longer side of a preview in pixels. */
export const previewEdge = 640;
const limits = { edgeMax: previewEdge, bytesMax: 150_000 };

/** The preview of one file; deleted with the file. */
export interface StoredPreview {
  /** The file's id. */
  _id: string;
  /** Null if the picture cannot be shown. */
  jpeg: Binary | null;
}

export interface Preview {
  jpeg: Buffer;
  /** Lower-case hex. */
  sha256: string;
}

type File = Pick<EvidenceItem, 'fileId' | 'mediaType' | 'sizeBytes'>;

export type PreviewFiles = ReturnType<typeof createPreviewFiles>;

/** Small upright JPEGs of pictures without their metadata, each made on its first read. */
export function createPreviewFiles(db: Db, evidenceFiles: EvidenceFiles, lanes: PictureLanes) {
  const previews: Collection<StoredPreview> = db.collection('evidence.previews');
  const running = new Map<string, Promise<Buffer | null>>();

  async function make({ fileId, mediaType, sizeBytes }: File): Promise<Buffer | null> {
    const load = async () => ({ bytes: await evidenceFiles.read(fileId, 0, sizeBytes), mediaType });
    const photo = await lanes.shrink(new AbortController().signal, load, limits);
    const jpeg = photo && Buffer.from(photo.jpeg);
    const kept: StoredPreview = { _id: fileId, jpeg: jpeg && new Binary(jpeg) };
    await previews.insertOne(kept).catch((error) => {
      // Another process stored the same preview.
      if (!isDuplicateKey(error)) throw error;
    });
    // If the file was discarded in the meantime, its previews were deleted before this one was stored.
    if (!(await evidenceFiles.has(fileId))) await previews.deleteOne({ _id: fileId });
    return jpeg;
  }

  return {
    /**
     * @returns null if the file is not a picture or cannot be decoded
     * @throws Error if the file or the picture processes are currently unavailable
     */
    async get(file: File): Promise<Preview | null> {
      if (!isPictureType(file.mediaType)) return null;
      const kept = await previews.findOne({ _id: file.fileId });
      let jpeg: Buffer | null = kept?.jpeg ? Buffer.from(kept.jpeg.buffer) : null;
      if (!kept) {
        const making = running.get(file.fileId) ?? make(file);
        running.set(file.fileId, making);
        jpeg = await making.finally(() => running.delete(file.fileId));
      }
      return jpeg && { jpeg, sha256: hash('sha256', jpeg, 'hex') };
    },
  };
}
