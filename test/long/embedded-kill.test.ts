import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { crash, expectNothingLost } from '../embedded/crash.js';

const kills = process.env['SOAK'] ? 100 : 20;

test(`${kills} kills under 20 writers lose no acknowledged write`, {
  timeout: kills * 15_000,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'embedded-kill-'));
  let made = 0;
  for (let round = 1; round <= kills; round += 1) {
    const acknowledged = await crash(dataDir, round, Math.random() * 1500);
    made += acknowledged.made.size;
    await expectNothingLost(dataDir, acknowledged);
  }
  expect(made).toBeGreaterThan(kills * 20);
  await rm(dataDir, { recursive: true });
});
