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
 * Every value carries a CRC-32 of its key and itself, checked whenever it is read: a page that went
 * bad on disk is an error, never a wrong answer.
 */
import { crc32 } from 'node:zlib';
import { open, type RootDatabase } from 'lmdb';
import { CommandError } from './errors.js';

const chunkEntries = 200;

interface Job {
  run(): unknown;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export interface Entry {
  readonly key: Buffer;
  readonly value: Buffer;
}

export interface RangeOptions {
  readonly start: Buffer;
  readonly end: Buffer;
  readonly reverse?: boolean;
  readonly limit?: number;
}

export class Storage {
  readonly #db: RootDatabase<Buffer, Buffer>;
  readonly #onAbort: () => void;
  #queue: Job[] = [];
  #scheduled = false;
  #closed = false;

  /** @param onAbort called after a transaction was taken back: whatever is held in memory is stale */
  constructor(path: string, onAbort: () => void) {
    this.#onAbort = onAbort;
    this.#db = open<Buffer, Buffer>({
      path,
      noSubdir: true,
      keyEncoding: 'binary',
      encoding: 'binary',
      overlappingSync: false,
    });
  }

  get(key: Buffer): Buffer | undefined {
    const stored = this.#db.get(key);
    return stored && checked(key, stored);
  }

  /**
   * Entries with start ≤ key < end; reversed, from the end. Read in chunks, so that a cursor may rest
   * between two of them without holding a transaction open: it then sees what was written meanwhile.
   */
  *range({ start, end, reverse = false, limit = Infinity }: RangeOptions): Generator<Entry> {
    let [from, to] = [start, end];
    for (let left = limit; left > 0; ) {
      const options = reverse
        ? { start: to, end: from, reverse, exclusiveStart: true, inclusiveEnd: true }
        : { start: from, end: to };
      const size = Math.min(left, chunkEntries);
      const chunk = Array.from(this.#db.getRange({ ...options, limit: size }));
      for (const { key, value } of chunk) yield { key, value: checked(key, value) };
      if (chunk.length < size) return;
      left -= size;
      const last = chunk.at(-1)!.key;
      if (reverse) to = last;
      else from = Buffer.concat([last, Buffer.alloc(1)]);
    }
  }

  /** Keys of a range that is read at once. */
  keys({ start, end, limit }: RangeOptions): Buffer[] {
    return Array.from(this.#db.getKeys({ start, end, limit }));
  }

  /** How many entries there are with start ≤ key < end. */
  count(start: Buffer, end: Buffer): number {
    return this.#db.getKeysCount({ start, end });
  }

  /** Within a write only. */
  put(key: Buffer, value: Buffer): void {
    const stored = Buffer.allocUnsafe(value.length + 4);
    stored.writeUInt32BE(crc32(value, crc32(key)));
    value.copy(stored, 4);
    this.#db.putSync(key, stored);
  }

  /** Within a write only. */
  remove(key: Buffer): void {
    this.#db.removeSync(key);
  }

  /**
   * Queue a write; the promise is kept when what it wrote is on disk.
   *
   * @throws CommandError of the write itself, 14031 when the disk is full, 91 when closing
   */
  write<T>(run: () => T): Promise<T> {
    if (this.#closed) return Promise.reject(new CommandError(91, 'the store is closing'));
    return new Promise((resolve, reject) => {
      this.#queue.push({ run, resolve: resolve as (value: unknown) => void, reject });
      if (this.#scheduled) return;
      this.#scheduled = true;
      setImmediate(() => this.#flush());
    });
  }

  /** Refuse new writes, finish the accepted ones, close the file. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#queue.length > 0) this.#flush();
    await this.#db.close();
  }

  #flush(): void {
    this.#scheduled = false;
    const jobs = this.#queue;
    this.#queue = [];
    if (this.#commit(jobs)) return;
    for (const job of jobs) this.#commit([job]);
  }

  /** Whether the jobs were answered: all of them, or the only one with the error that took it back. */
  #commit(jobs: readonly Job[]): boolean {
    const answers: (() => void)[] = [];
    try {
      this.#db.transactionSync(() => {
        for (const job of jobs) answers.push(attempt(job));
      });
    } catch (error) {
      this.#onAbort();
      if (jobs.length === 1) jobs[0]!.reject(storageError(error as Error));
      return jobs.length === 1;
    }
    for (const answer of answers) answer();
    return true;
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

function checked(key: Buffer, stored: Buffer): Buffer {
  const value = stored.subarray(4);
  if (stored.length < 4 || stored.readUInt32BE() !== crc32(value, crc32(key))) {
    throw new CommandError(1, 'the data file is damaged: an entry does not match its checksum');
  }
  return value;
}

function storageError(error: Error): CommandError {
  if (error instanceof CommandError) return error;
  if (/no space|ENOSPC|MAP_FULL|mapsize/i.test(error.message)) {
    return new CommandError(14031, `the disk is full: ${error.message}`);
  }
  return new CommandError(1, error.message);
}
