/** Cursors: what is left of a search between two batches. */
import { documentBytesMax, type Encodable, type Value } from './bson.js';
import { check } from './errors.js';
import { type Reply, reply } from './fields.js';
import { isSliceOver, pause, rest } from './pace.js';
import type { Search } from './search.js';

const timeoutMs = 600_000;

interface Cursor {
  readonly search: Search;
  /** The documents, encoded. */
  readonly source: Iterator<Buffer | typeof pause, undefined>;
  /** Read already, but not yet given. */
  next: Buffer | undefined;
  usedMs: number;
}

/** A reply that holds a batch of documents; the id 0 says that there are no more. */
export function batchReply(ns: string, field: string, batch: Encodable[], id = 0n): Reply {
  return reply({ cursor: reply({ [field]: batch, id, ns }) });
}

/** The next document; rests where the read pauses, and where it has used up its slice. */
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
  /** Ids go on from the time of the start, so that none comes again. */
  #newest = BigInt(Date.now()) << 16n;

  /** The first batch of the encoded documents of a search; a cursor is kept only if more follow and are wanted. */
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

  /** @throws CommandError 43 for a cursor that is not there (any more), 175 when what it reads was dropped */
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

  /** Forget the cursors that nobody used for ten minutes. */
  expire(nowMs: number): void {
    for (const [id, { usedMs }] of this.#cursors) {
      if (nowMs - usedMs > timeoutMs) this.#cursors.delete(id);
    }
  }

  /** The next documents, as many as asked for and as fit into a reply. */
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
