/** Cursors: what is left of a query between two batches. */
import { randomBytes } from 'node:crypto';
import { documentBytesMax, type Value } from './bson.js';
import { type Reply, reply } from './call.js';
import { CommandError } from './errors.js';

/** Whose documents a cursor gives. A collection's tree tells it from a later one of its name. */
export interface Origin {
  readonly namespace: string;
  readonly tree?: number | undefined;
}

interface Cursor {
  readonly origin: Origin;
  readonly source: Iterator<Buffer>;
  /** Read already, but not yet given. */
  pending: Buffer | null;
  usedMs: number;
}

const firstBatchDefault = 101;

export class Cursors {
  readonly #cursors = new Map<bigint, Cursor>();
  readonly #timeoutMs: number;

  /** @param timeoutMs how long an unused cursor is kept */
  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** The first batch of encoded documents; a cursor is kept only if more follow and more are wanted. */
  open(
    origin: Origin,
    documents: Iterable<Buffer>,
    { batchSize = firstBatchDefault, singleBatch = false } = {},
  ): Reply {
    const source = documents[Symbol.iterator]();
    const cursor: Cursor = { origin, source, pending: null, usedMs: Date.now() };
    const { batch, done } = take(cursor, batchSize);
    const isKept = !done && !singleBatch;
    const id = isKept ? randomBytes(8).readBigInt64LE() & 0x7fffffffffffffffn : 0n;
    if (isKept) this.#cursors.set(id, cursor);
    return reply({ cursor: reply({ firstBatch: batch, id, ns: origin.namespace }) });
  }

  /** @throws CommandError 43 for a cursor that is not there (any more), 175 when its collection was dropped */
  more(id: bigint, { namespace, tree }: Origin, batchSize?: number): Reply {
    const cursor = this.#cursors.get(id);
    if (cursor?.origin.namespace !== namespace)
      throw new CommandError(43, `cursor id ${id} not found`);
    this.#cursors.delete(id);
    if (cursor.origin.tree !== tree)
      throw new CommandError(175, 'collection dropped between getMore calls');
    cursor.usedMs = Date.now();
    const { batch, done } = take(cursor, batchSize || Number.POSITIVE_INFINITY);
    if (!done) this.#cursors.set(id, cursor);
    return reply({ cursor: reply({ nextBatch: batch, id: done ? 0n : id, ns: namespace }) });
  }

  kill(ids: Value | undefined): Reply {
    if (!Array.isArray(ids)) throw new CommandError(14, 'killCursors needs an array of cursor ids');
    const cursorsKilled = ids.filter((id) => this.#cursors.delete(id as bigint));
    const cursorsNotFound = ids.filter((id) => !cursorsKilled.includes(id));
    return reply({ cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [] });
  }

  /** Forget the cursors that were not used for the timeout. */
  expire(nowMs: number): void {
    for (const [id, { usedMs }] of this.#cursors)
      if (nowMs - usedMs > this.#timeoutMs) this.#cursors.delete(id);
  }
}

/** The next documents, as many as asked for and as fit into a reply, and whether they are the last. */
function take(cursor: Cursor, size: number): { batch: Buffer[]; done: boolean } {
  const batch: Buffer[] = [];
  for (let bytes = 0; size > 0; ) {
    const next: Buffer | null = cursor.pending ?? cursor.source.next().value ?? null;
    cursor.pending = next;
    if (!next) return { batch, done: true };
    bytes += next.length;
    if (batch.length === size || (batch.length > 0 && bytes > documentBytesMax)) break;
    cursor.pending = null;
    batch.push(next);
  }
  return { batch, done: false };
}
