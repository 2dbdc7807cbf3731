/** The worker thread: opens the store, listens, answers, and stops on request. */
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
import { claim, makeSocketPath, openStorage, release, removeSocket, uriOf } from './owner.js';
import { Store } from './store.js';
import { serve } from './wire.js';
import { removeExpired } from './writes.js';

const given = workerData as WorkerData;
const dataDir = resolve(given.dataDir);

// From here on, every access to the folder can hang with its file system.
shareHeartbeat(given.heartbeat);
mkdirSync(dataDir, { recursive: true, mode: 0o700 });
const storage = await openStorage(dataDir, giveSign);
storage.onBroken = (error) => {
  // Only positions and sizes follow the colon.
  const [broken = ''] = (error as Error).message.split(':');
  const report: WorkerReport = { broken };
  parentPort!.postMessage(report);
  // Even the exit of this thread would use the broken storage, so it blocks until the process ends.
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

// Runs when this thread ends, also after a failed start.
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
  // If the state is not recorded, the next start checks the file.
  await release(storage, dataDir).catch(() => undefined);
  server.close();
  for (const socket of sockets) socket.destroySoon();
  // A client that does not read its replies must not delay the exit.
  setTimeout(() => process.exit(), 1000).unref();
  parentPort!.close();
});
const report: WorkerReport = {
  uri: uriOf(address),
  address: path ? { path } : { host, port },
};
parentPort!.postMessage(report);
