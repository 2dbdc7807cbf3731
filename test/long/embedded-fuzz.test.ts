import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { startEmbeddedStore } from '../../src/embedded/index.js';
import { fuzz } from '../embedded/fuzz.js';
import { random, seed } from '../embedded/random.js';

test.skipIf(process.platform === 'win32')(
  `100,000 mutated messages never hang, crash or leak (seed ${seed})`,
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'embedded-fuzz-'));
    const store = await startEmbeddedStore({ dataDir });
    await fuzz(store.uri, 100_000, random(seed));
    await store.close();
    await rm(dataDir, { recursive: true });
  },
  300_000,
);
