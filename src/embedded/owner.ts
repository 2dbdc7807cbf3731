/**
 * One owner: the process that serves a data folder.
 *
 * The owner's record lies in the data itself: the address it listens on. An address that accepts a
 * connection is a living owner, whatever became of its process otherwise; after a crash the kernel
 * refuses the connection. Whoever finds the owner dead replaces the record in a write transaction,
 * if it is still the one that was judged: LMDB's lock between processes, which itself survives crashes,
 * lets only one of several do that. The own address is listening before it is recorded.
 */
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { CommandError } from './errors.js';
import type { Storage } from './storage.js';

const ownerKey = Buffer.from([0, 0]);

/** @throws CommandError when another process owns the folder */
export async function claim(storage: Storage, address: string): Promise<void> {
  for (;;) {
    const judged = storage.get(ownerKey);
    if (judged && judged.length > 0 && (await isAlive(judged.toString()))) {
      throw new CommandError(1, 'DATA_DIR is in use by another process');
    }
    const mine = await storage.write(() => {
      const current = storage.get(ownerKey);
      if (judged ? !current?.equals(judged) : current) return false;
      storage.put(ownerKey, Buffer.from(address));
      return true;
    });
    if (!mine) continue;
    if (judged?.includes('/')) rmSync(dirname(judged.toString()), { recursive: true, force: true });
    return;
  }
}

/** Within a write only: nobody owns the folder any more. */
export function release(storage: Storage): void {
  storage.put(ownerKey, Buffer.alloc(0));
}

function isAlive(address: string): Promise<boolean> {
  const [host, port] = address.split(':');
  return new Promise((resolve) => {
    const socket = address.includes('/') ? connect(address) : connect(Number(port), host);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
