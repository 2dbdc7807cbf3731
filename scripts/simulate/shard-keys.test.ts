import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { startTestApp } from '../../test/support/app.js';
import { shardedIndexes, shardKeys } from './shard-keys.js';

it('names every collection of a running service, as docs/scale.md does', async () => {
  const app = await startTestApp();
  const names = (await app.db.listCollections().toArray()).map(({ name }) => name);
  await app.stop();
  const unnamed = names.filter((name) => !(name in shardKeys));
  expect(unnamed).toEqual([]);
  const doc = await readFile(new URL('../../docs/scale.md', import.meta.url), 'utf8');
  const missing = Object.keys(shardKeys).filter((name) => !doc.includes(`\`${name}\``));
  expect(missing).toEqual([]);
});

it('finds which indexes hit one shard, scatter, or cannot be enforced across shards', () => {
  const indexes = [
    { key: { _id: 1 }, unique: true },
    { key: { integratorId: 1, nonce: 1 }, unique: true },
    { key: { integratorId: 1, _id: 1, version: 1 }, unique: true },
    { key: { status: 1 } },
  ] as const;
  expect(shardedIndexes({ integratorId: 1, _id: 1 }, indexes)).toEqual({
    oneShard: ['integratorId, nonce', 'integratorId, _id, version'],
    scatter: ['_id', 'status'],
    conflicts: ['integratorId, nonce'],
  });
  expect(shardedIndexes({ _id: 'hashed' }, indexes)).toEqual({
    oneShard: ['_id'],
    scatter: ['integratorId, nonce', 'integratorId, _id, version', 'status'],
    conflicts: ['integratorId, nonce', 'integratorId, _id, version'],
  });
});
