import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { startEmbeddedStore } from '../../src/embedded/index.js';
import { jobBody } from '../support/app.js';
import { killServices, processKey, spawnService } from '../support/process.js';
import { mountSmallDisk } from './support/small-disk.js';

const small = mountSmallDisk(12);
const large = mountSmallDisk(40);
afterAll(() => {
  small?.unmount();
  large?.unmount();
});

describe.skipIf(!small)('a full disk', () => {
  const disk = small?.path ?? '';

  test('causes an error, loses nothing, and the store works again when there is space', async () => {
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

describe.skipIf(!large)('a service whose disk is full', () => {
  const disk = large?.path ?? '';

  const start = () => spawnService({ DATA_DIR: join(disk, 'data'), PILOT_API_KEY: processKey });
  afterEach(killServices);

  /** Fills the disk except for this number of bytes. */
  function fill(leftBytes: number): void {
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - leftBytes)));
  }

  test('answers 503 to writes, serves reads, is not ready, and recovers automatically', async () => {
    const service = start();
    const address = await service.listening;
    const headers = { 'x-api-key': processKey, 'content-type': 'application/json' };
    const create = (nonce: string) =>
      fetch(`${address}/v1/jobs`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...jobBody(), nonce }),
      });
    const first = await create('before-the-disk-is-full');
    expect(first.status).toBe(201);
    const { job_id: id } = (await first.json()) as { job_id: string };
    expect((await fetch(`${address}/readyz`)).status).toBe(200);

    fill(600_000);
    const rejected = await create('while-the-disk-is-full');
    expect(rejected.status).toBe(503);
    expect(await rejected.json()).toMatchObject({ code: 'unavailable' });
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    const input = { ...jobBody(), nonce: 'on-a-full-disk' };
    const query = 'mutation($input: CreateJobInput!) { createJob(input: $input) { jobId } }';
    const graphql = await fetch(`${address}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query, variables: { input } }),
    });
    const { errors } = (await graphql.json()) as { errors: { extensions: { code: string } }[] };
    expect(errors[0]?.extensions.code).toBe('UNAVAILABLE');
    expect((await fetch(`${address}/v1/jobs/${id}`, { headers })).status).toBe(200);
    expect((await fetch(`${address}/readyz`)).status).toBe(503);
    expect(await (await fetch(`${address}/healthz`)).json()).toMatchObject({
      checks: { store: 'unavailable' },
    });

    rmSync(join(disk, 'filler'));
    expect((await create('while-the-disk-is-full')).status).toBe(201);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    const listed = (await (await fetch(`${address}/v1/jobs`, { headers })).json()) as unknown[];
    expect(listed).toHaveLength(2);

    // Killed and started on a full disk, it reports this in one line; with free space it has all data.
    service.child.kill('SIGKILL');
    await service.ended;
    fill(100_000);
    const again = start();
    again.listening.then(() => again.child.kill('SIGKILL')).catch(() => null);
    expect(await again.ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^DATA_DIR .*: the disk is full\n$/),
    });
    rmSync(join(disk, 'filler'));
    const last = start();
    const answer = await fetch(`${await last.listening}/v1/jobs/${id}`, { headers });
    expect(answer.status).toBe(200);
    last.child.kill('SIGTERM');
    expect((await last.ended).code).toBe(0);
  });
});
