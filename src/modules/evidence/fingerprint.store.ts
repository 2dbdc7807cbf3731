import { Binary, type Collection, type Db } from 'mongodb';
import { type Distance, keptKeys, nearest, soughtKeys } from './alike.js';
import type { Fingerprint } from './fingerprint.js';

/** The fingerprint of one file; deleted with the file. */
interface StoredFingerprint {
  /** Id of the file. */
  _id: string;
  jobId: string;
  /** Views of `viewBytes` bytes each. */
  views: Binary;
  /** Bands of the hashes of the views. */
  bands: number[];
}

/** If more pictures are similar, it does not matter which one is nearest. */
const alikeMax = 100;

/** The fingerprints of all pictures stored as evidence, searchable by similarity. */
export function createFingerprintStore(db: Db) {
  const fingerprints: Collection<StoredFingerprint> = db.collection('evidence.fingerprints');

  return {
    async ensureIndexes(): Promise<void> {
      await fingerprints.createIndex({ bands: 1 });
    },

    /** Stores the fingerprint of a file. */
    async add(file: { fileId: string; jobId: string }, fingerprint: Fingerprint): Promise<void> {
      await fingerprints.insertOne({
        _id: file.fileId,
        jobId: file.jobId,
        views: new Binary(fingerprint.kept),
        bands: keptKeys(fingerprint),
      });
    },

    /** Returns the distance to the most similar picture of another job; null if none is similar. */
    async findOnOtherJob(jobId: string, fingerprint: Fingerprint): Promise<Distance | null> {
      const candidates = fingerprints.find(
        { bands: { $in: soughtKeys(fingerprint) } },
        { projection: { _id: 0, jobId: 1, views: 1 }, batchSize: 10_000 },
      );
      let best: Distance | null = null;
      let alike = 0;
      try {
        // In batches: hundreds of candidates are usual, and waiting for each one costs more than comparing it.
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
