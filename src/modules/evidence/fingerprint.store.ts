import { Binary, type Collection, type Db } from 'mongodb';
import { type Distance, keptKeys, nearest, soughtKeys } from './alike.js';
import type { Fingerprint } from './fingerprint.js';

/** The fingerprint of one file; it lives as long as the file. */
interface StoredFingerprint {
  /** Id of the file. */
  _id: string;
  jobId: string;
  /** Views of `viewBytes` each. */
  views: Binary;
  /** Bands of the views' hashes. */
  bands: number[];
}

/** Of more pictures that are alike, which one is nearest does not matter. */
const alikeMax = 100;

/** The fingerprints of all pictures that were stored as evidence, found by what is like them. */
export function createFingerprintStore(db: Db) {
  const fingerprints: Collection<StoredFingerprint> = db.collection('evidence.fingerprints');

  return {
    async ensureIndexes(): Promise<void> {
      await fingerprints.createIndex({ bands: 1 });
    },

    /** Keeps the fingerprint of a file. */
    async add(file: { fileId: string; jobId: string }, fingerprint: Fingerprint): Promise<void> {
      await fingerprints.insertOne({
        _id: file.fileId,
        jobId: file.jobId,
        views: new Binary(fingerprint.kept),
        bands: keptKeys(fingerprint),
      });
    },

    /** The distance to the picture of another job that is most like this one; null where none is alike. */
    async findOnOtherJob(jobId: string, fingerprint: Fingerprint): Promise<Distance | null> {
      const candidates = fingerprints.find(
        { bands: { $in: soughtKeys(fingerprint) } },
        { projection: { _id: 0, jobId: 1, views: 1 }, batchSize: 10_000 },
      );
      let best: Distance | null = null;
      let alike = 0;
      try {
        // By batches: hundreds of candidates are usual, and to wait for each costs more than to compare it.
        while (alike < alikeMax && (await candidates.hasNext())) {
          for (const candidate of candidates.readBufferedDocuments()) {
            if (candidate.jobId === jobId) continue;
            const found = nearest(fingerprint, candidate.views.buffer);
            if (!found) continue;
            const isNearer = !best || found.hash + found.blocks < best.hash + best.blocks;
            if (isNearer) best = found;
            alike += 1;
          }
        }
      } finally {
        await candidates.close();
      }
      return best;
    },

    async remove(fileId: string): Promise<void> {
      await fingerprints.deleteOne({ _id: fileId });
    },
  };
}
