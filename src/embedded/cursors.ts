/** Cursors: what is left of a query between two batches. */
import { randomBytes } from 'node:crypto';
import { documentBytesMax, type Encodable, type Value } from './bson.js';
import { type Reply, reply } from './call.js';
import { CommandError } from './errors.js';

interface Cursor {
  readonly namespace: string;
  /** The tree of the collection, by which a new one of the same name is told apart. */
  readonly tree: number | undefined;
  readonly source: Iterator<Buffer>;
  /** Read already, but not yet given. */
  pending: Buffer | null;
  usedMs: number;
}

const firstBatchDefault = 101;

/** A reply that holds a batch of documents; the id 0 says that there are no more. */
export function batchReply(ns: string, field: string, batch: Encodable[], id = 0n): Reply {
  return reply({ cursor: reply({ [field]: batch, id, ns }) });
}

export class Cursors {
  readonly #cursors = new Map<bigint, Cursor>();

  /** @param timeoutMs how long an unused cursor is kept */
  constructor(readonly timeoutMs: number) {}

  /** The first batch of encoded documents; a cursor is kept only if more follow and are wanted. */
  open(
    namespace: string,
    tree: number | undefined,
    source: Iterator<Buffer>,
    { batchSize = firstBatchDefault, singleBatch = false },
  ): Reply {
    const cursor: Cursor = { namespace, tree, source, pending: null, usedMs: Date.now() };
    const { batch, done } = take(cursor, batchSize);
    if (done || singleBatch) return batchReply(namespace, 'firstBatch', batch);
    const id = randomBytes(8).readBigInt64LE() & 0x7fffffffffffffffn;
    this.#cursors.set(id, cursor);
    return batchReply(namespace, 'firstBatch', batch, id);
  }

  /** @throws CommandError 43 for a cursor that is not there (any more), 175 when its collection was dropped */
  more(id: bigint, namespace: string, tree: number | undefined, batchSize?: number): Reply {
    const cursor = this.#cursors.get(id);
    if (cursor?.namespace !== namespace) throw new CommandError(43, `cursor id ${id} not found`);
    this.#cursors.delete(id);
    if (cursor.tree !== tree)
      throw new CommandError(175, 'collection dropped between getMore calls');
    cursor.usedMs = Date.now();
    const { batch, done } = take(cursor, batchSize || Number.POSITIVE_INFINITY);
    if (!done) this.#cursors.set(id, cursor);
    return batchReply(namespace, 'nextBatch', batch, done ? 0n : id);
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
      if (nowMs - usedMs > this.timeoutMs) this.#cursors.delete(id);
  }
}

/** The next documents, as many as asked for and as fit into a reply, and whether they are the last. */
function take(cursor: Cursor, size: number): { batch: Buffer[]; done: boolean } {
  const batch: Buffer[] = [];
  for (let bytes = 0; size > 0; ) {
    cursor.pending ??= cursor.source.next().value ?? null;
    if (!cursor.pending) return { batch, done: true };
    bytes += cursor.pending.length;
    if (batch.length === size || (batch.length > 0 && bytes > documentBytesMax)) break;
    batch.push(cursor.pending);
    cursor.pending = null;
  }
  return { batch, done: false };
}
