import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../src/app.js';
import { photo } from '../evidence/support/photos.js';
import { pilotKey, startTestApp, type TestApp } from '../support/app.js';

const folder = new URL('../client/', import.meta.url);

function compile() {
  const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', fileURLToPath(folder)], {
    encoding: 'utf8',
  });
  return { status, stdout };
}

let app: TestApp;
let server: Server;
beforeAll(async () => {
  app = await startTestApp();
  server = createAdaptorServer({ fetch: createApp(app.services).fetch }) as Server;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await app.stop();
});

it('a client typed by schema/rest.d.ts compiles and runs a job up to its report', async () => {
  expect(compile()).toEqual({ status: 0, stdout: '' });
  const { playMainJob } = await import(new URL('compiled/main-job.js', folder).href);
  const { port } = server.address() as AddressInfo;
  const played = await playMainJob(`http://127.0.0.1:${port}`, pilotKey, async () => {
    return new Blob([new Uint8Array(await photo({ takenAt: new Date() }))], { type: 'image/jpeg' });
  });
  expect(played).toMatchObject({
    created: { status: 'open', nonce: expect.any(String) },
    completed: { status: 'completed', evidence_count: 3 },
    report: { version_number: 1 },
    verdict: 'accepted',
    rejection: 'nonce_conflict',
  });
  expect(played.listed).toContain(played.created.job_id);
  expect(played.read.integrity.content_sha256).toBe(played.report.integrity.content_sha256);
  expect(Buffer.from(played.pdf).subarray(0, 5).toString()).toBe('%PDF-');
});
