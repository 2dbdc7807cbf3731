/** Cursors: the remainder of a search between two batches. */
import { documentBytesMax, type Encodable, type Value } from './bson.js';
import { check } from './errors.js';
import { type Reply, reply } from './fields.js';
import { isSliceOver, pause, rest } from './pace.js';
import type { Search } from './search.js';

const timeoutMs = 600_000;

interface Cursor {
  readonly search: Search;
  /** The encoded documents. */
  readonly source: Iterator<Buffer | typeof pause, undefined>;
  /** The document that was read ahead and not yet returned. */
  next: Buffer | undefined;
  usedMs: number;
}

/** Returns a reply that holds a batch of documents. The id 0 means that no documents follow. */
export function batchReply(ns: string, field: string, batch: Encodable[], id = 0n): Reply {
  return reply({ cursor: reply({ [field]: batch, id, ns }) });
}

/** Returns the next document. Yields to the event loop where the read pauses and when its slice is used up. */
async function read({ source, search }: Cursor): Promise<Buffer | undefined> {
  for (;;) {
    const { value } = source.next();
    if (value === pause || isSliceOver()) {
      await rest();
      search.checkThere();
    }
    if (value !== pause) return value;
  }
}

export class Cursors {
  readonly #cursors = new Map<bigint, Cursor>();
  /** Ids count up from the time of the start, so that no id repeats after a restart. */
  #newest = BigInt(Date.now()) << 16n;

  /** Returns the first batch of a search. A cursor is kept only if more documents follow and are requested. */
  async open(
    search: Search,
    source: Cursor['source'],
    size: number,
    isSingle = false,
  ): Promise<Reply> {
    const cursor: Cursor = { search, source, next: undefined, usedMs: 0 };
    cursor.next = await read(cursor);
    return this.#give(++this.#newest, cursor, 'firstBatch', size, isSingle);
  }

  /** @throws CommandError 43 if the cursor does not exist, 175 if its collection was dropped */
  async more(id: bigint, namespace: string, size: number): Promise<Reply> {
    const cursor = this.#cursors.get(id);
    check(cursor?.search.namespace === namespace, 43, `cursor id ${id} not found`);
    this.#cursors.delete(id);
    cursor.search.resume();
    cursor.search.checkThere();
    return this.#give(id, cursor, 'nextBatch', size || Number.POSITIVE_INFINITY);
  }

  kill(ids: Value): Reply {
    check(Array.isArray(ids), 14, 'killCursors needs an array of cursor ids');
    const cursorsKilled = ids.filter((id) => this.#cursors.delete(id as bigint));
    const cursorsNotFound = ids.filter((id) => !cursorsKilled.includes(id));
    return reply({ cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [] });
  }

  /** Removes the cursors that were not used for ten minutes. */
  expire(nowMs: number): void {
    for (const [id, { usedMs }] of this.#cursors) {
      if (nowMs - usedMs > timeoutMs) this.#cursors.delete(id);
    }
  }

  /** Returns the next batch: at most the requested number of documents, and at most what fits in a reply. */
  async #give(
    id: bigint,
    cursor: Cursor,
    field: string,
    size: number,
    isLast = false,
  ): Promise<Reply> {
    const batch: Buffer[] = [];
    for (let bytes = 0; cursor.next && batch.length < size; ) {
      bytes += cursor.next.length;
      if (batch.length > 0 && bytes > documentBytesMax) break;
      batch.push(cursor.next);
      cursor.next = await read(cursor);
    }
    cursor.usedMs = Date.now();
    cursor.search.suspend();
    const isKept = cursor.next !== undefined && !isLast;
    if (isKept) this.#cursors.set(id, cursor);
    return batchReply(cursor.search.namespace, field, batch, isKept ? id : 0n);
  }
}
