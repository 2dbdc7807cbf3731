import { once } from 'node:events';
import { GridFSBucket, type MongoClient, ObjectId } from 'mongodb';
import { kibibyte, mebibyte } from '../units.js';
import type { FileStore, FileWriter, OpenFileStore } from './file-store.js';

/** Each chunk is one insert: with GridFS's default of 255 KiB, an upload of evidence takes 1.5 times as long. */
const chunkBytes = { evidence: mebibyte, pdfs: 255 * kibibyte };

function createWriter(bucket: GridFSBucket, fileId: string): FileWriter {
  const upload = bucket.openUploadStreamWithId(new ObjectId(fileId), fileId);
  // Callbacks report failures; without a listener, the event would end the process.
  upload.on('error', () => {});
  return {
    // Waiting for each write ensures that none is pending if the file has to be deleted.
    write: (chunk) =>
      new Promise((resolve, reject) => {
        upload.write(chunk, (error) => (error ? reject(error) : resolve()));
      }),
    async finish() {
      const finished = once(upload, 'finish');
      upload.end();
      await finished;
    },
    async abort() {
      upload.destroy();
    },
  };
}

/** Returns files in the GridFS buckets of their database. Ids are those of MongoDB in hexadecimal form. */
export function openGridFs(client: MongoClient): OpenFileStore {
  return ({ database, kind }): FileStore => {
    const db = client.db(database);
    const options = { bucketName: kind, chunkSizeBytes: chunkBytes[kind] };
    const bucket = new GridFSBucket(db, options);
    const files = db.collection(`${kind}.files`);
    const chunks = db.collection(`${kind}.chunks`);
    return {
      async ensureIndexes() {
        await chunks.createIndex({ files_id: 1, n: 1 }, { unique: true });
        await files.createIndex({ filename: 1, uploadDate: 1 });
      },
      create: (fileId) => createWriter(bucket, fileId),
      open: async (fileId, start, end) =>
        bucket.openDownloadStream(new ObjectId(fileId), { start, end }),
      has: async (fileId) => (await files.findOne({ _id: new ObjectId(fileId) })) !== null,
      async delete(fileId) {
        const id = new ObjectId(fileId);
        await files.deleteOne({ _id: id });
        await chunks.deleteMany({ files_id: id });
      },
      link: null,
    };
  };
}
