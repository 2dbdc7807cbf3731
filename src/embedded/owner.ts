/**
 * One owner: the process that serves a data folder.
 *
 * A note beside the data holds the address that the owner listens on; a socket in the folder by its place
 * there, since another process may know the folder by another path. An address that accepts a connection is
 * a living owner; after a crash the kernel refuses the connection. A process that finds the owner dead replaces
 * the note within a write transaction, if it is still the one that was judged: LMDB's lock between
 * processes, which itself survives crashes, lets only one of several do that.
 *
 * When the data file was closed in order the note says how it then stood, and a file that still stands so
 * need not be read through at the next start.
 */
import {
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { checkDataFile } from './datafile.js';
import { CommandError, check } from './errors.js';
import { damaged, hasRoom, Storage } from './storage.js';

const closed = 'closed ';
const socketPathMax = 100;
const trialBytes = 65_536;

/** The only notes that a store writes. Anything else is neither connected to nor removed. */
const noteForms = {
  /** A socket in the data folder. */
  near: /^socket-[A-Za-z0-9]{6}\/s\.sock$/,
  /** A socket in a folder for temporary files, where the path of the data folder is too long. */
  far: /^\/(?:[^\0\n]*\/)?store-[A-Za-z0-9]{6}\/s\.sock$/,
  /** Windows has no such sockets. */
  port: /^127\.0\.0\.1:\d{1,5}$/,
  closed: /^closed \d+ \d+(\.\d+)?$/,
};

function readNote(dataDir: string): string {
  const path = join(dataDir, 'owner');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** As a whole: nobody reads half a note. A link in the way is removed, not followed. */
function writeNote(dataDir: string, note: string): void {
  const path = join(dataDir, 'owner');
  rmSync(`${path}.new`, { force: true });
  writeFileSync(`${path}.new`, note, { flag: 'wx' });
  renameSync(`${path}.new`, path);
}

/** A path for a socket in a new folder that only this user can enter, near the data if that fits. */
export function makeSocketPath(dataDir: string): string {
  const near = join(dataDir, 'socket-');
  const fits = near.length + 'XXXXXX/s.sock'.length < socketPathMax;
  return join(mkdtempSync(fits ? near : join(tmpdir(), 'store-')), 's.sock');
}

/** Remove a socket and its folder, if they are that and the folder is then empty; anything else stays. */
export function removeSocket(path: string): void {
  try {
    const folder = dirname(path);
    if (!lstatSync(folder).isDirectory()) return;
    if (lstatSync(path, { throwIfNoEntry: false })?.isSocket()) unlinkSync(path);
    rmdirSync(folder);
  } catch {
    // What cannot be removed is in nobody's way.
  }
}

function asClosed(file: string): string {
  const { size, mtimeMs } = statSync(file);
  return `${closed}${size} ${mtimeMs}`;
}

/**
 * Open the storage of a folder.
 *
 * @param onProgress called while the data file is read through
 * @throws CommandError when its owner lives, its data file is damaged, or its disk is full
 */
export async function openStorage(dataDir: string, onProgress: () => void): Promise<Storage> {
  const file = join(dataDir, 'store.mdb');
  const note = readNote(dataDir);
  await rejectIfOwned(note, dataDir);
  if (!existsSync(file) && note) throw damaged('it is gone');
  try {
    if (existsSync(file) && note !== asClosed(file)) checkDataFile(file, onProgress);
  } catch (error) {
    await rejectIfOwned(readNote(dataDir), dataDir);
    throw error;
  }
  // LMDB's lock file is mapped: where there is no room for it the process would be killed.
  check(hasRoom(dataDir), 14031, 'the disk is full');
  if (!existsSync(file)) tryToWrite(dataDir);
  return new Storage(file);
}

/**
 * LMDB dies of the signal SIGSEGV where the system refuses the first pages of a new file: a disk that fails, a quota.
 *
 * @throws what the system says
 */
function tryToWrite(dataDir: string): void {
  const path = join(mkdtempSync(join(dataDir, 'trial-')), 'pages');
  try {
    writeFileSync(path, Buffer.alloc(trialBytes), { flush: true });
  } finally {
    rmSync(path, { force: true });
    rmdirSync(dirname(path));
  }
}

/** Become the owner, whose address is listening. @throws CommandError when another process owns the folder */
export async function claim(storage: Storage, dataDir: string, address: string): Promise<void> {
  let seenNote = '';
  while (readNote(dataDir) !== address) {
    seenNote = readNote(dataDir);
    await rejectIfOwned(seenNote, dataDir);
    await storage.write(() => {
      if (readNote(dataDir) === seenNote) writeNote(dataDir, address);
    });
  }
  // What listened there was killed, so its socket is left over. Outside the folder nothing is removed.
  if (noteForms.near.test(seenNote)) removeSocket(resolve(dataDir, seenNote));
}

/** Close the storage of an owner, and note how its file stands. */
export async function release(storage: Storage, dataDir: string): Promise<void> {
  await storage.close();
  writeNote(dataDir, asClosed(join(dataDir, 'store.mdb')));
}

/** @throws CommandError when somebody listens at the address of an owner, or the note is no store's */
async function rejectIfOwned(note: string, dataDir: string): Promise<void> {
  if (note === '' || noteForms.closed.test(note)) return;
  const socket = connect(addressOf(note, dataDir));
  // Only these say that nobody listens: an owner that is too busy, or another user's, gives others.
  const isDead = ({ code }: NodeJS.ErrnoException) => code === 'ECONNREFUSED' || code === 'ENOENT';
  const lives = await new Promise((settle) => {
    socket.once('connect', () => settle(true)).once('error', (error) => settle(!isDead(error)));
  });
  socket.destroy();
  check(!lives, 1, 'is in use by another process');
}

/** @throws CommandError 1 for a note of another form */
function addressOf(note: string, dataDir: string) {
  if (noteForms.near.test(note)) return { path: resolve(dataDir, note) };
  if (noteForms.far.test(note) && isAbsolute(note)) return { path: note };
  if (noteForms.port.test(note)) {
    return { host: '127.0.0.1', port: Number(note.slice(note.indexOf(':') + 1)) };
  }
  const shown = JSON.stringify(note.slice(0, 100));
  const problem = `${join(dataDir, 'owner')} holds ${shown}, which no store has written`;
  throw new CommandError(1, `${problem}; remove it if no process uses the data folder`);
}
