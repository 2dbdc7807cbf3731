/**
 * Storage: one ordered keyspace on LMDB, and the queue that makes writes durable in groups.
 *
 * Once per turn of the event loop all queued writes run in one synchronous transaction; each is answered
 * after that is on disk. When one throws, whether it is refused, the disk is full or it is a bug, the whole
 * transaction is taken back; then each write runs in a transaction of its own, so that only the culprit
 * fails, and leaves nothing. Writes must therefore be repeatable: they keep no state but what `onAbort`
 * restores. A commit that fails can corrupt lmdb's memory: what a transaction may write at most is held against
 * the free space before it commits, and behind one that fails nevertheless nothing is read or written any more.
 *
 * Every value carries a CRC-32 of its key and itself, checked whenever it is read: an entry that went
 * bad on disk is an error, never a wrong answer.
 */
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { open, type RootDatabase } from 'lmdb';
import { CommandError } from './errors.js';
import { giveSign } from './heartbeat.js';
import { isSliceOver, pause, type Steps } from './pace.js';

/** A range is read in chunks, each twice the one before: most searches end within the first. */
const chunkEntries = 24;
const chunkEntriesMax = 384;
/** Entries are counted in strides of so many, each well under a millisecond. */
const countStride = 8192;
/** Pages that one put or remove may copy: its path through the tree, a split, the list of free pages. */
const pageBytesPerEntry = 8 * 4096;
const spareBytes = 1024 * 1024;
/** Entries of an ordinary write: a document in a collection of many indexes. */
const ordinaryEntries = 64;

interface Job {
  run(): unknown;
  resolve(value: never): void;
  reject(error: unknown): void;
}

export interface Entry {
  readonly key: Buffer;
  readonly value: Buffer;
}

/** Keys from `start` to before `end`; null: `start` is the only one. */
export interface Range {
  readonly start: Buffer;
  readonly end: Buffer | null;
}

/** What lies behind every key that begins with `prefix`: what follows one never begins with 255. */
export function behind(prefix: Buffer): Buffer {
  const key = Buffer.allocUnsafe(prefix.length + 1);
  key.set(prefix);
  key[prefix.length] = 255;
  return key;
}

/** All keys that begin with `prefix`. */
export const under = (prefix: Buffer): Range => ({ start: prefix, end: behind(prefix) });

export class Storage {
  /** Called after a transaction was taken back: what is held in memory is stale. */
  onAbort: () => void = () => undefined;
  /** Called when a commit has failed: the process must end, without a further use of this. */
  onBroken: (error: unknown) => never = (error) => {
    throw error;
  };
  /** How many transactions were committed: by this, who rested knows whether anything has changed. */
  commits = 0;
  readonly #db: RootDatabase<Buffer, Buffer>;
  readonly folder: string;
  readonly #queue: Job[] = [];
  #closed = false;
  #entriesPut = 0;
  #bytesPut = 0;

  constructor(path: string) {
    this.folder = dirname(path);
    const options = { keyEncoding: 'binary', encoding: 'binary', overlappingSync: false } as const;
    this.#db = open<Buffer, Buffer>({ path, noSubdir: true, ...options });
  }

  get(key: Buffer): Buffer | undefined {
    const stored = this.#db.get(key);
    return stored && checked(key, stored);
  }

  /**
   * The entries of a range; reversed, from the end. No transaction stays open between two entries, so a
   * read may rest at any: what follows is then read anew if anything was written meanwhile.
   */
  *range({ start, end }: Range, reverse = false): Generator<Entry, undefined> {
    const only = end ? undefined : this.get(start);
    if (only) yield { key: start, value: only };
    if (!end) return;
    const next = {
      start: reverse ? end : start,
      exclusiveStart: reverse,
      end: reverse ? start : end,
      inclusiveEnd: reverse,
      reverse,
      limit: chunkEntries,
    };
    for (;;) {
      const { commits } = this;
      const chunk = Array.from(this.#db.getRange(next));
      for (const { key, value } of chunk) {
        yield { key, value: checked(key, value) };
        next.start = key;
        next.exclusiveStart = true;
        if (this.commits !== commits) break;
      }
      if (chunk.length < next.limit && this.commits === commits) return;
      next.limit = Math.min(next.limit * 2, chunkEntriesMax);
    }
  }

  /** The first entry of a range that has an end. */
  first({ start, end }: Range): Entry | undefined {
    const [entry] = this.#db.getRange({ start, end: end!, limit: 1 });
    return entry && { key: entry.key, value: checked(entry.key, entry.value) };
  }

  /** How many keys a range has, by the index alone: no value is read. */
  *count({ start, end }: Range): Steps<number> {
    if (!end) return this.get(start) ? 1 : 0;
    let from = start;
    for (let counted = 0; ; counted += countStride) {
      const [next] = this.#db.getKeys({ start: from, end, offset: countStride, limit: 1 });
      if (!next) return counted + this.#db.getKeysCount({ start: from, end });
      from = next;
      giveSign();
      if (isSliceOver()) yield pause;
    }
  }

  /** Within a write only. */
  put(key: Buffer, value: Buffer): void {
    const checksum = Buffer.allocUnsafe(4);
    checksum.writeUInt32BE(crc32(value, crc32(key)));
    giveSign();
    this.#entriesPut += 1;
    this.#bytesPut += value.length;
    this.#db.putSync(key, Buffer.concat([checksum, value]));
  }

  /** Within a write only. */
  remove(key: Buffer): void {
    giveSign();
    this.#entriesPut += 1;
    this.#db.removeSync(key);
  }

  /**
   * Queue a write; the promise is kept when what it wrote is on disk.
   *
   * @throws CommandError of the write itself, 14031 when the disk is full, 91 when closing
   */
  write<T>(run: () => T): Promise<T> {
    if (this.#closed) return Promise.reject(new CommandError(91, 'the store is closing'));
    if (this.#queue.length === 0) setImmediate(() => this.#commit(this.#queue.splice(0)));
    return new Promise((resolve, reject) => this.#queue.push({ run, resolve, reject }));
  }

  /** Refuse new writes, finish the accepted ones, close the file. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#commit(this.#queue.splice(0));
    await this.#db.close();
  }

  #commit(jobs: readonly Job[]): void {
    if (jobs.length === 0) return;
    let values: unknown[] = [];
    let hasRun = false;
    this.#entriesPut = 0;
    this.#bytesPut = 0;
    try {
      this.#db.transactionSync(() => {
        values = jobs.map(({ run }) => run());
        this.#checkRoom();
        hasRun = true;
      });
    } catch (error) {
      if (hasRun) this.onBroken(error);
      this.onAbort();
      if (jobs.length > 1) {
        for (const job of jobs) this.#commit([job]);
      } else {
        jobs[0]!.reject(error);
      }
      return;
    }
    this.commits += 1;
    for (const [i, { resolve }] of jobs.entries()) resolve(values[i] as never);
  }

  #checkRoom(): void {
    const stats = this.#db.getStats() as { lastPageNumber: number; pageSize: number };
    const fileBytes = stats.lastPageNumber * stats.pageSize;
    const copied = Math.min(this.#entriesPut * pageBytesPerEntry, fileBytes);
    if (freeBytes(this.folder) < copied + this.#bytesPut * 2 + spareBytes) {
      throw new CommandError(14031, 'the disk is full');
    }
  }
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Whether the disk of a folder has room for an ordinary write. */
export function hasRoom(folder: string): boolean {
  return freeBytes(folder) >= ordinaryEntries * pageBytesPerEntry + spareBytes;
}

/** The message about a data file that cannot be trusted. */
export function damaged(why: string): CommandError {
  return new CommandError(1, `the data file is damaged (${why}); restore it from a copy`);
}

/** The value of a stored entry, if it matches its checksum; a sign of life. @throws CommandError */
export function checked(key: Buffer, stored: Buffer): Buffer {
  giveSign();
  const value = stored.subarray(4);
  if (stored.length >= 4 && stored.readUInt32BE() === crc32(value, crc32(key))) return value;
  throw damaged('an entry does not match its checksum');
}
