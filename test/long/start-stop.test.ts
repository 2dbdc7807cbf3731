import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import { afterEach, expect, it } from 'vitest';
import { startEmbeddedStore } from '../../src/embedded/index.js';
import { releaseMemory } from '../../src/lib/release-memory.js';
import { jobBody } from '../support/app.js';
import { killServices, newDataDir, processKey, spawnService } from '../support/process.js';
import { until } from '../support/until.js';

afterEach(killServices);

/** Counts the evidence files, chunks and records of unfinished files that a stopped service has left. */
async function filesLeft(dataDir: string): Promise<number[]> {
  const store = await startEmbeddedStore({ dataDir });
  const client = await new MongoClient(store.uri).connect();
  const db = client.db('verification');
  const left = await Promise.all(
    ['evidence.files', 'evidence.chunks', 'evidence.pending'].map((name) =>
      db.collection(name).countDocuments(),
    ),
  );
  await client.close();
  await store.close();
  return left;
}

it('prints its address and a working pilot key, the key only the first time', async () => {
  const dataDir = newDataDir();
  const first = spawnService({ DATA_DIR: dataDir });
  const address = await first.listening;
  const key = /pilot API key: (vk_live_\w+)/.exec(first.printed.stdout)?.[1] ?? '';
  const answer = await fetch(`${address}/v1/jobs`, { headers: { 'x-api-key': key } });
  expect(answer.status).toBe(200);
  first.child.kill('SIGTERM');
  expect((await first.ended).code).toBe(0);

  const second = spawnService({ DATA_DIR: dataDir });
  const again = await second.listening;
  expect(second.printed.stdout).not.toContain('pilot API key');
  const still = await fetch(`${again}/v1/jobs`, { headers: { 'x-api-key': key } });
  expect(still.status).toBe(200);
});

it("answers after the store's garbage was collected", async () => {
  const store = await startEmbeddedStore({ dataDir: newDataDir() });
  const client = new MongoClient(store.uri);
  store.releaseMemory();
  await releaseMemory();
  expect(await client.db().command({ ping: 1 })).toMatchObject({ ok: 1 });
  await client.close();
  await store.close();
});

const rejectsConnections = (address: string) =>
  fetch(`${address}/healthz`).then(
    () => false,
    () => true,
  );

/** Writes to the store of a service from outside, continuously from the moment it opens. */
async function keepBusy(dataDir: string): Promise<void> {
  const note = () => readFile(join(dataDir, 'owner'), 'utf8').catch(() => '');
  await until(async () => (await note()).endsWith('.sock'));
  const path = encodeURIComponent(join(dataDir, await note()));
  const client = new MongoClient(`mongodb://${path}/?directConnection=true`);
  const writer = async () => {
    for (;;) {
      const documents = Array.from({ length: 200 }, () => ({ text: 'x'.repeat(1000) }));
      await client.db('busy').collection('busy').insertMany(documents);
    }
  };
  await Promise.all(Array.from({ length: 4 }, writer)).catch(() => client.close());
}

/** Returns the note of an owner that closed its store. */
const closedNote = (dataDir: string) => readFile(join(dataDir, 'owner'), 'utf8');

it.each([1, 2, 3])('stops in order while its store writes, run %i', async () => {
  const dataDir = newDataDir();
  const service = spawnService({ DATA_DIR: dataDir });
  service.child.stdout?.once('data', () => service.child.kill('SIGTERM'));
  const busy = keepBusy(dataDir);
  expect(await service.ended).toMatchObject({ code: 0, stderr: '' });
  expect(await closedNote(dataDir)).toMatch(/^closed /);
  await busy;
});

it('closes its store when a start fails during writes', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const dataDir = newDataDir();
  const service = spawnService({ DATA_DIR: dataDir, PORT: String(port) });
  const busy = keepBusy(dataDir);
  const { code, stderr } = await service.ended;
  other.close();
  expect(code).toBe(1);
  expect(stderr.trim()).toMatch(/^HOST and PORT: [^\n]*EADDRINUSE[^\n]*$/);
  expect(await closedNote(dataDir)).toMatch(/^closed /);
  await busy;
});

it('closes its store when an unhandled error occurs during writes', async () => {
  const dataDir = newDataDir();
  const stray = join(newDataDir(), 'stray.mjs');
  await writeFile(
    stray,
    `import { isMainThread } from 'node:worker_threads';
    if (isMainThread) setTimeout(() => Promise.reject(new Error('gone astray')), 1500);`,
  );
  const service = spawnService({ DATA_DIR: dataDir, NODE_OPTIONS: `--import=${stray}` });
  const busy = keepBusy(dataDir);
  const { code, stderr } = await service.ended;
  expect(code).toBe(1);
  expect(stderr).toContain('gone astray');
  expect(await closedNote(dataDir)).toMatch(/^closed /);
  await busy;
});

/** Makes a process the first of its namespace, as in a container, where its own SIGKILL does not end it. */
const contained = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
const waysToRun: [name: string, by: string[]][] = [['directly', []]];
if (spawnSync('unshare', [...contained.slice(1), 'true']).status === 0) {
  waysToRun.push(['as process 1', contained]);
} else {
  console.warn('NOT TESTED: a process 1, since none can be made here');
}

it.each(waysToRun)('ends when the thread of its store dies during a write, %s', async (_, by) => {
  const dying = join(newDataDir(), 'dying.mjs');
  // Simulates running out of memory: a value is serialized within the write.
  await writeFile(
    dying,
    `import { workerData } from 'node:worker_threads';
    const { concat } = Buffer;
    const die = (list) => (/storage\\.js/.test(new Error().stack) ? process.exit() : concat(list));
    if (workerData?.dataDir) setTimeout(() => { Buffer.concat = die; }, 1500);`,
  );
  const dataDir = newDataDir();
  const options = { DATA_DIR: dataDir, NODE_OPTIONS: `--import=${dying}` };
  const service = spawnService(options, undefined, by);
  const busy = keepBusy(dataDir);
  const { code, stderr } = await service.ended;
  expect(code).not.toBe(0);
  expect(stderr.trim()).toMatch(/^DATA_DIR [^\n]+: its thread has ended within a write$/m);
  await busy;
});

it('stops at once during its start', async () => {
  const silent = createTcpServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const service = spawnService({ MONGODB_URI: `mongodb://127.0.0.1:${port}` });
  const [connection] = await once(silent, 'connection');
  service.child.kill('SIGTERM');
  expect(await service.ended).toMatchObject({ code: 0, stderr: '' });
  connection.destroy();
  silent.close();
});

it('answers accepted requests before it stops', async () => {
  const service = spawnService({ DATA_DIR: newDataDir(), PILOT_API_KEY: processKey });
  const address = await service.listening;
  const body = JSON.stringify(jobBody());
  const answer = new Promise<number | undefined>((resolve, reject) => {
    const slow = request(`${address}/v1/jobs`, {
      method: 'POST',
      headers: {
        'x-api-key': processKey,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        expect: '100-continue',
      },
    });
    slow.on('response', (response) => resolve(response.resume().statusCode));
    slow.on('error', reject);
    // The service receives the head of the request, then it stops, then the body ends.
    slow.on('continue', () => {
      slow.write(body.slice(0, 10));
      service.child.kill('SIGTERM');
      until(() => rejectsConnections(address)).then(() => slow.end(body.slice(10)), reject);
    });
    slow.flushHeaders();
  });
  expect(await answer).toBe(201);
  expect((await service.ended).code).toBe(0);
  await expect(fetch(`${address}/healthz`)).rejects.toThrow();
});

it.each([
  ['exits', (output: Readable) => output.destroy()],
  ['reads no more', (output: Readable) => output.pause()],
])('continues to serve, and stops, when the reader of its log %s', async (_, leave) => {
  const service = spawnService({ DATA_DIR: newDataDir(), LOG_LEVEL: 'info' });
  const address = await service.listening;
  leave(service.child.stdout!);
  // More than a pipe can buffer.
  for (let i = 0; i < 400; i++) expect((await fetch(`${address}/v1/nothing`)).status).toBe(404);
  service.child.kill('SIGTERM');
  // A paused pipe never closes.
  const [code] = await once(service.child, 'exit');
  expect(code).toBe(0);
  service.child.stdout?.destroy();
});

it('aborts a running upload after 8 seconds, and leaves no data of it', async () => {
  const dataDir = newDataDir();
  const service = spawnService({ DATA_DIR: dataDir, PILOT_API_KEY: processKey });
  const address = await service.listening;
  const headers = { 'x-api-key': processKey, 'content-type': 'application/json' };
  const post = async (path: string, body: object) =>
    (await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  const job = await post('/v1/jobs', jobBody());
  const { task_token: token } = await post(`/v1/jobs/${job.job_id}/assign`, {
    assignee_name: 'Kim Verifier',
  });
  const fields = {
    provider_task_token: token,
    latitude: '52.5219',
    longitude: '13.4132',
    captured_at: new Date().toISOString(),
  };
  const upload = request(`${address}/v1/provider/evidence`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=cut' },
  });
  const broken = new Promise((resolve) => upload.once('error', resolve));
  for (const [name, value] of Object.entries(fields)) {
    upload.write(`--cut\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  }
  upload.write(
    '--cut\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n',
  );
  let sent = 0;
  const drip = setInterval(() => {
    upload.write(Buffer.alloc(300_000, 1), () => {
      sent += 1;
    });
  }, 200);
  await until(() => sent >= 7);
  service.child.kill('SIGTERM');
  await broken;
  clearInterval(drip);
  expect((await service.ended).code).toBe(0);

  expect(await filesLeft(dataDir)).toEqual([0, 0, 0]);
});

it('stops within 10 seconds while it fetches a media_url, and leaves no data of the file', async () => {
  const slow = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'image/jpeg' });
    const drip = setInterval(() => response.write(Buffer.alloc(10_000, 1)), 200);
    response.on('close', () => clearInterval(drip));
  });
  await new Promise<void>((listening) => slow.listen(0, '127.0.0.1', listening));
  const host = `127.0.0.1:${(slow.address() as AddressInfo).port}`;
  const dataDir = newDataDir();
  const service = spawnService({
    DATA_DIR: dataDir,
    PILOT_API_KEY: processKey,
    MEDIA_URL_HOSTS: host,
  });
  const address = await service.listening;
  const headers = { 'x-api-key': processKey, 'content-type': 'application/json' };
  const post = (path: string, body: object) =>
    fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const job = await (await post('/v1/jobs', jobBody())).json();
  const requested = once(slow, 'request');
  const broken = post(`/v1/jobs/${job.job_id}/evidence`, {
    media_url: `http://${host}/a.jpg`,
    media_sha256: 'a'.repeat(64),
    latitude: 52.5219,
    longitude: 13.4132,
    captured_at: new Date().toISOString(),
    nonce: 'cut-off-0001',
  }).catch((error: Error) => error);
  await requested;

  const signalled = Date.now();
  service.child.kill('SIGTERM');
  expect((await service.ended).code).toBe(0);
  expect(Date.now() - signalled).toBeLessThan(10_000);
  expect(await broken).toBeInstanceOf(Error);
  slow.closeAllConnections();
  slow.close();
  expect(await filesLeft(dataDir)).toEqual([0, 0, 0]);
});

it('stops within 10 seconds with a request and a webhook in progress', async () => {
  const silent = createServer();
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
  const host = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const service = spawnService({
    DATA_DIR: newDataDir(),
    PILOT_API_KEY: processKey,
    WEBHOOK_URL_HOSTS: host,
  });
  const address = await service.listening;
  const headers = { 'x-api-key': processKey, 'content-type': 'application/json' };
  const post = (path: string, body: object) =>
    fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) });
  await post('/v1/webhook-endpoints', { url: `http://${host}/` });
  const posted = once(silent, 'request');
  await post('/v1/jobs', jobBody());
  await posted;
  const unfinished = request(`${address}/v1/jobs`, {
    method: 'POST',
    headers: { ...headers, 'content-length': 100, expect: '100-continue' },
  });
  unfinished.on('error', () => {});
  unfinished.flushHeaders();
  await once(unfinished, 'continue');

  const signalled = Date.now();
  service.child.kill('SIGTERM');
  expect((await service.ended).code).toBe(0);
  expect(Date.now() - signalled).toBeLessThan(10_000);
  silent.closeAllConnections();
  silent.close();
});

it('rejects a second process on the same data with one clear line, also after a crash', async () => {
  const dataDir = newDataDir();
  const first = spawnService({ DATA_DIR: dataDir });
  await first.listening;
  const second = await spawnService({ DATA_DIR: dataDir }).ended;
  expect(second.code).toBe(1);
  expect(second.stderr.trim()).toMatch(/^DATA_DIR [^\n]+: is in use by another process$/);
  first.child.kill('SIGKILL');
  await first.ended;
  const third = spawnService({ DATA_DIR: dataDir });
  expect(await third.listening).toContain('http://');
});

it('keeps every acknowledged job when it is killed', async () => {
  const dataDir = newDataDir();
  const first = spawnService({ DATA_DIR: dataDir, PILOT_API_KEY: processKey });
  const address = await first.listening;
  const headers = { 'x-api-key': processKey, 'content-type': 'application/json' };
  const acknowledged: string[] = [];
  const writer = async () => {
    for (;;) {
      const init = { method: 'POST', headers, body: JSON.stringify(jobBody()) };
      const answer = await fetch(`${address}/v1/jobs`, init);
      if (answer.status === 201) acknowledged.push((await answer.json()).job_id);
      if (acknowledged.length === 40) first.child.kill('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: 10 }, () => writer().catch(() => {})));
  expect(acknowledged.length).toBeGreaterThanOrEqual(40);

  const second = spawnService({ DATA_DIR: dataDir, PILOT_API_KEY: processKey });
  const again = await second.listening;
  for (const id of acknowledged) {
    expect((await fetch(`${again}/v1/jobs/${id}`, { headers })).status).toBe(200);
  }
});

it.each([
  ['PORT', 'http'],
  ['PILOT_API_KEY', 'short'],
  ['CATALOGUE_FILE', '/nowhere/catalogue.json'],
  ['NODE_ENV', 'production'],
  ['HOST', 'not a host'],
  ['DATA_DIR', fileURLToPath(import.meta.url)],
  ['MONGODB_URI', 'mongodb://127.0.0.1:1'],
  ['MONGODB_URI', 'mongodb://127.0.0.1/?no=option'],
])('reports the error in %s=%s in one line', async (name, value) => {
  const { code, stderr } = await spawnService({ DATA_DIR: newDataDir(), [name]: value }).ended;
  expect(code).toBe(1);
  expect(stderr.trim()).toMatch(
    name === 'NODE_ENV' ? /^BASE_URL [^\n]+$/ : new RegExp(`^${name} [^\\n]+$`),
  );
});

it('reports in one line that its port is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as { port: number };
  const { code, stderr } = await spawnService({ DATA_DIR: newDataDir(), PORT: String(port) }).ended;
  other.close();
  expect(code).toBe(1);
  expect(stderr.trim()).toMatch(/^HOST and PORT: [^\n]*EADDRINUSE[^\n]*$/);
});
