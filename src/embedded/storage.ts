/**
 * Storage: one ordered keyspace on LMDB, and the queue that commits writes durably in groups.
 *
 * Once per tick of the event loop all queued writes run in one synchronous transaction; each is resolved once the
 * transaction is on disk. If one throws, because of a rejected command, a full disk or a bug, the whole transaction is
 * rolled back. Each write then runs in a separate transaction, so that only the failing one is rejected, without
 * effect. Therefore writes must be repeatable: they keep no state except what `onAbort` restores. A failed commit can
 * corrupt lmdb's memory: before a commit, the maximum size of the transaction is compared with the free disk space, and
 * after a commit that fails nevertheless, nothing is read or written.
 *
 * Every value carries a CRC-32 of its key and itself, which is checked at each read: an entry that was damaged on disk
 * is an error, never a wrong result.
 */
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { open, type RootDatabase } from 'lmdb';
import { CommandError, check } from './errors.js';
import { giveSign } from './heartbeat.js';
import { isSliceOver, pause, type Steps } from './pace.js';

/** A range is read in chunks, each twice the size of the previous one; most searches end within the first. */
const chunkEntries = 24;
const chunkEntriesMax = 384;
/** Number of entries counted per step; a step takes well under a millisecond. */
const countStride = 8192;
/** Bytes of the pages that one put or remove can copy: its path through the tree, a split, the list of free pages. */
const pageBytesPerEntry = 8 * 4096;
const spareBytes = 1024 * 1024;
/** Number of entries in an ordinary write: a document in a collection with many indexes. */
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

/** Keys from `start` (inclusive) to `end` (exclusive). If `end` is null, only `start`. */
export interface Range {
  readonly start: Buffer;
  readonly end: Buffer | null;
}

/** Returns an upper bound for all keys that begin with `prefix`; the byte after a prefix is never 255. */
export function behind(prefix: Buffer): Buffer {
  const key = Buffer.allocUnsafe(prefix.length + 1);
  key.set(prefix);
  key[prefix.length] = 255;
  return key;
}

/** Returns the range of all keys that begin with `prefix`. */
export const under = (prefix: Buffer): Range => ({ start: prefix, end: behind(prefix) });

export class Storage {
  /** Called after a transaction was rolled back: cached state is stale. */
  onAbort: () => void = () => undefined;
  /** Called if a commit has failed: the process must end without using this storage again. */
  onBroken: (error: unknown) => never = (error) => {
    throw error;
  };
  /** Number of committed transactions. A read that has paused compares it to detect changes. */
  commits = 0;
  readonly #db: RootDatabase<Buffer, Buffer>;
  readonly folder: string;
  readonly #queue: Job[] = [];
  readonly #copies = new Set<Promise<void>>();
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
   * Yields the entries of a range; from the end if `reverse` is set. No transaction stays open between two entries, so
   * a read can pause at any of them; the entries that follow are read again if something was written in the meantime.
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

  /** Returns the first entry of a range that has an end. */
  first({ start, end }: Range): Entry | undefined {
    const [entry] = this.#db.getRange({ start, end: end!, limit: 1 });
    return entry && { key: entry.key, value: checked(entry.key, entry.value) };
  }

  /** Returns the number of keys in a range, without reading their values. */
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

  /** Call only within a write. */
  put(key: Buffer, value: Buffer): void {
    const checksum = Buffer.allocUnsafe(4);
    checksum.writeUInt32BE(crc32(value, crc32(key)));
    giveSign();
    this.#entriesPut += 1;
    this.#bytesPut += value.length;
    this.#db.putSync(key, Buffer.concat([checksum, value]));
  }

  /** Call only within a write. */
  remove(key: Buffer): void {
    giveSign();
    this.#entriesPut += 1;
    this.#db.removeSync(key);
  }

  /**
   * Queues a write; the promise resolves once the write is on disk.
   *
   * @throws CommandError of the write itself, 14031 if the disk is full, 91 if the store is closing
   */
  write<T>(run: () => T): Promise<T> {
    if (this.#closed) return Promise.reject(new CommandError(91, 'the store is closing'));
    if (this.#queue.length === 0) setImmediate(() => this.#commit(this.#queue.splice(0)));
    return new Promise((resolve, reject) => this.#queue.push({ run, resolve, reject }));
  }

  /**
   * Copies all committed data to a new file while reads and writes continue. LMDB copies one snapshot, in another
   * thread; pages that it holds are not reused until the copy is complete, so the data file can grow in that time.
   *
   * @throws CommandError 91 if the store is closing; Error if the file exists or cannot be written
   */
  async copyTo(path: string): Promise<void> {
    check(!this.#closed, 91, 'the store is closing');
    const copy = this.#db.backup(path, false);
    this.#copies.add(copy);
    await copy.finally(() => this.#copies.delete(copy));
  }

  /** Rejects new writes, finishes the accepted ones and running copies, and closes the file. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#commit(this.#queue.splice(0));
    // A copy reads the memory map, which closing would remove.
    await Promise.allSettled(this.#copies);
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

/** Returns true if a folder's disk has room for an ordinary write. */
export function hasRoom(folder: string): boolean {
  return freeBytes(folder) >= ordinaryEntries * pageBytesPerEntry + spareBytes;
}

/** Returns the error for a damaged data file. */
export function damaged(why: string): CommandError {
  return new CommandError(1, `the data file is damaged (${why}); restore it from a copy`);
}

/**
 * Returns the value of a stored entry after checking its checksum, and records a heartbeat.
 *
 * @throws CommandError
 */
export function checked(key: Buffer, stored: Buffer): Buffer {
  giveSign();
  const value = stored.subarray(4);
  if (stored.length >= 4 && stored.readUInt32BE() === crc32(value, crc32(key))) return value;
  throw damaged('an entry does not match its checksum');
}
