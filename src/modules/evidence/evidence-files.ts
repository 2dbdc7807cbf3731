import { createHash } from 'node:crypto';
import { type Collection, type Db, ObjectId } from 'mongodb';
import { ApiError, errorText } from '../../errors.js';
import type { FileStore } from '../../lib/files/file-store.js';
import { fileBytesMax } from '../../limits.js';
import type { Services } from '../../services.js';
import type { Job } from '../job/job.js';
import { createArrivals } from './arriving-bytes.js';
import type { MediaFacts, Similarity } from './checks.js';
import type { DecodedFile } from './decode-child.js';
import { decodeFile, type WholeFile } from './decode-file.js';
import { createFingerprintStore } from './fingerprint.store.js';
import type { MediaDecoder } from './media-decoder.js';
import { probeMedia } from './media-probe.js';
import { isPictureType, type MediaType } from './media-types.js';
import { noProvenance } from './provenance.js';

export interface StoredFile {
  fileId: string;
  /** Lower-case hex. */
  sha256: string;
  sizeBytes: number;
  media: MediaFacts;
}

export interface IncomingFile {
  /** The job that will refer to the file. */
  jobId: string;
  bytes: AsyncIterable<Buffer>;
  /** Maximum size. */
  sizeMax: number;
  now: Date;
}

/** A file whose upload started and that no job refers to yet. */
interface PendingFile {
  _id: ObjectId;
  /** The job that will refer to the file. */
  jobId: string;
  startedAt: Date;
}

export type EvidenceFiles = ReturnType<typeof createEvidenceFiles>;

/**
 * The bytes of evidence. A file is valid once a job refers to it. Until then its id is in `evidence.pending`, recorded
 * before the first byte, so that leftovers of a crash are found without a scan of all files.
 */
export function createEvidenceFiles(
  db: Db,
  files: FileStore,
  decoder: MediaDecoder,
  arrivals = createArrivals(),
) {
  const pending: Collection<PendingFile> = db.collection('evidence.pending');
  const previews: Collection<{ _id: string }> = db.collection('evidence.previews');
  const fingerprints = createFingerprintStore(db);
  const running = new Set<Promise<unknown>>();
  const ending = new AbortController();

  async function discard(fileId: string): Promise<void> {
    await files.delete(fileId);
    await previews.deleteOne({ _id: fileId });
    await fingerprints.remove(fileId);
    await pending.deleteOne({ _id: new ObjectId(fileId) });
  }

  async function readPieces(fileId: string, start: number, end: number): Promise<Buffer[]> {
    return start >= end ? [] : (await files.open(fileId, start, end)).toArray();
  }

  async function readAt(fileId: string, start: number, end: number): Promise<Buffer> {
    return Buffer.concat(await readPieces(fileId, start, end));
  }

  /** Stores the fingerprint of a picture, then returns the similarity to pictures of other jobs. */
  async function findSimilar(
    file: { jobId: string; fileId: string },
    type: MediaType | null,
    decoded: DecodedFile | null,
  ): Promise<Similarity> {
    const isPicture = type !== null && isPictureType(type);
    if (!isPicture || decoded?.content.outcome !== 'picture') return 'no_picture';
    if (!decoded.fingerprint) return 'too_plain';
    // Stored first, so that of two concurrent pictures each one finds the other.
    await fingerprints.add(file, decoded.fingerprint);
    return (await fingerprints.findOnOtherJob(file.jobId, decoded.fingerprint)) ?? 'none';
  }

  async function receive({ jobId, bytes, sizeMax, now }: IncomingFile): Promise<StoredFile> {
    const id = new ObjectId();
    const fileId = id.toHexString();
    await pending.insertOne({ _id: id, jobId, startedAt: now });
    const upload = files.create(fileId);
    const hash = createHash('sha256');
    const arrival = arrivals.open(sizeMax <= fileBytesMax ? sizeMax : 0);
    let sizeBytes = 0;
    try {
      for await (const chunk of bytes) {
        arrival.add(chunk);
        sizeBytes += chunk.length;
        if (sizeBytes > sizeMax) {
          throw new ApiError(
            'payload_too_large',
            errorText('error.file_too_large', { max: sizeMax }),
          );
        }
        hash.update(chunk);
        await upload.write(chunk);
      }
      await upload.finish();
      const pieces = async (start: number, end: number) =>
        end <= arrival.keptBytes() ? arrival.pieces(start, end) : readPieces(fileId, start, end);
      const file: WholeFile = {
        jobId,
        sizeBytes,
        read: async (offset, length) =>
          Buffer.concat(await pieces(offset, Math.min(offset + length, sizeBytes))),
        load: () => pieces(0, sizeBytes),
      };
      const probed = await probeMedia(file.read, sizeBytes);
      const decoded = probed.type && (await decodeFile(decoder, probed.type, file));
      const media: MediaFacts = {
        ...probed,
        content: decoded?.content ?? null,
        similar: await findSimilar({ jobId, fileId }, probed.type, decoded),
        provenance: decoded?.provenance ?? noProvenance,
      };
      return { fileId, sha256: hash.digest('hex'), sizeBytes, media };
    } catch (error) {
      try {
        await upload.abort();
        await discard(fileId);
      } catch {
        // The sweep deletes the file later.
      }
      throw error;
    } finally {
      arrival.close();
    }
  }

  return {
    async ensureIndexes(): Promise<void> {
      await files.ensureIndexes();
      await pending.createIndex({ startedAt: 1 });
      await fingerprints.ensureIndexes();
    },

    /**
     * Streams bytes to storage and computes their hash, then detects the type, decodes the file and searches for
     * similar pictures. A video needs the same memory for any length; other files share a bounded amount. Nothing
     * remains if the source fails or is too long.
     *
     * @throws ApiError `payload_too_large`, `unavailable` if nothing can be decoded now; errors of the source and the
     * database
     */
    store(incoming: IncomingFile): Promise<StoredFile> {
      const work = receive(incoming).finally(() => running.delete(work));
      running.add(work);
      return work;
    },

    /** Aborts fetches when the process stops; uploads are aborted by their connection. */
    stopping: ending.signal,

    /** Aborts fetches; resolves when no file is being stored or deleted. */
    async stop(): Promise<void> {
      ending.abort();
      await Promise.allSettled(running);
    },

    /** Records that a job refers to the file. */
    async keep(fileId: string): Promise<void> {
      await pending.deleteOne({ _id: new ObjectId(fileId) });
    },

    /** Deletes a file and all its traces. */
    discard,

    /** Opens the bytes from `start` up to but excluding `end`. */
    open: files.open,
    /** Reads the bytes in one piece. */
    read: readAt,
    /** Returns a public link to the bytes; null if the storage has none. */
    link: files.link,
    /** Returns whether the file exists completely. */
    has: files.has,

    /**
     * Deletes the files begun before `before` that no job refers to.
     *
     * @param names returns the files that a job refers to; null if there is no such job
     * @returns the number of deleted files
     */
    async sweep(
      before: Date,
      names: (jobId: string) => Promise<readonly string[] | null>,
    ): Promise<number> {
      let removed = 0;
      for (;;) {
        const found = await pending
          .find({ startedAt: { $lt: before } })
          .limit(100)
          .toArray();
        if (found.length === 0) return removed;
        for (const file of found) {
          const fileId = file._id.toHexString();
          const kept = await names(file.jobId);
          if (kept?.includes(fileId)) await pending.deleteOne({ _id: file._id });
          else {
            await discard(fileId);
            removed += 1;
          }
        }
      }
    },
  };
}

/** Deletes the files of a job's evidence; missing files count as deleted. */
export async function eraseEvidence(
  { evidenceFiles }: Pick<Services, 'evidenceFiles'>,
  job: Pick<Job, 'evidence'>,
): Promise<void> {
  for (const { fileId } of job.evidence) await evidenceFiles.discard(fileId);
}
