/**
 * Storage: one ordered keyspace on LMDB, and the queue that makes writes durable in groups.
 *
 * Writes are queued, and once per turn of the event loop the whole queue runs in one synchronous
 * transaction; each is answered after that transaction is on disk. A write that fails by a
 * CommandError has put nothing it would have to take back, so it only fails itself. Anything
 * else (the disk is full, the map cannot grow, a bug) aborts the transaction, which takes back every
 * write in it; then each runs in a transaction of its own, so that only the culprit fails. Writes must
 * therefore be repeatable: they read through `get` and keep no state but what `onAbort` restores.
 *
 * A commit that the disk has no room for can corrupt lmdb's memory, so LMDB must never see a full disk:
 * what a transaction may write at most is counted, and held against the free space before it commits.
 *
 * Every value carries a CRC-32 of its key and itself, checked whenever it is read: an entry that went
 * bad on disk is an error, never a wrong answer.
 */
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { open, type RootDatabase } from 'lmdb';
import { CommandError } from './errors.js';

/** A range is read in chunks, each twice the one before: most searches end within the first. */
const firstChunk = 24;
const largestChunk = 384;
/** Pages that one put or remove may copy: its path through the tree, a split, the list of free pages. */
const pageBytesPerEntry = 8 * 4096;
const spareBytes = 1024 * 1024;

interface Job {
  run(): unknown;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export interface Entry {
  readonly key: Buffer;
  readonly value: Buffer;
}

export interface Range {
  readonly start: Buffer;
  readonly end: Buffer;
  readonly reverse?: boolean;
  readonly limit?: number;
}

export class Storage {
  readonly #db: RootDatabase<Buffer, Buffer>;
  readonly #onAbort: () => void;
  readonly #folder: string;
  #queue: Job[] = [];
  #closed = false;
  /** Of the transaction that is running. */
  #entries = 0;
  #valueBytes = 0;

  /** @param onAbort called after a transaction was taken back: whatever is held in memory is stale */
  constructor(path: string, onAbort: () => void) {
    this.#onAbort = onAbort;
    this.#folder = dirname(path);
    const options = { keyEncoding: 'binary', encoding: 'binary', overlappingSync: false } as const;
    this.#db = open<Buffer, Buffer>({ path, noSubdir: true, ...options });
  }

  get(key: Buffer): Buffer | undefined {
    const stored = this.#db.get(key);
    return stored && checked(key, stored);
  }

  /**
   * Entries with start ≤ key < end; reversed, from the end. Read in chunks, so that a cursor may rest
   * between two of them without holding a transaction open: it then sees what was written meanwhile.
   */
  *range({
    start,
    end,
    reverse = false,
    limit = Number.POSITIVE_INFINITY,
  }: Range): Generator<Entry> {
    let [from, to] = [start, end];
    for (
      let [left, next] = [limit, firstChunk];
      left > 0;
      next = Math.min(next * 2, largestChunk)
    ) {
      const bounds = reverse
        ? { start: to, end: from, reverse, exclusiveStart: true, inclusiveEnd: true }
        : { start: from, end: to };
      const size = Math.min(left, next);
      const chunk = Array.from(this.#db.getRange({ ...bounds, limit: size }));
      for (const { key, value } of chunk) yield { key, value: checked(key, value) };
      if (chunk.length < size) return;
      left -= size;
      const last = chunk.at(-1)!.key;
      if (reverse) to = last;
      else from = Buffer.concat([last, Buffer.alloc(1)]);
    }
  }

  /** The first keys of a range, read at once. */
  keys(start: Buffer, end: Buffer, limit: number): Buffer[] {
    return Array.from(this.#db.getKeys({ start, end, limit }));
  }

  count(start: Buffer, end: Buffer): number {
    return this.#db.getKeysCount({ start, end });
  }

  /** Within a write only. */
  put(key: Buffer, value: Buffer): void {
    const checksum = Buffer.allocUnsafe(4);
    checksum.writeUInt32BE(crc32(value, crc32(key)));
    this.#entries += 1;
    this.#valueBytes += value.length;
    this.#db.putSync(key, Buffer.concat([checksum, value]));
  }

  /** Within a write only. */
  remove(key: Buffer): void {
    this.#entries += 1;
    this.#db.removeSync(key);
  }

  /**
   * Queue a write; the promise is kept when what it wrote is on disk.
   *
   * @throws CommandError of the write itself, 14031 when the disk is full, 91 when closing
   */
  write<T>(run: () => T): Promise<T> {
    if (this.#closed) return Promise.reject(new CommandError(91, 'the store is closing'));
    if (this.#queue.length === 0) setImmediate(() => this.#flush());
    return new Promise((resolve, reject) => {
      this.#queue.push({ run, resolve: resolve as (value: unknown) => void, reject });
    });
  }

  /** Refuse new writes, finish the accepted ones, close the file. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#flush();
    await this.#db.close();
  }

  #flush(): void {
    const jobs = this.#queue;
    this.#queue = [];
    if (jobs.length === 0 || this.#commit(jobs)) return;
    for (const job of jobs) this.#commit([job]);
  }

  /** Whether the jobs were answered: all of them, or the only one with the error that took it back. */
  #commit(jobs: readonly Job[]): boolean {
    let answers: (() => void)[] = [];
    [this.#entries, this.#valueBytes] = [0, 0];
    try {
      this.#db.transactionSync(() => {
        answers = jobs.map(attempt);
        this.#checkRoom();
      });
    } catch (error) {
      this.#onAbort();
      if (jobs.length === 1) jobs[0]!.reject(storageError(error as Error));
      return jobs.length === 1;
    }
    for (const answer of answers) answer();
    return true;
  }

  /** @throws CommandError 14031 when the disk may not have room for what the transaction has put */
  #checkRoom(): void {
    const { bavail, bsize } = statfsSync(this.#folder);
    const { lastPageNumber, pageSize } = this.#db.getStats() as {
      lastPageNumber: number;
      pageSize: number;
    };
    const copied = Math.min(this.#entries * pageBytesPerEntry, lastPageNumber * pageSize);
    if (bavail * bsize >= copied + this.#valueBytes * 2 + spareBytes) return;
    throw new CommandError(14031, 'the disk is full');
  }
}

function attempt(job: Job): () => void {
  try {
    const value = job.run();
    return () => job.resolve(value);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return () => job.reject(error);
  }
}

/**
 * The value of a stored entry.
 *
 * @throws CommandError when it does not match its checksum
 */
export function checked(key: Buffer, stored: Buffer): Buffer {
  const value = stored.subarray(4);
  if (stored.length >= 4 && stored.readUInt32BE() === crc32(value, crc32(key))) return value;
  throw new CommandError(
    1,
    'the data file is damaged (an entry does not match its checksum); restore it from a copy',
  );
}

function storageError(error: Error): CommandError {
  return error instanceof CommandError ? error : new CommandError(1, error.message);
}
