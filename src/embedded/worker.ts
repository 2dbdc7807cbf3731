/** The worker thread: opens the store, listens, answers, and stops when asked to. */
import { once } from 'node:events';
import { chmodSync, mkdirSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { releaseMemory } from '../lib/release-memory.js';
import { execute } from './commands.js';
import { Cursors } from './cursors.js';
import { giveSign, shareHeartbeat } from './heartbeat.js';
import type { WorkerData, WorkerOrder, WorkerReport } from './index.js';
import { claim, makeSocketPath, openStorage, release, removeSocket } from './owner.js';
import { Store } from './store.js';
import { serve } from './wire.js';
import { removeExpired } from './writes.js';

const given = workerData as WorkerData;
const dataDir = resolve(given.dataDir);

// Whatever touches the folder from here on may hang with its file system.
shareHeartbeat(given.heartbeat);
mkdirSync(dataDir, { recursive: true, mode: 0o700 });
const storage = await openStorage(dataDir, giveSign);
storage.onBroken = (error) => {
  // Behind a colon are positions and sizes.
  const [broken = ''] = (error as Error).message.split(':');
  const report: WorkerReport = { broken };
  parentPort!.postMessage(report);
  // Not even the end of this thread may use what is broken: it waits for the end of the process.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
};
const cursors = new Cursors();
const sockets = new Set<Socket>();
const server = createServer({ noDelay: true }, (socket) => {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
  serve(socket, (command) => execute(store, cursors, command));
});
const path = process.platform === 'win32' ? null : makeSocketPath(dataDir);
const host = '127.0.0.1';
server.listen(path ? { path } : { host, port: 0 });
await once(server, 'listening');
if (path) chmodSync(path, 0o600);
const { port } = server.address() as AddressInfo;
const address = path ?? `${host}:${port}`;

// At the end of this thread, also when it does not start.
process.once('exit', () => path && removeSocket(path));

const store = await claim(storage, dataDir, address.replace(join(dataDir, '/'), ''))
  .then(() => new Store(storage))
  .catch(async (error) => {
    await storage.close();
    throw error;
  });
parentPort!.on('message', async (order: WorkerOrder) => {
  if (order === 'give memory back') return releaseMemory().catch(() => undefined);
  if (order !== 'close') {
    cursors.expire(order.nowMs);
    await removeExpired(store, order.nowMs).catch(() => undefined);
    await store.sweep().catch(() => undefined);
    return;
  }
  // Without a note the next start reads the file through.
  await release(storage, dataDir).catch(() => undefined);
  server.close();
  for (const socket of sockets) socket.destroySoon();
  // A client that does not read its answers keeps nobody waiting.
  setTimeout(() => process.exit(), 1000).unref();
  parentPort!.close();
});
const authority = path ? encodeURIComponent(path) : address;
const report: WorkerReport = {
  uri: `mongodb://${authority}/?directConnection=true`,
  address: path ? { path } : { host, port },
};
parentPort!.postMessage(report);
