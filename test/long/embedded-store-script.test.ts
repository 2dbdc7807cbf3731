import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Binary, type Document, Double, Long, MongoClient, ObjectId } from 'mongodb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startEmbeddedStore } from '../../src/embedded/index.js';
import { failWrites } from '../support/process.js';

const script = fileURLToPath(new URL('../../dist/scripts/store.js', import.meta.url));
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-script-'));
});
afterEach(() => rm(folder, { recursive: true }));

function run(env: Record<string, string>, ...args: string[]) {
  const { MONGODB_URI: _, ...inherited } = process.env;
  return spawnSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
    env: { ...inherited, ...env },
  });
}

async function within<T>(dataDir: string, use: (client: MongoClient) => Promise<T>): Promise<T> {
  const store = await startEmbeddedStore({ dataDir });
  const client = await MongoClient.connect(store.uri, { promoteValues: false });
  const result = await use(client);
  await client.close();
  await store.close();
  return result;
}

/** Starts the store in a separate process. @returns it when it is ready, with a client */
async function served() {
  const child = spawn(process.execPath, [script], { env: { ...process.env, DATA_DIR: folder } });
  const [line] = await once(child.stdout, 'data');
  const client = await MongoClient.connect(String(line).trim(), { serverSelectionTimeoutMS: 2000 });
  return { child, client };
}

const docs = [
  {
    _id: 1,
    long: Long.fromString('9007199254740993'),
    double: new Double(1),
    int: 1,
    date: new Date(5),
    bytes: new Binary(Buffer.from('x'), 4),
  },
  { _id: new ObjectId(), list: [null, { a: [] }], text: 'line\nline\ttab', re: /a/i },
] as Document[];

/** A map, because in an object keys such as "1" would come first. */
const inOrder = new Map<string, unknown>([
  ['_id', 7],
  ['b', 1],
  ['1', [new Map([['z', 1]]).set('0', 2)]],
  ['__proto__', { '': null }],
]) as unknown as Document;

describe('npm run store', () => {
  test('moves everything from one store to another, indexes included', async () => {
    const [from, to, file] = ['from', 'to', 'file'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await within(from, async (client) => {
      await client.db('one').collection('a').insertMany(docs);
      const asItIs = { forceServerObjectId: true };
      await client.db('one').collection('a').insertOne(inOrder, asItIs);
      const large = Array.from({ length: 5 }, (_, i) => ({ _id: i, x: 'x'.repeat(12_000_000) }));
      for (const document of large as Document[])
        await client.db('two').collection('large').insertOne(document);
      await client
        .db('one')
        .collection('a')
        .createIndex(
          { int: 1, date: -1 },
          { unique: true, partialFilterExpression: { int: { $exists: true } } },
        );
      await client
        .db('two')
        .collection('b')
        .insertMany(Array.from({ length: 1200 }, (_, i) => ({ _id: i as never, i })));
      await client.db('two').collection('b').createIndex({ i: 1 }, { expireAfterSeconds: 60 });
      await client.db('two').collection('empty').createIndex({ x: 1 }, { sparse: true });
    });
    const exported = run({ DATA_DIR: from }, 'export', file);
    expect(exported.stderr).toBe('');
    expect(exported.stdout).toContain('4 collections, equal on both sides');
    const target = await startEmbeddedStore({ dataDir: to });
    const imported = run({ MONGODB_URI: target.uri }, 'import', file);
    await target.close();
    expect(imported.stderr).toBe('');
    expect(imported.stdout).toBe(exported.stdout);
    const everything = (client: MongoClient): Promise<unknown> =>
      Promise.all(
        [
          ['one', 'a'],
          ['two', 'b'],
          ['two', 'empty'],
        ].map(async ([db, name]) => [
          await client.db(db).collection(name!).find().sort({ _id: 1 }).toArray(),
          await client.db(db).collection(name!).indexes(),
        ]),
      );
    expect(await within(to, everything)).toEqual(await within(from, everything));
  });

  test('rejects importing over documents, and overwriting a file', async () => {
    const [from, file] = ['from', 'file'].map((name) => join(folder, name)) as [string, string];
    await within(from, (client) => client.db('one').collection('a').insertMany(docs));
    expect(run({ DATA_DIR: from }, 'export', file).status).toBe(0);
    const again = run({ DATA_DIR: from }, 'import', file);
    expect([again.status, again.stderr.trim()]).toEqual([
      1,
      'one.a is not empty; nothing of it was changed',
    ]);
    const before = await readFile(file, 'utf8');
    expect(run({ DATA_DIR: from }, 'export', file).status).toBe(1);
    expect(await readFile(file, 'utf8')).toBe(before);
  });

  test('rejects exporting an empty store, such as a misspelled folder', async () => {
    const file = join(folder, 'file');
    const { status, stderr } = run({ DATA_DIR: join(folder, 'none') }, 'export', file);
    expect([status, stderr.trim()]).toEqual([1, 'there is nothing to export']);
    await expect(readFile(file)).rejects.toThrow('ENOENT');
  });

  test('rejects a truncated file', async () => {
    const [from, to, file] = ['from', 'to', 'file'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await within(from, (client) => client.db('one').collection('a').insertMany(docs));
    run({ DATA_DIR: from }, 'export', file);
    const text = await readFile(file, 'utf8');
    for (const part of [
      text.slice(0, -20),
      text.slice(0, -5),
      `${text.split('\n').slice(0, 2).join('\n')}\n`,
    ]) {
      await writeFile(file, part);
      expect(run({ DATA_DIR: to }, 'import', file).stderr).toContain('is cut off');
    }
    expect(await within(to, (client) => client.db('one').collection('a').countDocuments())).toBe(0);
  });

  test('serves the store alone and prints its address', async () => {
    const { child, client } = await served();
    expect((await client.db('x').command({ ping: 1 })).ok).toBe(1);
    await client.close();
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test.skipIf(process.platform !== 'linux')(
    'ends when the disk rejects a write, reports why, and has lost no acknowledged write',
    async () => {
      const { child, client } = await served();
      let stderr = '';
      child.stderr.on('data', (chunk) => {
        stderr += chunk;
      });
      const closed = once(child, 'close');
      await client.db('x').collection('a').insertOne({ text: 'kept' });
      failWrites(child.pid as number);
      const large = { text: 'x'.repeat(100_000) };
      await expect(client.db('x').collection('a').insertOne(large)).rejects.toThrow();
      await client.close();
      const [code] = await closed;
      expect(code).not.toBe(0);
      expect(stderr).toMatch(/DATA_DIR [^\n]+: a write has failed: File too large\n$/);
      const texts = { projection: { _id: 0, text: 1 } };
      expect(
        await within(folder, (next) => next.db('x').collection('a').find({}, texts).toArray()),
      ).toEqual([{ text: 'kept' }]);
    },
  );
});
