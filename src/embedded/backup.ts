/**
 * Backup of a data folder, and its restore; used by `npm run store`, never by the service.
 *
 * A backup is a folder with a copy of the data file and, written last, a manifest. Without the manifest the folder is
 * not a backup: the copy was interrupted. Both directions create every folder and file they write and remove nothing.
 */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MongoClient } from 'mongodb';
import { z } from 'zod';
import { checkDataFile } from './datafile.js';
import { startEmbeddedStore } from './index.js';
import { dataFile, uriOfOwner } from './owner.js';

const manifestFile = 'backup.json';
const connectMs = 5_000;

const manifest = z.object({
  format: z.literal(1),
  /** Time before the copy began: the backup has every write acknowledged until then. */
  requested_at: z.iso.datetime(),
  bytes: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type Manifest = z.infer<typeof manifest>;

/** Flushes a folder's entries to disk. Windows cannot open folders. */
function flush(path: string): void {
  if (process.platform === 'win32') return;
  const file = openSync(path, 'r');
  fsyncSync(file);
  closeSync(file);
}

async function digestOf(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path)) {
    bytes += (chunk as Buffer).length;
    hash.update(chunk as Buffer);
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Connects to the store that owns the data folder; without an owner, opens the store in the meantime. */
export async function withStoreOf<T>(
  dataDir: string,
  run: (client: MongoClient) => Promise<T>,
): Promise<T> {
  const owner = await uriOfOwner(dataDir);
  const store = owner ? null : await startEmbeddedStore({ dataDir });
  try {
    const client = await MongoClient.connect(owner ?? store!.uri, {
      serverSelectionTimeoutMS: connectMs,
    });
    return await run(client).finally(() => client.close());
  } finally {
    await store?.close();
  }
}

/**
 * Copies the data of a folder, whose store can be running, into a new folder, and checks every page of the copy.
 *
 * @throws Error if the new folder exists, the data folder has no store, or the copy fails
 */
export async function backUp(dataDir: string, given: string): Promise<Manifest> {
  const folder = resolve(given);
  // A misspelled DATA_DIR is an empty store: its copy could be mistaken for a backup.
  if (!existsSync(join(dataDir, dataFile))) throw new Error(`DATA_DIR ${dataDir} has no store`);
  if (existsSync(folder)) throw new Error(`${given} exists; a backup needs a new folder`);
  mkdirSync(folder, { mode: 0o700 });
  const requested_at = new Date().toISOString();
  await withStoreOf(resolve(dataDir), (client) =>
    client.db('admin').command({ backup: 1, folder }),
  );
  const copy = join(folder, dataFile);
  chmodSync(copy, 0o600);
  flush(copy);
  checkDataFile(copy, () => undefined);
  const made: Manifest = { format: 1, requested_at, ...(await digestOf(copy)) };
  const text = `${JSON.stringify(made, null, 2)}\n`;
  writeFileSync(join(folder, manifestFile), text, { flag: 'wx', mode: 0o600, flush: true });
  for (const path of [folder, dirname(folder)]) flush(path);
  return made;
}

/** @throws Error if the folder is not a complete backup */
function readManifest(folder: string): Manifest {
  const path = join(folder, manifestFile);
  if (!existsSync(path)) throw new Error(`${folder} is not a complete backup: no ${manifestFile}`);
  return manifest.parse(JSON.parse(readFileSync(path, 'utf8')));
}

/**
 * Copies a backup into a data folder that is missing or empty, then opens the store, which checks every page.
 *
 * A restore that was interrupted leaves a data file that no store opens.
 *
 * @throws Error if the data folder is not empty, or the backup is incomplete or has changed
 */
export async function restore(folder: string, dataDir: string): Promise<Manifest> {
  const expected = readManifest(folder);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (readdirSync(dataDir).length > 0)
    throw new Error(`DATA_DIR ${dataDir} is not empty; nothing was changed`);
  const source = join(folder, dataFile);
  const found = await digestOf(source);
  if (found.bytes !== expected.bytes || found.sha256 !== expected.sha256)
    throw new Error(`${source} is not the file that was backed up; nothing was restored`);
  const target = await open(join(dataDir, dataFile), 'wx', 0o600);
  await pipeline(createReadStream(source), target.createWriteStream({ flush: true }));
  for (const path of [dataDir, dirname(resolve(dataDir))]) flush(path);
  await (await startEmbeddedStore({ dataDir })).close();
  return expected;
}
