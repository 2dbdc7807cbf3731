import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  copyFile,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BSON, MongoClient } from 'mongodb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EmbeddedStore, startEmbeddedStore } from '../../src/embedded/index.js';
import { Storage } from '../../src/embedded/storage.js';
import { crash, expectNothingLost } from '../embedded/crash.js';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'embedded-durable-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function using<T>(
  store: EmbeddedStore,
  use: (client: MongoClient) => Promise<T>,
): Promise<T> {
  const client = await MongoClient.connect(store.uri);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

describe('a kill -9 under 20 writers', () => {
  test('loses no acknowledged write, twice in one folder', async () => {
    for (const round of [1, 2]) {
      const acknowledged = await crash(dataDir, round, round * 300);
      expect(acknowledged.made.size).toBeGreaterThan(100);
      await expectNothingLost(dataDir, acknowledged);
    }
  });
});

describe('the lock on a data folder', () => {
  test('rejects a second start in the same process with one line', async () => {
    const store = await startEmbeddedStore({ dataDir });
    await expect(startEmbeddedStore({ dataDir })).rejects.toThrow(
      /^DATA_DIR .*: is in use by another process$/,
    );
    await using(store, (client) => client.db('x').collection('c').insertOne({ a: 1 }));
    await store.close();
  });

  test('rejects a second process, even one that starts at the same moment', async () => {
    const store = await startEmbeddedStore({ dataDir });
    const script = `import { startEmbeddedStore } from ${JSON.stringify(new URL('../../dist/src/embedded/index.js', import.meta.url).href)};
      await startEmbeddedStore({ dataDir: ${JSON.stringify(dataDir)} }).then(() => console.log('started'), (error) => console.log(error.message));
      process.exit();`;
    const other = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
    expect(other.stdout.trim()).toMatch(/is in use by another process$/);
    await store.close();
    const results = await Promise.allSettled(
      [1, 2, 3, 4].map(() => startEmbeddedStore({ dataDir })),
    );
    const started = results.filter((result) => result.status === 'fulfilled');
    expect(started).toHaveLength(1);
    await started[0]!.value.close();
  });

  test.skipIf(process.platform === 'win32').each(['data', 'a:b', 'd'.repeat(100)])(
    'finds an owner that was started in another folder on ./%s, also by another path',
    async (name) => {
      const folder = join(dataDir, name);
      await mkdir(folder);
      await symlink(folder, join(dataDir, 'elsewhere'));
      const child = fileURLToPath(new URL('../embedded/crash-child.mjs', import.meta.url));
      const owner = spawn(process.execPath, [child, `./${name}`, '1'], { cwd: dataDir });
      await once(owner.stdout.resume(), 'data');
      for (const path of [folder, join(dataDir, 'elsewhere')])
        await expect(startEmbeddedStore({ dataDir: path })).rejects.toThrow(/is in use by another/);
      owner.kill('SIGKILL');
      await once(owner, 'close');
      const store = await startEmbeddedStore({ dataDir: folder });
      await store.close();
      expect((await readdir(folder)).filter((file) => file.startsWith('socket-'))).toEqual([]);
    },
  );

  test('is ignored if a crash left it behind', async () => {
    const acknowledged = await crash(dataDir, 1, 20);
    expect(existsSync(join(dataDir, 'owner'))).toBe(true);
    await expectNothingLost(dataDir, acknowledged);
    expect((await readdir(dataDir)).filter((name) => name.startsWith('socket-'))).toEqual([]);
  });

  test.skipIf(process.platform === 'win32')(
    'makes the socket accessible only to this user',
    async () => {
      const store = await startEmbeddedStore({ dataDir });
      const path = decodeURIComponent(new URL(store.uri).hostname);
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      expect((await stat(join(path, '..'))).mode & 0o777).toBe(0o700);
      await store.close();
      expect(existsSync(path)).toBe(false);
    },
  );
});

test('closing waits for accepted writes, and the next start has them', async () => {
  const store = await startEmbeddedStore({ dataDir });
  const client = await MongoClient.connect(store.uri, { serverSelectionTimeoutMS: 500 });
  const collection = client.db('x').collection('c');
  await collection.insertOne({ first: true });
  const inserts = Array.from({ length: 200 }, (_, i) => collection.insertOne({ i }));
  const results = Promise.allSettled(inserts);
  await Promise.any(inserts);
  await store.close();
  const kept = (await results).filter(({ status }) => status === 'fulfilled').length;
  await client.close();
  const again = await startEmbeddedStore({ dataDir });
  const count = await using(again, (other) =>
    other
      .db('x')
      .collection('c')
      .countDocuments({ i: { $gte: 0 } }),
  );
  expect(count).toBeGreaterThanOrEqual(kept);
  await again.close();
});

test('closing rejects no write that was accepted before it', async () => {
  const path = join(dataDir, 'store.mdb');
  const storage = new Storage(path);
  const keys = Array.from({ length: 20 }, (_, i) => Buffer.from([1, i]));
  const accepted = Promise.all(
    keys.map((key) => storage.write(() => storage.put(key, Buffer.from('kept')))),
  );
  await storage.close();
  await accepted;
  await expect(storage.write(() => undefined)).rejects.toMatchObject({ code: 91 });
  const again = new Storage(path);
  expect(keys.map((key) => String(again.get(key)))).toEqual(keys.map(() => 'kept'));
  await again.close();
});

test.skipIf(process.platform === 'win32')(
  'closing does not wait for a client that never reads its responses',
  async () => {
    const store = await startEmbeddedStore({ dataDir });
    const large = Buffer.alloc(5_000_000);
    await using(store, (client) => client.db('x').collection('c').insertOne({ large }));
    const body = BSON.serialize({ find: 'c', $db: 'x' });
    const head = Buffer.alloc(21);
    head.writeInt32LE(head.length + body.length, 0);
    head.writeInt32LE(2013, 12);
    const silent = connect(decodeURIComponent(new URL(store.uri).hostname)).on('error', () => null);
    silent.write(Buffer.concat([head, body]));
    // The response has begun; the rest of it stays with the store.
    await once(silent, 'readable');
    await store.close();
    silent.destroy();
  },
);

describe('a damaged data file', () => {
  async function filled(): Promise<string> {
    const store = await startEmbeddedStore({ dataDir });
    await using(store, async (client) => {
      const collection = client.db('x').collection('c');
      await collection.createIndex({ a: 1 });
      const docs = Array.from({ length: 500 }, (_, i) => ({
        _id: i as never,
        a: i % 10,
        pad: 'x'.repeat(i),
      }));
      await collection.insertMany([...docs, { _id: 'large' as never, pad: 'y'.repeat(30_000) }]);
    });
    await store.close();
    return join(dataDir, 'store.mdb');
  }

  async function expectRejected(): Promise<void> {
    await expect(startEmbeddedStore({ dataDir })).rejects.toThrow(
      /^DATA_DIR .*: the data file is damaged \(.*\); restore it from a copy$/,
    );
  }

  test('is rejected when it is cut anywhere', async () => {
    const file = await filled();
    const { size } = await stat(file);
    const copy = join(dataDir, 'copy');
    await copyFile(file, copy);
    for (const part of [0.9, 0.5, 0.1, 0.001, 0]) {
      await copyFile(copy, file);
      await truncate(file, Math.floor(size * part));
      await expectRejected();
    }
    await copyFile(copy, file);
    await (await startEmbeddedStore({ dataDir })).close();
  });

  test('is rejected when it is missing', async () => {
    await rm(await filled());
    await expectRejected();
  });

  test('is rejected when any page in use is overwritten', async () => {
    const file = await filled();
    const whole = await readFile(file);
    let rejected = 0;
    const pages = whole.length / 4096;
    const sampled = Array.from({ length: 12 }, () => 2 + Math.floor(Math.random() * (pages - 2)));
    for (const page of [0, 1, ...sampled]) {
      const bytes = Buffer.from(whole);
      bytes.fill(0xa5, page * 4096 + 100, page * 4096 + 4000);
      await writeFile(file, bytes);
      const result = await startEmbeddedStore({ dataDir }).then(
        (store) =>
          using(store, async (client) => {
            const count = await client.db('x').collection('c').countDocuments();
            const { valid } = await client.db('x').command({ validate: 'c' });
            await store.close();
            return { count, valid };
          }),
        () => null,
      );
      if (result === null) rejected += 1;
      else expect(result).toEqual({ count: 501, valid: true });
    }
    expect(rejected).toBeGreaterThanOrEqual(2);
  });

  test('is rejected when one bit of a document changed', async () => {
    const file = await filled();
    const bytes = await readFile(file);
    const at = bytes.lastIndexOf('yyyy');
    const handle = await open(file, 'r+');
    await handle.write(Buffer.from([bytes[at]! ^ 1]), 0, 1, at);
    await handle.close();
    await expectRejected();
  });
});
