// Moves and lists the files of jobs, for scripts/store.ts.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { MongoClient } from 'mongodb';
import type { Config } from '../src/config.js';
import { openBucket } from '../src/lib/files/bucket.js';
import type { FileStore } from '../src/lib/files/file-store.js';
import { openGridFs } from '../src/lib/files/gridfs.js';
import { openObjectStorage } from '../src/lib/files/object-storage.js';
import { createLog } from '../src/log.js';
import type { Job } from '../src/modules/job/job.js';

const kinds = ['evidence', 'pdfs'] as const;
/** Few jobs at a time, so that no cursor is idle for long while their files are copied. */
const batchJobs = 20;

export const fileTargets = ['s3', 'database'] as const;
export type FileTarget = (typeof fileTargets)[number];

/** A file that a job refers to. */
interface NamedFile {
  database: string;
  kind: (typeof kinds)[number];
  fileId: string;
  bytes: number;
  sha256: string;
  /** True if the job was erased, and its files with it. */
  erased: boolean;
}

const databasesOf = ({ mongodbDb }: Config) => [mongodbDb, `${mongodbDb}-sandbox`];

async function* filesOf(client: MongoClient, config: Config): AsyncGenerator<NamedFile> {
  for (const database of databasesOf(config)) {
    const jobs = client
      .db(database)
      .collection<Pick<Job, '_id' | 'evidence' | 'reports' | 'erasedAt'>>('jobs')
      .find({}, { projection: { evidence: 1, reports: 1, erasedAt: 1 }, batchSize: batchJobs });
    for await (const { evidence, reports, erasedAt } of jobs) {
      const place = { database, erased: Boolean(erasedAt) };
      for (const { fileId, sizeBytes: bytes, mediaSha256: sha256 } of evidence)
        yield { ...place, kind: 'evidence', fileId, bytes, sha256 };
      for (const { pdf } of reports) {
        if (!pdf) continue;
        const { fileId, sizeBytes: bytes, sha256 } = pdf;
        yield { ...place, kind: 'pdfs', fileId, bytes, sha256 };
      }
    }
  }
}

/** Copies a file. @throws Error if its hash differs from that in the job; no copy is kept then */
async function copy(file: NamedFile, from: FileStore, to: FileStore): Promise<void> {
  const hash = createHash('sha256');
  const upload = to.create(file.fileId);
  try {
    if (file.bytes > 0) {
      for await (const chunk of await from.open(file.fileId, 0, file.bytes)) {
        hash.update(chunk as Buffer);
        await upload.write(chunk as Buffer);
      }
    }
    if (hash.digest('hex') !== file.sha256)
      throw new Error(`${file.kind} ${file.fileId} is not the file that was stored`);
    await upload.finish();
  } catch (error) {
    await upload.abort();
    await to.delete(file.fileId);
    throw error;
  }
}

/** Ids of files that were being uploaded when the service ended. */
async function unfinished(client: MongoClient, database: string, kind: NamedFile['kind']) {
  const db = client.db(database);
  if (kind === 'pdfs') {
    const notes = await db.collection<{ _id: string }>('report_pending').find({ kind: 'pdf' });
    return (await notes.toArray()).map(({ _id }) => _id);
  }
  return (await db.collection('evidence.pending').find().toArray()).map(({ _id }) => String(_id));
}

/**
 * Moves the files of all jobs between the database and FILES_URL, while the service is stopped. Each file is compared
 * with its SHA-256 and deleted in its old place once it is complete in the new one, so an interrupted move can be
 * repeated.
 *
 * @throws Error if a file is missing in both places or has changed
 */
export async function moveFiles(
  client: MongoClient,
  config: Config,
  target: FileTarget,
): Promise<void> {
  if (!config.files) throw new Error('FILES_URL must be set');
  const bucket = openBucket(config.files.bucket, createLog(config));
  try {
    await bucket.check();
    const places = { database: openGridFs(client), s3: openObjectStorage(bucket, false) };
    const open = (place: FileTarget) =>
      new Map<string, FileStore>(
        databasesOf(config).flatMap((database) =>
          kinds.map((kind) => [`${database}.${kind}`, places[place]({ database, kind })]),
        ),
      );
    const [sources, targets] = [open(target === 's3' ? 'database' : 's3'), open(target)];
    for (const store of targets.values()) await store.ensureIndexes();
    let [moved, bytes] = [0, 0];
    const missing: string[] = [];
    for await (const file of filesOf(client, config)) {
      const name = `${file.database}.${file.kind}`;
      const [from, to] = [sources.get(name)!, targets.get(name)!];
      if (!(await to.has(file.fileId))) {
        if (!(await from.has(file.fileId))) {
          if (!file.erased) missing.push(`${name} ${file.fileId}`);
          continue;
        }
        await copy(file, from, to);
        moved += 1;
        bytes += file.bytes;
      }
      await from.delete(file.fileId);
    }
    for (const database of databasesOf(config))
      for (const kind of kinds)
        for (const fileId of await unfinished(client, database, kind))
          await sources.get(`${database}.${kind}`)!.delete(fileId);
    console.log(`${moved} files moved to ${target}, ${(bytes / 1e6).toFixed(1)} MB`);
    if (missing.length > 0) throw new Error(`missing in both places: ${missing.join(', ')}`);
  } finally {
    bucket.close();
  }
}

/**
 * Writes one line of JSON per file in FILES_URL: its key, size in bytes and SHA-256.
 * @returns the number of files
 */
export async function listFiles(
  client: MongoClient,
  config: Config,
  path: string,
): Promise<number> {
  const out = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  await once(out, 'open');
  let count = 0;
  for await (const { database, kind, fileId, bytes, sha256, erased } of filesOf(client, config)) {
    if (erased) continue;
    const line = JSON.stringify({ key: `${database}/${kind}/${fileId}`, bytes, sha256 });
    if (!out.write(`${line}\n`)) await once(out, 'drain');
    count += 1;
  }
  out.end();
  await once(out, 'close');
  return count;
}
