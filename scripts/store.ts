/**
 * Runs the embedded store separately: `npm run store` serves DATA_DIR and prints its address, until it is stopped; `npm
 * run store -- export FILE` and `import FILE` move every database, including its indexes, between MONGODB_URI (unset:
 * the embedded store in DATA_DIR) and a file. `backup FOLDER` copies the embedded store, also while the service runs;
 * `restore FOLDER` copies a backup into an empty DATA_DIR. `move-files s3` and `move-files database` move evidence and
 * PDFs between the database and FILES_URL.
 *
 * The file has one line per item: a collection with its indexes as extended JSON, then each of its documents as BSON
 * bytes in base64 after a tab, so that nothing is lost; the last line is `end`. At the end, counts and hashes of both
 * sides are compared.
 */
import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { BSON, type Db, type Document, MongoClient } from 'mongodb';
import { readConfig } from '../src/config.js';
import { backUp, restore, withStoreOf } from '../src/embedded/backup.js';
import { exitAfter, startEmbeddedStore } from '../src/embedded/index.js';
import { fileTargets, listFiles, moveFiles } from './store-files.js';

const { EJSON } = BSON;
const batchDocuments = 500;
const batchBytes = 16 * 1024 * 1024;
const endOfFile = 'end';
const exact = { promoteValues: false, promoteLongs: false, bsonRegExp: true } as const;
const bytesOnly = { raw: true } as const;
const verbs = new Set(['export', 'import', 'backup', 'restore', 'move-files']);
const ownDatabases = new Set(['admin', 'config', 'local']);

interface Collection {
  db: string;
  collection: string;
  indexes: Document[];
}

/** Count and hash of a collection's documents in the order of their `_id`. */
class Digest {
  count = 0;
  readonly #hash: Hash = createHash('sha256');

  add(document: Uint8Array): void {
    this.count += 1;
    this.#hash.update(document);
  }

  toString(): string {
    return `${this.count} documents, sha256 ${this.#hash.copy().digest('hex')}`;
  }
}

async function collectionsOf(client: MongoClient): Promise<Collection[]> {
  const found: Collection[] = [];
  const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
  for (const { name: db } of databases.filter(({ name }) => !ownDatabases.has(name))) {
    const collections = await client.db(db).listCollections({ type: 'collection' }).toArray();
    for (const { name: collection } of collections.filter(
      ({ name }) => !name.startsWith('system.'),
    )) {
      const indexes = await client.db(db).collection(collection).indexes();
      found.push({ db, collection, indexes: indexes.filter(({ name }) => name !== '_id_') });
    }
  }
  return found;
}

type Take = (document: Buffer) => Promise<void> | void;

async function digestOf(db: Db, name: string, take: Take = () => undefined): Promise<string> {
  const digest = new Digest();
  const documents = db.collection(name).find({}, bytesOnly).sort({ _id: 1 });
  for await (const document of documents as unknown as AsyncIterable<Buffer>) {
    digest.add(document);
    await take(document);
  }
  return digest.toString();
}

/** Writes everything to the file, then reads it back and compares. */
async function exportTo(client: MongoClient, path: string): Promise<void> {
  const collections = await collectionsOf(client);
  // A misspelled DATA_DIR is an empty store: its copy could be mistaken for a backup.
  if (collections.length === 0) throw new Error('there is nothing to export');
  const out = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await once(out, 'open');
  const write = async (line: string): Promise<void> => {
    if (!out.write(`${line}\n`)) await once(out, 'drain');
  };
  const source = new Map<string, string>();
  for (const collection of collections) {
    const { db, collection: name } = collection;
    await write(EJSON.stringify(collection, { relaxed: false }));
    source.set(
      `${db}.${name}`,
      await digestOf(client.db(db), name, (bytes) => write(`\t${bytes.toString('base64')}`)),
    );
  }
  await write(endOfFile);
  out.end();
  await once(out, 'close');
  compare(source, await digestsIn(path));
  if (process.env['FILES_URL'])
    console.log('The files in FILES_URL are not in the export; move-files database moves them.');
}

type Line = { collection: Collection } | { document: Buffer };

async function* linesOf(path: string): AsyncGenerator<Line> {
  let ended = false;
  for await (const line of createInterface({ input: createReadStream(path) })) {
    ended = line === endOfFile;
    if (ended) break;
    if (line.startsWith('\t')) yield { document: Buffer.from(line.slice(1), 'base64') };
    else yield { collection: EJSON.parse(line, { relaxed: false }) as Collection };
  }
  if (!ended) throw new Error(`${path} is cut off`);
}

async function digestsIn(path: string): Promise<Map<string, string>> {
  const digests = new Map<string, Digest>();
  let current = new Digest();
  for await (const line of linesOf(path)) {
    if ('document' in line) current.add(line.document);
    else {
      current = new Digest();
      digests.set(`${line.collection.db}.${line.collection.collection}`, current);
    }
  }
  return new Map([...digests].map(([name, digest]) => [name, digest.toString()]));
}

/**
 * Decodes a document into Maps, which keep the position of names such as "1"; objects would put them first. Every value
 * keeps its type.
 */
function decoded(bytes: Uint8Array): Map<string, unknown> {
  const { ByteUtils, parseToElements } = BSON.onDemand;
  const fields = new Map<string, unknown>();
  for (const [type, nameAt, nameLength, at, length] of parseToElements(bytes)) {
    const name = ByteUtils.toUTF8(bytes, nameAt, nameAt + nameLength, true);
    const value = bytes.subarray(at, at + length);
    const alone = Buffer.concat([Buffer.from([0, 0, 0, 0, type, 118, 0]), value, Buffer.from([0])]);
    alone.writeInt32LE(alone.length);
    if (type === 3) fields.set(name, decoded(value));
    else if (type === 4) fields.set(name, [...decoded(value).values()]);
    else fields.set(name, BSON.deserialize(alone, exact)['v']);
  }
  return fields;
}

/** Inserts the content of a complete file into collections that must be empty, creates the indexes, and compares. */
async function importFrom(client: MongoClient, path: string): Promise<void> {
  const expected = await digestsIn(path);
  const collections: Collection[] = [];
  let batch: Document[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    const { db, collection } = collections.at(-1) ?? { db: '', collection: '' };
    // Every document has its _id, but the driver does not find it in a Map.
    const insert = { forceServerObjectId: true };
    if (batch.length > 0) await client.db(db).collection(collection).insertMany(batch, insert);
    [batch, bytes] = [[], 0];
  };
  for await (const line of linesOf(path)) {
    if ('document' in line) {
      if (bytes + line.document.length > batchBytes) await flush();
      bytes += line.document.length;
      batch.push(decoded(line.document));
      if (batch.length >= batchDocuments) await flush();
      continue;
    }
    await flush();
    const { db, collection } = line.collection;
    const target = client.db(db).collection(collection);
    if (await target.findOne())
      throw new Error(`${db}.${collection} is not empty; nothing of it was changed`);
    collections.push(line.collection);
  }
  await flush();
  const stored = new Map<string, string>();
  for (const { db, collection, indexes } of collections) {
    const target = client.db(db).collection(collection);
    const specs = indexes.map(({ v: _v, ns: _ns, ...index }) =>
      EJSON.parse(EJSON.stringify(index)),
    );
    // The index on _id creates a collection without documents; in any other collection it already exists.
    await target.createIndexes([{ key: { _id: 1 }, name: '_id_' }, ...specs]);
    const made = (await target.indexes()).length - 1;
    if (made !== indexes.length)
      throw new Error(`${db}.${collection} has ${made} indexes instead of ${indexes.length}`);
    stored.set(`${db}.${collection}`, await digestOf(client.db(db), collection));
  }
  compare(expected, stored);
}

/** @throws Error naming the collections that differ */
function compare(expected: Map<string, string>, given: Map<string, string>): void {
  for (const [name, digest] of expected) console.log(`${name}: ${digest}`);
  const different = [...expected]
    .filter(([name, digest]) => given.get(name) !== digest)
    .map(([name]) => name);
  if (different.length > 0) throw new Error(`not equal after the move: ${different.join(', ')}`);
  console.log(`${expected.size} collections, equal on both sides`);
}

async function copyFolder(
  verb: 'backup' | 'restore',
  folder: string,
  dataDir: string,
): Promise<void> {
  const startedMs = performance.now();
  const { bytes, sha256, requested_at } = await (verb === 'backup'
    ? backUp(dataDir, folder)
    : restore(folder, dataDir));
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  const size = `${(bytes / 1e6).toFixed(1)} MB in ${seconds} s, sha256 ${sha256}`;
  console.log(`${verb} of everything acknowledged before ${requested_at}: ${size}`);
  if (verb === 'restore' || !process.env['FILES_URL']) return;
  const config = readConfig();
  const list = join(folder, 'files.jsonl');
  const count = await withStoreOf(resolve(dataDir), (client) => listFiles(client, config, list));
  console.log(`${count} files in FILES_URL are listed in ${list}, not copied`);
}

/** @throws Error if the target is unknown or a file is missing */
async function move(client: MongoClient, given: string): Promise<void> {
  const target = fileTargets.find((name) => name === given);
  if (!target) throw new Error(`move-files takes ${fileTargets.join(' or ')}`);
  await moveFiles(client, readConfig(), target);
}

async function main(): Promise<void> {
  const [verb, path] = process.argv.slice(2);
  if (verb !== undefined && (!path || !verbs.has(verb)))
    throw new Error(`usage: npm run store [-- ${[...verbs].join(' | ')} PATH]`);
  const given = verb === undefined ? undefined : process.env['MONGODB_URI'];
  const dataDir = process.env['DATA_DIR'] || './data';
  if (verb === 'backup' || verb === 'restore') {
    if (given) throw new Error(`MONGODB_URI is set: ${verb} with the tools of that server`);
    return copyFolder(verb, path!, dataDir);
  }
  const store = given ? null : await startEmbeddedStore({ dataDir });
  try {
    if (verb === undefined) {
      console.log(store!.uri);
      await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
      return;
    }
    const client = await MongoClient.connect(store?.uri ?? given!);
    try {
      if (verb === 'move-files') await move(client, path!);
      else await (verb === 'export' ? exportTo(client, path!) : importFrom(client, path!));
    } finally {
      await client.close();
    }
  } finally {
    await store?.close();
  }
}

function fail(error: Error): never {
  console.error(error.message);
  exitAfter(error);
}

// Reports a store that fails during the run.
process.on('uncaughtException', fail);
main().catch(fail);
