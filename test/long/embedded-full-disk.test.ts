import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, describe, expect, test } from 'vitest';
import { startEmbeddedStore } from '../../src/embedded/index.js';

const disk = mkdtempSync(join(tmpdir(), 'embedded-disk-'));
/** A disk of 12 MB needs the right to mount one. */
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', disk]).status === 0;

afterAll(() => {
  if (mounted) spawnSync('umount', [disk]);
  rmSync(disk, { recursive: true, force: true });
});

describe.skipIf(!mounted)('a full disk', () => {
  test('is an error, loses nothing, and the store works again when there is room', async () => {
    const filler = join(disk, 'filler');
    writeFileSync(filler, Buffer.alloc(6 * 1024 * 1024));
    const dataDir = join(disk, 'data');
    let store = await startEmbeddedStore({ dataDir });
    let client = await MongoClient.connect(store.uri);
    let collection = client.db('x').collection<{ _id: number; key?: string; pad: string }>('c');
    await collection.createIndex({ key: 1 });
    const acknowledged: number[] = [];
    const codes = new Set<unknown>();
    for (let i = 0; codes.size === 0 && i < 10_000; i += 10) {
      const ids = Array.from({ length: 10 }, (_, j) => i + j);
      const results = await Promise.allSettled(
        ids.map((_id) => {
          const key = `${_id}`.padEnd(900, 'x');
          return collection.insertOne({ _id, key, pad: 'x'.repeat(2000) });
        }),
      );
      results.forEach((result, j) => {
        if (result.status === 'fulfilled') acknowledged.push(ids[j]!);
        else codes.add(result.reason.code);
      });
    }
    expect([...codes]).toEqual([14031]);
    expect(acknowledged.length).toBeGreaterThan(100);
    const expectAll = async (): Promise<void> => {
      const stored = await collection
        .find()
        .sort({ _id: 1 })
        .map(({ _id }) => _id)
        .toArray();
      expect(stored.filter((id) => id < 10_000)).toEqual(acknowledged);
      expect(await client.db('x').command({ validate: 'c' })).toMatchObject({ valid: true });
    };
    await expectAll();
    rmSync(filler);
    await collection.insertOne({ _id: 20_000, pad: 'again' });
    await expectAll();
    await client.close();
    await store.close();
    store = await startEmbeddedStore({ dataDir });
    client = await MongoClient.connect(store.uri);
    collection = client.db('x').collection('c');
    await expectAll();
    expect(await collection.countDocuments({ _id: 20_000 })).toBe(1);
    await client.close();
    await store.close();
  });
});
