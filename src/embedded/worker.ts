/** The worker thread: opens the store, listens, answers, and stops when it is told to. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { Catalog } from './catalog.js';
import { execute } from './commands.js';
import { Cursors } from './cursors.js';
import { checkDataFile, noteClosed } from './datafile.js';
import { removeExpired } from './expiry.js';
import type { WorkerAnswer, WorkerOptions, WorkerOrder } from './index.js';
import { claim, refuseIfOwned, release } from './owner.js';
import { Storage } from './storage.js';
import { serve } from './wire.js';

const { dataDir, cursorTimeoutMs } = workerData as WorkerOptions;
const socketPathMax = 100;
const sweepPauseMs = 5;

function answer(message: WorkerAnswer): void {
  parentPort!.postMessage(message);
}

/** A socket in a folder that only this user can enter, near the data if that fits into an address; null: none here. */
function socketPath(): string | null {
  if (process.platform === 'win32') return null;
  const near = join(dataDir, 'socket-');
  const folder = mkdtempSync(
    near.length < socketPathMax - 'XXXXXX/s.sock'.length ? near : join(tmpdir(), 'store-'),
  );
  chmodSync(folder, 0o700);
  return join(folder, 's.sock');
}

async function start(): Promise<void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'store.mdb');
  await refuseIfOwned(dataDir);
  try {
    checkDataFile(file);
  } catch (error) {
    await refuseIfOwned(dataDir);
    throw error;
  }
  let catalog: Catalog | null = null;
  const storage = new Storage(file, () => catalog?.reload());
  const path = socketPath();
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(socket, (command) => execute(store, cursors, command).finally(sweepSoon));
  });
  const stop = async (): Promise<void> => {
    server.close();
    await storage.close();
    for (const socket of sockets) socket.destroySoon();
    if (path) rmSync(join(path, '..'), { recursive: true, force: true });
  };
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).once('listening', resolve);
    if (path) server.listen(path);
    else server.listen(0, '127.0.0.1');
  });
  if (path) chmodSync(path, 0o600);
  const address = server.address();
  const host = typeof address === 'object' && address ? `127.0.0.1:${address.port}` : path!;
  try {
    await claim(storage, dataDir, host);
  } catch (error) {
    await stop();
    throw error;
  }
  catalog = new Catalog(storage);
  const store = { storage, catalog };
  const cursors = new Cursors(cursorTimeoutMs);

  let sweeping: NodeJS.Timeout | null = null;
  const sweepSoon = (): void => {
    if (sweeping || !store.catalog.hasDropped) return;
    sweeping = setTimeout(() => {
      const swept = storage.write(() => store.catalog.sweep());
      sweeping = null;
      swept.then(sweepSoon, () => undefined);
    }, sweepPauseMs).unref();
  };
  sweepSoon();

  parentPort!.on('message', async (order: WorkerOrder) => {
    if (order.kind === 'tick') {
      cursors.expire(Date.now());
      await removeExpired(store, order.nowMs).catch(() => undefined);
      return;
    }
    await storage.write(() => release(storage)).catch(() => undefined);
    await stop();
    noteClosed(file);
    parentPort!.close();
  });
  answer({
    kind: 'ready',
    uri: `mongodb://${path ? encodeURIComponent(path) : host}/?directConnection=true`,
  });
}

start().catch((error: Error) => {
  answer({ kind: 'failed', message: error.message });
  parentPort!.close();
});
