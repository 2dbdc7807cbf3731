/** Cursors: what is left of a query between two batches. */
import { randomBytes } from 'node:crypto';
import { docOf, documentBytesMax, type Encodable, isTrue, toNumber, type Value } from './bson.js';
import { type Call, collectionName, collectionOf, type Reply } from './call.js';
import { CommandError } from './errors.js';

interface Cursor {
  readonly namespace: string;
  /** The tree of the collection, by which a new one of the same name is told apart. */
  readonly tree: number | undefined;
  readonly source: Iterator<Buffer>;
  /** Read already, but not yet given. */
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
  open(call: Call, source: Iterator<Buffer>, batchSize: Value | undefined): Reply {
    const namespace = `${call.db}.${collectionName(call)}`;
    const lasting = isTrue(call.command.get('noCursorTimeout'));
    const cursor: Cursor = {
      namespace,
      tree: collectionOf(call)?.tree,
      source,
      pending: null,
      lasting,
      usedMs: call.nowMs,
    };
    const size = batchSize === undefined ? firstBatchDefault : toNumber(batchSize);
    if (!(size >= 0))
      throw new CommandError(51024, `batchSize value must be non-negative, but received: ${size}`);
    const { batch, done } = take(cursor, size);
    if (done || isTrue(call.command.get('singleBatch'))) return this.all(namespace, batch);
    const id = randomBytes(8).readBigInt64LE() & 0x7fffffffffffffffn;
    this.#cursors.set(id, cursor);
    return reply(namespace, id, 'firstBatch', batch);
  }

  /** A cursor whose every document is in its first batch. */
  all(namespace: string, documents: Encodable[]): Reply {
    return reply(namespace, 0n, 'firstBatch', documents);
  }

  /** @throws CommandError 43 for a cursor that is not there (any more), 175 when its collection was dropped */
  more(call: Call): Reply {
    const id = [...call.command.values()][0] as bigint;
    const name = String(call.command.get('collection'));
    const cursor = this.#cursors.get(id);
    if (cursor?.namespace !== `${call.db}.${name}`)
      throw new CommandError(43, `cursor id ${String(id)} not found`);
    this.#cursors.delete(id);
    if (call.store.catalog.find(call.db, name)?.tree !== cursor.tree)
      throw new CommandError(175, 'collection dropped between getMore calls');
    cursor.usedMs = call.nowMs;
    const { batch, done } = take(
      cursor,
      toNumber(call.command.get('batchSize') ?? 0) || Number.POSITIVE_INFINITY,
    );
    if (!done) this.#cursors.set(id, cursor);
    return reply(cursor.namespace, done ? 0n : id, 'nextBatch', batch);
  }

  kill(ids: Value | undefined): Reply {
    if (!Array.isArray(ids)) throw new CommandError(14, 'killCursors needs an array of cursor ids');
    const cursorsKilled = ids.filter((id) => this.#cursors.delete(id as bigint));
    const cursorsNotFound = ids.filter((id) => !cursorsKilled.includes(id));
    return docOf<Encodable>({
      cursorsKilled,
      cursorsNotFound,
      cursorsAlive: [],
      cursorsUnknown: [],
    });
  }

  /** Forget the cursors that were not used for the timeout. */
  expire(nowMs: number): void {
    for (const [id, { lasting, usedMs }] of this.#cursors) {
      if (!lasting && nowMs - usedMs > this.#timeoutMs) this.#cursors.delete(id);
    }
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

function reply(ns: string, id: bigint, name: string, batch: Encodable[]): Reply {
  return docOf<Encodable>({ cursor: docOf<Encodable>({ [name]: batch, id, ns }) });
}
