/**
 * One owner: the process that serves a data folder.
 *
 * The owner's record lies in the data itself: the address it listens on. An address that accepts a
 * connection is a living owner; after a crash the kernel refuses the connection. Whoever finds the
 * owner dead replaces the record in a write transaction, if it is still the one that was judged: LMDB's
 * lock between processes, which itself survives crashes, lets only one of several do that. The own
 * address is listening before it is recorded.
 *
 * A copy of the address lies in a file beside the data, so that a second process is refused before it
 * opens anything.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { CommandError } from './errors.js';
import type { Storage } from './storage.js';

const ownerKey = Buffer.from([0, 0]);

function inUse(dataDir: string): CommandError {
  return new CommandError(1, `the data folder ${dataDir} is in use by another process`);
}

/** @throws CommandError when the owner that is noted beside the data lives */
export async function refuseIfOwned(dataDir: string): Promise<void> {
  const note = join(dataDir, 'owner');
  if (existsSync(note) && (await isAlive(readFileSync(note, 'utf8')))) throw inUse(dataDir);
}

/** @throws CommandError when another process owns the folder */
export async function claim(storage: Storage, dataDir: string, address: string): Promise<void> {
  for (;;) {
    const judged = storage.get(ownerKey) ?? Buffer.alloc(0);
    if (await isAlive(judged.toString())) throw inUse(dataDir);
    const isMine = await storage.write(() => {
      const current = storage.get(ownerKey) ?? Buffer.alloc(0);
      if (current.equals(judged)) storage.put(ownerKey, Buffer.from(address));
      return current.equals(judged);
    });
    if (!isMine) continue;
    writeFileSync(join(dataDir, 'owner'), address);
    if (judged.includes('.sock'))
      rmSync(dirname(judged.toString()), { recursive: true, force: true });
    return;
  }
}

/** Within a write only: nobody owns the folder any more. */
export function release(storage: Storage): void {
  storage.put(ownerKey, Buffer.alloc(0));
}

function isAlive(address: string): Promise<boolean> {
  const [host, port] = address.split(':');
  if (address === '') return Promise.resolve(false);
  return new Promise((resolve) => {
    const socket = address.endsWith('.sock') ? connect(address) : connect(Number(port), host);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
