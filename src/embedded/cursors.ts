/** Cursors: what is left of a query between two batches. */
import { randomBytes } from 'node:crypto';
import {
  docOf,
  documentBytesMax,
  type Encodable,
  isNumber,
  isTrue,
  toNumber,
  type Value,
} from './bson.js';
import type { Collection } from './catalog.js';
import type { Call, Reply } from './commands.js';
import { CommandError } from './errors.js';

interface Cursor {
  readonly namespace: string;
  readonly collection: Collection;
  readonly source: Iterator<Buffer>;
  /** Read already, but too large for the batch before. */
  pending: Buffer | null;
  readonly lasting: boolean;
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

  /** The first batch of encoded documents; the cursor is kept only if more follow. */
  open(
    call: Call,
    collection: Collection,
    source: Iterator<Buffer>,
    batchSize: Value | undefined,
    single = false,
  ): Reply {
    const namespace = `${call.db}.${collection.name}`;
    const lasting = isTrue(call.command.get('noCursorTimeout'));
    const cursor: Cursor = {
      namespace,
      collection,
      source,
      pending: null,
      lasting,
      usedMs: call.nowMs,
    };
    const size = isNumber(batchSize) ? toNumber(batchSize) : firstBatchDefault;
    if (size < 0)
      throw new CommandError(51024, `batchSize value must be non-negative, but received: ${size}`);
    const { batch, done } = take(cursor, size);
    let id = 0n;
    if (!done && !single) {
      id = randomBytes(8).readBigInt64LE() & 0x7fffffffffffffffn;
      this.#cursors.set(id, cursor);
    }
    return reply(namespace, id, 'firstBatch', batch);
  }

  /** A cursor whose every document is in its first batch. */
  all(namespace: string, documents: Encodable[]): Reply {
    return reply(namespace, 0n, 'firstBatch', documents);
  }

  /**
   * @throws CommandError 43 for a cursor that is not there (any more), 175 when its collection was dropped
   */
  more(call: Call): Reply {
    const { command, store, db } = call;
    const id = [...command.values()][0];
    const cursor = typeof id === 'bigint' ? this.#cursors.get(id) : undefined;
    if (!cursor || cursor.namespace !== `${db}.${String(command.get('collection'))}`) {
      throw new CommandError(43, `cursor id ${String(id)} not found`);
    }
    if (store.catalog.find(db, cursor.collection.name)?.tree !== cursor.collection.tree) {
      this.#cursors.delete(id as bigint);
      throw new CommandError(175, 'collection dropped between getMore calls');
    }
    cursor.usedMs = call.nowMs;
    const size = command.get('batchSize');
    const { batch, done } = take(
      cursor,
      isNumber(size) && toNumber(size) > 0 ? toNumber(size) : Number.POSITIVE_INFINITY,
    );
    if (done) this.#cursors.delete(id as bigint);
    return reply(cursor.namespace, done ? 0n : (id as bigint), 'nextBatch', batch);
  }

  kill(ids: Value | undefined): Reply {
    if (!Array.isArray(ids)) throw new CommandError(14, 'killCursors needs an array of cursor ids');
    const killed = ids.filter((id) => this.#cursors.delete(id as bigint));
    const missing = ids.filter((id) => !killed.includes(id));
    return docOf<Encodable>({
      cursorsKilled: killed,
      cursorsNotFound: missing,
      cursorsAlive: [],
      cursorsUnknown: [],
    });
  }

  /** Forget the cursors that were not used for the timeout. */
  expire(nowMs: number): void {
    for (const [id, cursor] of this.#cursors) {
      if (!cursor.lasting && nowMs - cursor.usedMs > this.#timeoutMs) this.#cursors.delete(id);
    }
  }
}

function take(cursor: Cursor, size: number): { batch: Buffer[]; done: boolean } {
  const batch: Buffer[] = [];
  let bytes = 0;
  while (batch.length < size) {
    const next = cursor.pending ?? cursor.source.next().value;
    cursor.pending = null;
    if (!next) return { batch, done: true };
    if (batch.length > 0 && bytes + next.length > documentBytesMax) {
      cursor.pending = next;
      return { batch, done: false };
    }
    batch.push(next);
    bytes += next.length;
  }
  if (size > 0) cursor.pending = cursor.source.next().value ?? null;
  return { batch, done: size > 0 && cursor.pending === null };
}

function reply(namespace: string, id: bigint, name: string, batch: Encodable[]): Reply {
  return docOf<Encodable>({ cursor: docOf<Encodable>({ id, ns: namespace, [name]: batch }) });
}
