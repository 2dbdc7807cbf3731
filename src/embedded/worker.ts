/** The worker thread: opens the store, listens, answers, and stops when it is told to. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { Catalog } from './catalog.js';
import { execute } from './commands.js';
import { Cursors } from './cursors.js';
import { checkDataFile } from './datafile.js';
import { removeExpired } from './expiry.js';
import type { WorkerAnswer, WorkerOptions, WorkerOrder } from './index.js';
import { claim, release } from './owner.js';
import { Storage } from './storage.js';
import { serve } from './wire.js';

const options = workerData as WorkerOptions;
const port = parentPort!;
const socketPathMax = 100;

function answer(message: WorkerAnswer): void {
  port.postMessage(message);
}

/** A folder that only this user can enter, near the data if the path fits into a socket address. */
function socketFolder(): string {
  const near = join(options.dataDir, 'socket-');
  const folder = mkdtempSync(near.length + 20 < socketPathMax ? near : join(tmpdir(), 'store-'));
  chmodSync(folder, 0o700);
  return folder;
}

async function start(): Promise<void> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const file = join(options.dataDir, 'store.mdb');
  checkDataFile(file);
  let opened: Catalog | null = null;
  const storage = new Storage(file, () => opened?.reload());
  const sockets = new Set<Socket>();
  const cursors = new Cursors(options.cursorTimeoutMs);
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(socket, (command) => execute(store, cursors, command).finally(sweepSoon));
  });
  const folder = process.platform === 'win32' ? null : socketFolder();
  const path = folder && join(folder, 's.sock');
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    if (path) server.listen(path, resolve);
    else server.listen(0, '127.0.0.1', resolve);
  });
  if (path) chmodSync(path, 0o600);
  const address = server.address();
  const host =
    typeof address === 'object' && address
      ? `127.0.0.1:${address.port}`
      : encodeURIComponent(path!);
  try {
    await claim(storage, path ?? host);
    opened = new Catalog(storage);
  } catch (error) {
    server.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
    await storage.close();
    throw error;
  }
  const catalog = opened;
  const store = { storage, catalog };

  let sweeping = false;
  const sweepSoon = (): void => {
    if (sweeping || !catalog.hasDropped()) return;
    sweeping = true;
    setTimeout(() => {
      storage
        .write(() => catalog.sweep())
        .then(
          () => {
            sweeping = false;
            sweepSoon();
          },
          () => {
            sweeping = false;
          },
        );
    }, 5).unref();
  };
  sweepSoon();

  port.on('message', async (order: WorkerOrder) => {
    if (order.kind === 'tick') {
      cursors.expire(Date.now());
      await removeExpired(store, order.nowMs).catch(() => undefined);
      return;
    }
    server.close();
    await storage.write(() => release(storage)).catch(() => undefined);
    await storage.close();
    for (const socket of sockets) socket.destroy();
    if (folder) rmSync(folder, { recursive: true, force: true });
    answer({ kind: 'closed' });
    port.close();
  });
  answer({ kind: 'ready', uri: `mongodb://${host}/?directConnection=true` });
}

start().catch((error: Error) => {
  answer({ kind: 'failed', message: error.message });
  port.close();
});
