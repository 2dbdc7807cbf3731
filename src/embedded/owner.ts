/**
 * One owner: the process that serves a data folder.
 *
 * A note beside the data holds the address that the owner listens on; a socket in the folder by its place
 * there, since another process may know the folder by another path. An address that accepts a connection is
 * a living owner; after a crash the kernel refuses the connection. Whoever finds the owner dead replaces
 * the note within a write transaction, if it is still the one that was judged: LMDB's lock between
 * processes, which itself survives crashes, lets only one of several do that.
 *
 * When the data file was closed in order the note says how it then stood, and a file that still stands so
 * need not be read through at the next start.
 */
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { checkDataFile } from './datafile.js';
import { check } from './errors.js';
import { damaged, Storage } from './storage.js';

const closed = 'closed ';

function readNote(dataDir: string): string {
  const path = join(dataDir, 'owner');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** As a whole: nobody reads half a note. */
function writeNote(dataDir: string, note: string): void {
  const path = join(dataDir, 'owner');
  writeFileSync(`${path}.new`, note);
  renameSync(`${path}.new`, path);
}

function asClosed(file: string): string {
  const { size, mtimeMs } = statSync(file);
  return `${closed}${size} ${mtimeMs}`;
}

/** Open the storage of a folder. @throws CommandError when its owner lives, or its data file is damaged */
export async function openStorage(dataDir: string): Promise<Storage> {
  const file = join(dataDir, 'store.mdb');
  const note = readNote(dataDir);
  await refuseIfOwned(note, dataDir);
  if (!existsSync(file) && note) throw damaged('it is gone');
  try {
    if (existsSync(file) && note !== asClosed(file)) checkDataFile(file);
  } catch (error) {
    await refuseIfOwned(readNote(dataDir), dataDir);
    throw error;
  }
  return new Storage(file);
}

/** Become the owner, whose address is listening. @throws CommandError when another process owns the folder */
export async function claim(storage: Storage, dataDir: string, address: string): Promise<void> {
  let judged = '';
  while (readNote(dataDir) !== address) {
    judged = readNote(dataDir);
    await refuseIfOwned(judged, dataDir);
    await storage.write(() => {
      if (readNote(dataDir) === judged) writeNote(dataDir, address);
    });
  }
  // What listened there was killed, so nobody took its socket away.
  const socket = resolve(dataDir, judged);
  if (judged.endsWith('.sock')) rmSync(dirname(socket), { recursive: true, force: true });
}

/** Close the storage of an owner, and note how its file stands. */
export async function release(storage: Storage, dataDir: string): Promise<void> {
  await storage.close();
  writeNote(dataDir, asClosed(join(dataDir, 'store.mdb')));
}

/** @throws CommandError when somebody listens at the address of an owner */
async function refuseIfOwned(note: string, dataDir: string): Promise<void> {
  if (note === '' || note.startsWith(closed)) return;
  const [host, port] = note.split(':');
  const isSocket = note.endsWith('.sock');
  const socket = connect(
    isSocket ? { path: resolve(dataDir, note) } : { host, port: Number(port) },
  );
  // Only these say that nobody listens: an owner that is too busy, or another user's, gives others.
  const isDead = ({ code }: NodeJS.ErrnoException) => code === 'ECONNREFUSED' || code === 'ENOENT';
  const lives = await new Promise((judge) => {
    socket.once('connect', () => judge(true)).once('error', (error) => judge(!isDead(error)));
  });
  socket.destroy();
  check(!lives, 1, `the data folder ${dataDir} is in use by another process`);
}
