import { spawnSync } from 'node:child_process';
import { closeSync, constants, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { jobBody } from '../support/app.js';
import { killServices, newDataDir, processKey, spawnService } from '../support/process.js';
import { mountFreezableDisk } from './support/freezable-disk.js';

const disk = mountFreezableDisk();
afterAll(() => disk?.unmount());

afterEach(killServices);

/** Opening a pipe without a writer blocks in the kernel, like a file system that does not respond. */
test.skipIf(process.platform === 'win32')(
  'names a data folder on a hanging file system in one line, and ends the process',
  async () => {
    const dataDir = join(newDataDir(), 'data');
    mkdirSync(dataDir);
    expect(spawnSync('mkfifo', [join(dataDir, 'store.mdb')]).status).toBe(0);
    const service = spawnService({ DATA_DIR: dataDir });
    const { code, stdout, stderr } = await service.ended;
    expect(stderr).toBe(`DATA_DIR ${dataDir}: the file system does not answer\n`);
    expect(code).not.toBe(0);
    expect(stdout).toBe('');
  },
);

test.skipIf(process.platform === 'win32')(
  'a signal ends the process even while its data folder hangs',
  async () => {
    const dataDir = join(newDataDir(), 'data');
    mkdirSync(dataDir);
    const pipe = join(dataDir, 'owner');
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    const service = spawnService({ DATA_DIR: dataDir });
    // The pipe can be opened once the store reads it; the store then waits for data that is never written.
    const open = () => openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
    const held = await vi.waitFor(open, { timeout: 30_000 });
    service.child.kill('SIGTERM');
    expect((await service.ended).stderr).toContain('the file system does not answer');
    closeSync(held);
  },
);

describe.skipIf(!disk)('a data folder whose file system hangs after the start', () => {
  afterEach(() => {
    try {
      disk?.thaw();
    } catch {
      // The disk was already thawed.
    }
  });

  test('causes 503 in time, and the service recovers automatically with every write', async () => {
    const service = spawnService({
      DATA_DIR: join(disk!.path, 'data'),
      PILOT_API_KEY: processKey,
    });
    const address = await service.listening;
    const headers = { 'x-api-key': processKey, 'content-type': 'application/json' };
    const create = (nonce: string) =>
      fetch(`${address}/v1/jobs`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...jobBody(), nonce }),
        // A request that waits for the store itself never returns.
        signal: AbortSignal.timeout(20_000),
      });
    const idOf = async (answer: Response) => ((await answer.json()) as { job_id: string }).job_id;
    const read = (id: string) => fetch(`${address}/v1/jobs/${id}`, { headers });
    const id = await idOf(await create('before-it-hangs'));
    expect((await fetch(`${address}/readyz`)).status).toBe(200);

    disk!.freeze();
    const started = performance.now();
    const input = { ...jobBody(), nonce: 'by-graphql' };
    const [written, seen, graphql, ready] = await Promise.all([
      create('while-it-hangs'),
      // The read starts after the write, which hangs.
      new Promise((resolve) => setTimeout(resolve, 300)).then(() => read(id)),
      fetch(`${address}/graphql`, {
        method: 'POST',
        headers,
        body: JSON.stringify({
          query: 'mutation($input: CreateJobInput!) { createJob(input: $input) { jobId } }',
          variables: { input },
        }),
      }),
      vi.waitUntil(
        async () => {
          const answer = await fetch(`${address}/readyz`);
          return answer.status === 503 && answer;
        },
        { timeout: 10_000 },
      ),
    ]);
    const waitedMs = performance.now() - started;
    for (const answer of [written, seen]) {
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await answer.json()).toMatchObject({ code: 'unavailable' });
    }
    expect(await graphql.json()).toMatchObject({
      errors: [{ extensions: { code: 'UNAVAILABLE' } }],
    });
    expect(Number(ready.headers.get('retry-after'))).toBeGreaterThan(0);
    // The bound is five seconds; a busy machine adds to it.
    expect(waitedMs).toBeLessThan(8_000);
    // Paths without the store are served, and later requests that need it do not wait as long again.
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    expect((await fetch(`${address}/openapi.json`)).status).toBe(200);
    expect((await read(id)).status).toBe(503);

    disk!.thaw();
    await vi.waitUntil(async () => (await fetch(`${address}/readyz`)).status === 200, {
      timeout: 20_000,
    });
    expect((await read(id)).status).toBe(200);
    // Whether or not the write succeeded, repeating the request results in one job.
    const again = await vi.waitUntil(
      async () => {
        const answer = await create('while-it-hangs');
        return answer.status < 300 && answer;
      },
      { timeout: 20_000 },
    );
    const ids = [id, await idOf(again)];
    const listed = await fetch(`${address}/v1/jobs`, { headers });
    const jobs = (await listed.json()) as { job_id: string }[];
    for (const each of ids) expect(jobs.filter((job) => job.job_id === each)).toHaveLength(1);

    service.child.kill('SIGTERM');
    expect((await service.ended).code).toBe(0);
  });
});
