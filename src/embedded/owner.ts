/**
 * Ensures that only one process serves a data folder.
 *
 * A file named `owner` in the data folder holds the address on which the owner listens. A socket in the folder is
 * stored as a relative path, since another process can know the folder by another path. If the address accepts a
 * connection, the owner is alive; after a crash the kernel rejects the connection. A process that finds the owner dead
 * replaces the file within a write transaction, if the file is still the one that was checked: LMDB's lock between
 * processes, which itself survives crashes, lets only one process do that.
 *
 * After an orderly close the file records the size and modification time of the data file. A data file that still
 * matches them does not need to be checked at the next start.
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

/** Name of the data file in its folder. */
export const dataFile = 'store.mdb';
const closed = 'closed ';
const socketPathMax = 100;
const trialBytes = 65_536;

/** The forms of owner file that a store writes. The store never connects to or removes anything else. */
const noteForms = {
  /** A socket in the data folder. */
  near: /^socket-[A-Za-z0-9]{6}\/s\.sock$/,
  /** A socket in a temporary folder, used if the path of the data folder is too long. */
  far: /^\/(?:[^\0\n]*\/)?store-[A-Za-z0-9]{6}\/s\.sock$/,
  /** Windows does not support such sockets. */
  port: /^127\.0\.0\.1:\d{1,5}$/,
  closed: /^closed \d+ \d+(\.\d+)?$/,
};

function readNote(dataDir: string): string {
  const path = join(dataDir, 'owner');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** Replaces the file atomically. A symbolic link in its place is removed, not followed. */
function writeNote(dataDir: string, note: string): void {
  const path = join(dataDir, 'owner');
  rmSync(`${path}.new`, { force: true });
  writeFileSync(`${path}.new`, note, { flag: 'wx' });
  renameSync(`${path}.new`, path);
}

/**
 * Returns a path for a socket in a new folder that only this user can enter, inside the data folder if the path fits.
 */
export function makeSocketPath(dataDir: string): string {
  const near = join(dataDir, 'socket-');
  const fits = near.length + 'XXXXXX/s.sock'.length < socketPathMax;
  return join(mkdtempSync(fits ? near : join(tmpdir(), 'store-')), 's.sock');
}

/** Removes a socket, and its folder if it is then empty. Leaves anything else unchanged. */
export function removeSocket(path: string): void {
  try {
    const folder = dirname(path);
    if (!lstatSync(folder).isDirectory()) return;
    if (lstatSync(path, { throwIfNoEntry: false })?.isSocket()) unlinkSync(path);
    rmdirSync(folder);
  } catch {
    // A leftover does no harm.
  }
}

function asClosed(file: string): string {
  const { size, mtimeMs } = statSync(file);
  return `${closed}${size} ${mtimeMs}`;
}

/**
 * Opens the storage of a folder.
 *
 * @param onProgress called while the data file is checked
 * @throws CommandError if another owner is alive, the data file is damaged, or the disk is full
 */
export async function openStorage(dataDir: string, onProgress: () => void): Promise<Storage> {
  const file = join(dataDir, dataFile);
  const note = readNote(dataDir);
  await rejectIfOwned(note, dataDir);
  if (!existsSync(file) && note) throw damaged('it is gone');
  try {
    if (existsSync(file) && note !== asClosed(file)) checkDataFile(file, onProgress);
  } catch (error) {
    await rejectIfOwned(readNote(dataDir), dataDir);
    throw error;
  }
  // LMDB maps its lock file into memory: without space for it the process would be killed.
  check(hasRoom(dataDir), 14031, 'the disk is full');
  if (!existsSync(file)) tryToWrite(dataDir);
  return new Storage(file);
}

/**
 * Writes a trial file. LMDB crashes with SIGSEGV if the system rejects the first pages of a new file, for example
 * because of a failing disk or a quota.
 *
 * @throws the system's error
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

/**
 * Makes this process the owner; its address must already listen.
 *
 * @throws CommandError if another process owns the folder
 */
export async function claim(storage: Storage, dataDir: string, address: string): Promise<void> {
  let seenNote = '';
  while (readNote(dataDir) !== address) {
    seenNote = readNote(dataDir);
    await rejectIfOwned(seenNote, dataDir);
    await storage.write(() => {
      if (readNote(dataDir) === seenNote) writeNote(dataDir, address);
    });
  }
  // The previous owner was killed, so its socket is left over. Nothing outside the folder is removed.
  if (noteForms.near.test(seenNote)) removeSocket(resolve(dataDir, seenNote));
}

/** Closes the owner's storage and records the state of the data file. */
export async function release(storage: Storage, dataDir: string): Promise<void> {
  await storage.close();
  writeNote(dataDir, asClosed(join(dataDir, dataFile)));
}

/** @throws CommandError if an owner listens at the recorded address, or the owner file has an unknown form */
async function rejectIfOwned(note: string, dataDir: string): Promise<void> {
  check(!(await isOwned(note, dataDir)), 1, 'is in use by another process');
}

/** @throws CommandError 1 if the owner file has an unknown form */
async function isOwned(note: string, dataDir: string): Promise<boolean> {
  if (note === '' || noteForms.closed.test(note)) return false;
  const socket = connect(addressOf(note, dataDir));
  // Only these codes mean that no process listens. A busy owner, or one of another user, causes other codes.
  const isDead = ({ code }: NodeJS.ErrnoException) => code === 'ECONNREFUSED' || code === 'ENOENT';
  const lives = await new Promise<boolean>((settle) => {
    socket.once('connect', () => settle(true)).once('error', (error) => settle(!isDead(error)));
  });
  socket.destroy();
  return lives;
}

/** Returns the address for drivers: of a socket by its path, or of `host:port`. */
export function uriOf(address: string): string {
  const authority = isAbsolute(address) ? encodeURIComponent(address) : address;
  return `mongodb://${authority}/?directConnection=true`;
}

/**
 * Returns the address of the store that owns a folder, or null if no process does.
 *
 * @throws CommandError 1 if the owner file has an unknown form
 */
export async function uriOfOwner(dataDir: string): Promise<string | null> {
  const note = readNote(dataDir);
  if (!(await isOwned(note, dataDir))) return null;
  return uriOf(noteForms.near.test(note) ? resolve(dataDir, note) : note);
}

/** @throws CommandError 1 for an owner file of another form */
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
