import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Collection, type Document, MongoClient } from 'mongodb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EmbeddedStore, startEmbeddedStore } from '../../src/embedded/index.js';
import { codeOf } from '../embedded/server.js';

let dataDir: string;
let store: EmbeddedStore;
let client: MongoClient;
let collection: Collection<Document>;
const clock = { ms: Date.parse('2026-01-01'), now: () => new Date(clock.ms) };

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'embedded-time-'));
  clock.ms = Date.parse('2026-01-01');
  store = await startEmbeddedStore({ dataDir, clock, tickMs: 20 });
  client = await MongoClient.connect(store.uri);
  collection = client.db('x').collection('c');
});
afterEach(async () => {
  await client.close();
  await store.close();
  await rm(dataDir, { recursive: true });
});

describe('a TTL index', () => {
  test('removes documents that are older than it allows by the clock, and nothing else', async () => {
    const at = (seconds: number): Date => new Date(clock.ms + seconds * 1000);
    await collection.createIndex({ at: 1 }, { expireAfterSeconds: 60 });
    const docs: [string, unknown][] = [
      ['old', at(-61)],
      ['young', at(-59)],
      ['future', at(60)],
      ['no date', 5],
      ['missing', undefined],
      ['earliest of an array', [at(100), at(-61)]],
      ['young array', [at(100), 'x']],
    ];
    await collection.insertMany(
      docs.map(([_id, value]) => ({
        _id: _id as never,
        ...(value !== undefined && { at: value }),
      })),
    );
    await expect.poll(() => collection.countDocuments()).toBe(5);
    const left = await collection.find().sort({ _id: 1 }).toArray();
    expect(left.map(({ _id }) => _id as unknown)).toEqual([
      'future',
      'missing',
      'no date',
      'young',
      'young array',
    ]);
    clock.ms += 2000;
    await expect.poll(() => collection.countDocuments({ _id: 'young' as never })).toBe(0);
    expect(await collection.countDocuments()).toBe(4);
  });

  test('that is partial removes no document outside the index', async () => {
    const partialFilterExpression = { passing: { $exists: true } };
    await collection.createIndex({ at: 1 }, { expireAfterSeconds: 0, partialFilterExpression });
    await collection.insertMany([{ at: new Date(0) }, { at: new Date(0), passing: true }]);
    await expect.poll(() => collection.countDocuments({ passing: true })).toBe(0);
    expect(await collection.countDocuments()).toBe(1);
  });

  test('of a fraction of a second does not stop the others', async () => {
    await collection.createIndex({ never: 1 }, { expireAfterSeconds: 0.0001 });
    await collection.createIndex({ at: 1 }, { expireAfterSeconds: 0 });
    await collection.insertOne({ at: new Date(0) });
    await expect.poll(() => collection.countDocuments()).toBe(0);
  });

  test('removes many documents', async () => {
    await collection.insertMany(Array.from({ length: 1700 }, () => ({ at: new Date(0) })));
    await collection.createIndex({ at: 1 }, { expireAfterSeconds: 0 });
    await expect.poll(() => collection.countDocuments()).toBe(0);
    expect(await client.db('x').command({ validate: 'c' })).toMatchObject({ valid: true });
  });
});

/** Resolves when the store has checked the clock again: when a due document was removed twice. */
async function ticked(): Promise<void> {
  const due = client.db('x').collection('due');
  await due.createIndex({ at: 1 }, { expireAfterSeconds: 0 });
  for (let i = 0; i < 2; i += 1) {
    await due.insertOne({ at: new Date(0) });
    await expect.poll(() => due.countDocuments()).toBe(0);
  }
}

describe('an unused cursor', () => {
  test('is closed after ten minutes', async () => {
    await collection.insertMany(Array.from({ length: 10 }, (_, i) => ({ i })));
    const find = { find: 'c', batchSize: 2 };
    const { cursor } = await client.db('x').command(find, { promoteLongs: false });
    const more = { getMore: cursor.id, collection: 'c', batchSize: 2 };
    clock.ms = Date.now() + 9 * 60_000;
    await ticked();
    expect(await codeOf(client.db('x').command(more))).toBe(null);
    clock.ms = Date.now() + 11 * 60_000;
    await ticked();
    expect(await codeOf(client.db('x').command(more))).toBe(43);
  });
});
