import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApp } from '../../src/app.js';
import { uploadBounds } from '../../src/modules/evidence/upload-gate.js';
import { videoStart } from '../evidence/support/media-files.js';
import { photo } from '../evidence/support/photos.js';
import { assignedJob, site, stored, unchanged, uploadForm } from '../evidence/support/scene.js';
import { startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
let server: Server;
let port: number;
beforeAll(async () => {
  app = await startTestApp();
  const { fetch } = createApp(app.services);
  server = createAdaptorServer({ fetch }) as Server;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await app.stop();
});

const send = (body: FormData) =>
  fetch(`http://127.0.0.1:${port}/v1/provider/evidence`, { method: 'POST', body });

/** Returns the start of a multipart upload up to the first byte of its file. */
function uploadHead(token: string, declaredBytes: number, type = 'image/jpeg'): Buffer {
  const fields = {
    provider_task_token: token,
    ...site,
    captured_at: app.now().toISOString(),
  };
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--cut\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = `--cut\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: ${type}\r\n\r\n`;
  const head = parts.join('') + file;
  return Buffer.from(
    `POST /v1/provider/evidence HTTP/1.1\r\nHost: x\r\nConnection: close\r\n` +
      `Content-Type: multipart/form-data; boundary=cut\r\n` +
      `Content-Length: ${head.length + declaredBytes + '\r\n--cut--\r\n'.length}\r\n\r\n${head}`,
  );
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Returns the number of bytes in referenced buffers. */
function heldBytes(): number {
  // A buffer is freed by the second collection after its last reference is gone.
  collect();
  collect();
  return process.memoryUsage().arrayBuffers;
}

describe('evidence over a socket', () => {
  test('is stored', async () => {
    const { jobId, token } = await assignedJob(app);
    const file = await photo();
    const response = await send(uploadForm(app, { token }, file));
    expect(response.status).toBe(201);
    expect((await stored(app, jobId)).evidence[0]?.sizeBytes).toBe(file.length);
  });

  test('leaves nothing when the client disconnects in the middle of the file', async () => {
    const { jobId, token } = await assignedJob(app);
    const chunks = () => app.db.collection('evidence.chunks').countDocuments({});
    const before = await chunks();
    await unchanged(app, jobId, async () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(uploadHead(token, 5_000_000));
      socket.write(Buffer.alloc(2_000_000, 1));
      const pending = app.db.collection('evidence.pending');
      await expect.poll(() => pending.countDocuments({ jobId })).toBe(1);
      await expect.poll(chunks).toBeGreaterThan(before);
      socket.destroy();
      await expect.poll(() => pending.countDocuments({ jobId })).toBe(0);
    });
  });

  test('is answered before the file is complete if the token is wrong', async () => {
    const file = Buffer.alloc(15_000_000, 1);
    const response = await send(uploadForm(app, { token: 'x'.repeat(50) }, file));
    expect(response.status).toBe(401);
    expect((await response.json()).code).toBe('token_invalid');
  });

  test('stores 100 MiB of video in little memory', async () => {
    const { jobId, token } = await assignedJob(app);
    const sizeBytes = 100 * 1024 * 1024;
    const socket = connect(port, '127.0.0.1');
    const answered = once(socket, 'data');
    socket.write(uploadHead(token, sizeBytes, 'video/mp4'));
    const block = Buffer.alloc(1024 * 1024, 7);
    const first = Buffer.from(block);
    videoStart(sizeBytes).copy(first);
    const before = heldBytes();
    let most = 0;
    for (let sent = 0; sent < sizeBytes; sent += block.length) {
      if (!socket.write(sent === 0 ? first : block)) await once(socket, 'drain');
      if ((sent / block.length) % 8 === 0) most = Math.max(most, heldBytes() - before);
    }
    socket.write('\r\n--cut--\r\n');
    const [answer] = await answered;
    expect(String(answer)).toMatch(/^HTTP\/1\.1 201 /);
    expect((await stored(app, jobId)).evidence[0]?.sizeBytes).toBe(sizeBytes);
    expect(most / 1024 / 1024).toBeLessThan(32);
    socket.destroy();
  });

  test('is limited in concurrent uploads, which free their slots when they end', async () => {
    const { jobId, token } = await assignedJob(app);
    const pending = app.db.collection('evidence.pending');
    const sockets = Array.from({ length: uploadBounds.each.uploads }, () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(uploadHead(token, 5_000_000));
      socket.write(Buffer.alloc(500_000, 1));
      return socket;
    });
    const inProgress = () => pending.countDocuments({ jobId });
    await expect.poll(inProgress, { timeout: 20_000 }).toBe(sockets.length);
    const rejected = await send(uploadForm(app, { token }, await photo()));
    expect([rejected.status, (await rejected.json()).code]).toEqual([429, 'rate_limited']);
    expect(rejected.headers.get('retry-after')).toBe('10');
    expect(await inProgress()).toBe(sockets.length);
    for (const socket of sockets) socket.destroy();
    await expect.poll(inProgress, { timeout: 20_000 }).toBe(0);
    const answer = await send(uploadForm(app, { token }, await photo()));
    expect((await answer.json()).validation_passed).toBe(true);
  });
});

describe('a full temporary disk', () => {
  const disk = mkdtempSync(join(tmpdir(), 'upload-disk-'));
  /** Mounting a disk of 1 MB needs root permission. */
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]).status === 0;
  afterAll(() => {
    vi.unstubAllEnvs();
    if (mounted) spawnSync('umount', [disk]);
    rmSync(disk, { recursive: true, force: true });
  });

  test.skipIf(!mounted)('returns 503, keeps nothing, and accepts files that fit', async () => {
    vi.stubEnv('TMPDIR', disk);
    const { jobId, token } = await assignedJob(app);
    const file = Buffer.concat([await photo(), Buffer.alloc(3_000_000, 1)]);
    await unchanged(app, jobId, async () => {
      const full = await send(uploadForm(app, { token, fileFirst: true }, file));
      expect([full.status, (await full.json()).code]).toEqual([503, 'unavailable']);
      expect(full.headers.get('retry-after')).toBe('30');
    });
    const inOrder = await send(uploadForm(app, { token }, file));
    expect((await inOrder.json()).validation_passed).toBe(true);
    const small = await send(uploadForm(app, { token, fileFirst: true }, await photo()));
    expect((await small.json()).validation_passed).toBe(true);
  });
});
