/**
 * One owner: the process that serves a data folder.
 *
 * The owner's record lies in the data itself: the address it listens on. An address that accepts a
 * connection is a living owner; after a crash the kernel refuses the connection. Whoever finds the
 * owner dead replaces the record in a write transaction, if it is still the one that was judged: LMDB's
 * lock between processes, which itself survives crashes, lets only one of several do that.
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
import { damaged, Storage } from './storage.js';

const ownerKey = Buffer.from([0, 0]);
const closed = 'closed ';

function noteOf(dataDir: string): string {
  return join(dataDir, 'owner');
}

function asClosed(file: string): string {
  const { size, mtimeMs } = statSync(file);
  return `${closed}${size} ${mtimeMs}`;
}

/** Open the storage of a folder. @throws CommandError when its owner lives, or its data file is damaged */
export async function openStorage(dataDir: string): Promise<Storage> {
  const file = join(dataDir, 'store.mdb');
  const note = existsSync(noteOf(dataDir)) ? readFileSync(noteOf(dataDir), 'utf8') : '';
  await refuseIfOwned(note, dataDir);
  if (!existsSync(file) && note) throw damaged('it is gone');
  try {
    if (existsSync(file) && note !== asClosed(file)) checkDataFile(file);
  } catch (error) {
    await refuseIfOwned(readFileSync(noteOf(dataDir), 'utf8'), dataDir);
    throw error;
  }
  return new Storage(file);
}

/** Become the owner, whose address is listening. @throws CommandError when another process owns the folder */
export async function claim(storage: Storage, dataDir: string, address: string): Promise<void> {
  for (let isMine = false; !isMine; ) {
    const judged = storage.get(ownerKey) ?? Buffer.alloc(0);
    await refuseIfOwned(judged.toString(), dataDir);
    isMine = await storage.write(() => {
      const isSame = judged.equals(storage.get(ownerKey) ?? Buffer.alloc(0));
      if (isSame) storage.put(ownerKey, Buffer.from(address));
      return isSame;
    });
    if (isMine && judged.includes('.sock'))
      rmSync(dirname(judged.toString()), { recursive: true, force: true });
  }
  writeFileSync(noteOf(dataDir), address);
}

/** Close the storage of an owner, and note how its file stands. */
export async function release(storage: Storage, dataDir: string): Promise<void> {
  await storage.write(() => storage.put(ownerKey, Buffer.alloc(0)));
  await storage.close();
  writeFileSync(noteOf(dataDir), asClosed(join(dataDir, 'store.mdb')));
}

/** @throws CommandError when somebody listens at the address of an owner */
function refuseIfOwned(address: string, dataDir: string): Promise<void> {
  const [host, port] = address.split(':');
  if (address === '' || address.startsWith(closed)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const socket = port === undefined ? connect(address) : connect(Number(port), host);
    socket.once('error', () => resolve());
    socket.once('connect', () => {
      socket.destroy();
      reject(new CommandError(1, `the data folder ${dataDir} is in use by another process`));
    });
  });
}
