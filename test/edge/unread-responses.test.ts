import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobBody, pilotKey, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
let port: number;
let keys: { slow: string; other: string };
let close: () => Promise<unknown>;
beforeAll(async () => {
  app = await startTestApp();
  const server = createServer(getRequestListener(app.handle, { overrideGlobalObjects: false }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  close = () => new Promise((resolve) => server.close(resolve).closeAllConnections());
  keys = {
    slow: await app.keyFor('slow', ['jobs:read', 'jobs:write']),
    other: await app.keyFor('other', ['jobs:read', 'jobs:write']),
  };
  for (const key of [keys.slow, keys.other]) {
    await app.rest('POST', '/v1/jobs', { key, body: jobBody() });
  }
  // A page of 6 MB: one item larger than a page may be is a page alone.
  await app.jobs.updateMany({}, { $set: { notes: 'n'.repeat(6_000_000) } });
});
afterAll(async () => {
  await close();
  await app.stop();
});

/** Asks for the jobs of a key on a connection, and reads nothing of the answer. */
function askUnread(key: string): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.pause();
      socket.write(`GET /v1/jobs HTTP/1.1\r\nhost: service.test\r\nx-api-key: ${key}\r\n\r\n`);
      resolve(socket);
    });
    socket.on('error', () => {});
  });
}

const ask = async (key: string, path = '/v1/jobs') => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { 'x-api-key': key, 'accept-encoding': 'identity' },
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
};

describe('a caller who reads no responses', () => {
  it('is sent at most 16 MiB at a time, and nobody else waits', async () => {
    const unread = await Promise.all(Array.from({ length: 8 }, () => askUnread(keys.slow)));
    await expect.poll(async () => (await ask(keys.slow)).status, { timeout: 20_000 }).toBe(429);
    const rejected = await ask(keys.slow);
    expect(rejected.body.code).toBe('rate_limited');
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);

    expect((await ask(keys.other)).status).toBe(200);
    expect((await ask(pilotKey, '/v1/events?limit=1')).status).toBe(200);

    for (const socket of unread) socket.destroy();
    await expect.poll(async () => (await ask(keys.slow)).status, { timeout: 20_000 }).toBe(200);
  }, 60_000);
});
