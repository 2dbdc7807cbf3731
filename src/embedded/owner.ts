/**
 * One owner: the process that serves a data folder.
 *
 * The owner's record lies in the data itself: the address it listens on. An address that accepts a
 * connection is a living owner; after a crash the kernel refuses the connection. Whoever finds the
 * owner dead replaces the record in a write transaction, if it is still the one that was judged: LMDB's
 * lock between processes, which itself survives crashes, lets only one of several do that. The own
 * address is listening before it is recorded.
 *
 * A note beside the data repeats the address, so that a second process is refused before it opens
 * anything. When the file is closed in order the note says how it then stood, and a file that still
 * stands so need not be read through at the next start.
 */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { checkDataFile } from './datafile.js';
import { CommandError } from './errors.js';
import { damaged, type Storage } from './storage.js';

const ownerKey = Buffer.from([0, 0]);

export function dataFile(dataDir: string): string {
  return join(dataDir, 'store.mdb');
}

function noted(dataDir: string): string {
  const note = join(dataDir, 'owner');
  return existsSync(note) ? readFileSync(note, 'utf8') : '';
}

function asClosed(dataDir: string): string {
  const { size, mtimeMs } = statSync(dataFile(dataDir));
  return `closed ${size} ${mtimeMs}`;
}

/** @throws CommandError when the owner that is noted lives, or the data file is damaged or gone */
export async function examine(dataDir: string): Promise<void> {
  const note = noted(dataDir);
  await refuse(note, dataDir);
  const exists = existsSync(dataFile(dataDir));
  if (!exists && note) throw damaged('it is gone');
  if (!exists || note === asClosed(dataDir)) return;
  try {
    checkDataFile(dataFile(dataDir));
  } catch (error) {
    await refuse(noted(dataDir), dataDir);
    throw error;
  }
}

/** @throws CommandError when another process owns the folder */
export async function claim(storage: Storage, dataDir: string, address: string): Promise<void> {
  for (let isMine = false; !isMine; ) {
    const judged = storage.get(ownerKey)?.toString() ?? '';
    await refuse(judged, dataDir);
    isMine = await storage.write(() => {
      const isSame = judged === (storage.get(ownerKey)?.toString() ?? '');
      if (isSame) storage.put(ownerKey, Buffer.from(address));
      return isSame;
    });
    if (isMine && judged.includes('.sock'))
      rmSync(dirname(judged), { recursive: true, force: true });
  }
  writeFileSync(join(dataDir, 'owner'), address);
}

/** Close the storage of an owner, and note how its file stands. */
export async function release(storage: Storage, dataDir: string): Promise<void> {
  await storage.write(() => storage.put(ownerKey, Buffer.alloc(0))).catch(() => undefined);
  await storage.close();
  writeFileSync(join(dataDir, 'owner'), asClosed(dataDir));
}

/** @throws CommandError when somebody listens at the address of an owner */
function refuse(address: string, dataDir: string): Promise<void> {
  const [host, port] = address.split(':');
  if (address === '' || address.startsWith('closed ')) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const socket = address.endsWith('.sock') ? connect(address) : connect(Number(port), host);
    socket.once('error', () => resolve());
    socket.once('connect', () => {
      socket.destroy();
      reject(new CommandError(1, `the data folder ${dataDir} is in use by another process`));
    });
  });
}
