import { readdirSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { jobBody } from '../support/app.js';
import {
  failWrites,
  killServices,
  newDataDir,
  processKey,
  spawnService,
} from '../support/process.js';

afterEach(killServices);

const start = (dataDir: string) => spawnService({ DATA_DIR: dataDir, PILOT_API_KEY: processKey });

const create = (address: string, nonce: string) =>
  fetch(`${address}/v1/jobs`, {
    method: 'POST',
    headers: { 'x-api-key': processKey, 'content-type': 'application/json' },
    body: JSON.stringify({ ...jobBody(), nonce }),
  });

// A failed commit within lmdb frees memory that it does not own, so any further use is undefined behavior.
test.skipIf(process.platform !== 'linux')(
  'a write that the disk rejects ends the process with a reason and without losing acknowledged writes',
  async () => {
    const dataDir = newDataDir();
    const service = start(dataDir);
    const address = await service.listening;
    const before = await create(address, 'before-it-fails');
    expect(before.status).toBe(201);
    const { job_id: id } = (await before.json()) as { job_id: string };

    failWrites(service.child.pid as number);
    const rejected = await create(address, 'while-it-fails').then(
      ({ status }) => status,
      () => null,
    );
    expect([null, 503]).toContain(rejected);
    const { code, stderr } = await service.ended;
    expect(code).toBeNull();
    expect(stderr).toMatch(/DATA_DIR [^\n]+: a write has failed: File too large\n$/);

    const again = start(dataDir);
    const there = await again.listening;
    const headers = { 'x-api-key': processKey };
    expect((await fetch(`${there}/v1/jobs/${id}`, { headers })).status).toBe(200);
    expect((await create(there, 'while-it-fails')).status).toBe(201);
    const listed = (await (await fetch(`${there}/v1/jobs`, { headers })).json()) as object[];
    expect(listed).toHaveLength(2);
    again.child.kill('SIGTERM');
    expect((await again.ended).code).toBe(0);
  },
);

test.skipIf(process.platform !== 'linux')(
  'a new folder whose disk rejects every write is left unchanged, and the process reports why it ends',
  async () => {
    const dataDir = newDataDir();
    const env = { DATA_DIR: dataDir, PILOT_API_KEY: processKey };
    const { ended } = spawnService(env, undefined, ['prlimit', '--fsize=0']);
    expect(await ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^DATA_DIR [^\n]+: EFBIG: file too large, [^\n]+\n$/),
    });
    expect(readdirSync(dataDir)).toEqual([]);

    const again = start(dataDir);
    expect((await create(await again.listening, 'with-a-disk')).status).toBe(201);
  },
);
