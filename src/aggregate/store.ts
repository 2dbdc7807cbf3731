import type { Collection, Db, Filter, IndexDescription, OptionalUnlessRequiredId } from 'mongodb';
import type { Clock } from '../lib/clock.js';
import { type FieldPolicies, requirePolicies } from '../lib/field-policy.js';
import { isFindable } from '../lib/ids.js';
import { createLookUp } from '../lib/look-up.js';
import { isDuplicateKey, isUnavailable } from '../lib/mongo.js';
import { type Aggregate, type Change, writeChange } from './change.js';
import type { Relay } from './relay.js';

const settleBatch = 100;

/** Services that every aggregate store receives. */
export interface AggregateHome {
  db: Db;
  clock: Clock;
  relay: Pick<Relay, 'addSource' | 'wake'>;
  /** Returns the shape of new documents of a collection. */
  shapeOf: (collection: string) => number;
}

/** Properties that differ between collections of aggregates. */
export interface AggregateDefinition<T extends Aggregate, C extends Change<T>> {
  collection: string;
  /** Indexes besides those of the outbox and of `dueAt`. */
  indexes: IndexDescription[];
  /** Effects of erasures and exports on each field. */
  policies: FieldPolicies<T>;
  /** Longest id in UTF-16 units, if callers choose ids. A longer id is not found. */
  idLengthMax?: number;
  /** Error thrown when the document does not exist. */
  notFound: (id: string) => Error;
  /**
   * Plans the work due at `now`, or returns null if none is. A document with planned work must have `dueAt`.
   * Omit it if no document ever has due work.
   */
  settle?: (document: T, now: Date) => C | null;
}

/**
 * A collection of aggregates: guarded changes, their events, and due work. `find`, `get` and `change` settle
 * due work before they return a document; `peek` returns the stored document. The events are relayed from now
 * on.
 */
export function createAggregateStore<T extends Aggregate, C extends Change<T> = Change<T>>(
  { db, clock, relay, shapeOf }: AggregateHome,
  definition: AggregateDefinition<T, C>,
) {
  const { notFound, settle } = definition;
  const collection: Collection<T> = db.collection<T>(definition.collection);
  relay.addSource(collection as unknown as Collection<Aggregate>);

  const lookUp = createLookUp(async (ids: readonly string[]) => {
    const found = (await collection.find({ _id: { $in: ids } } as Filter<T>).toArray()) as T[];
    return new Map(found.map((document) => [document._id, document]));
  });

  /** Returns the stored document, or null if it does not exist. */
  const peek = async (id: string): Promise<T | null> =>
    isFindable(id, definition.idLengthMax) ? lookUp(id) : null;

  async function write(change: C): Promise<T | null> {
    requirePolicies(definition.policies, change.after, change.before);
    const written = await writeChange(collection, change);
    if (written && change.events.length > 0) relay.wake();
    return written;
  }

  /** Returns the document after all due work on it is done. */
  async function settled(document: T): Promise<T> {
    let current = document;
    for (;;) {
      const change = settle?.(current, clock.now());
      if (!change) return current;
      const written = await write(change);
      if (written) return written;
      const fresh = await peek(document._id);
      if (!fresh) throw notFound(document._id);
      current = fresh;
    }
  }

  async function find(id: string): Promise<T | null> {
    const document = await peek(id);
    return document && settled(document);
  }

  async function get(id: string): Promise<T> {
    const document = await find(id);
    if (!document) throw notFound(id);
    return document;
  }

  return {
    collection,
    peek,
    find,
    get,
    settled,

    async ensureIndexes(): Promise<void> {
      await collection.createIndexes([
        ...definition.indexes,
        ...(settle ? [{ key: { dueAt: 1 }, sparse: true }] : []),
        { key: { 'outbox.timestamp': 1 }, sparse: true },
      ]);
    },

    /**
     * Stores a new document with its events in one write.
     *
     * @param unique fields whose value can be taken
     * @returns the document, or null if the value of one of `unique` is taken
     */
    async insert(given: T, unique: readonly (keyof T & string)[] = []): Promise<T | null> {
      const document = { ...given, shape: shapeOf(definition.collection) };
      requirePolicies(definition.policies, document);
      try {
        await collection.insertOne(document as OptionalUnlessRequiredId<T>);
      } catch (error) {
        if (unique.some((field) => isDuplicateKey(error, field))) return null;
        throw error;
      }
      relay.wake();
      return document;
    },

    /**
     * Changes one document: reads it, lets `decide` plan the change or throw, and writes it guarded by the
     * status and revision that were read. Retries on the fresh document after a write conflict.
     *
     * @param decide returns the change, or null if there is nothing to store
     * @param read reads the document; pass a function that throws if the document is not the caller's
     * @throws what `read` and `decide` throw
     */
    async change(
      id: string,
      decide: (document: T) => C | null | Promise<C | null>,
      read: (id: string) => Promise<T> = get,
    ): Promise<T> {
      for (;;) {
        const document = await read(id);
        const change = await decide(document);
        if (!change) return document;
        const written = await write(change);
        if (written) return written;
      }
    },

    /** Returns true if the document has due work. */
    isDocumentDue: ({ dueAt }: Pick<T, 'dueAt'>): boolean =>
      dueAt !== undefined && dueAt <= clock.now(),

    /**
     * Returns true if any document has due work.
     * @param scope further conditions on the documents
     */
    async isDue(scope: Filter<T> = {}): Promise<boolean> {
      const due = { ...scope, dueAt: { $lte: clock.now() } } as Filter<T>;
      return (await collection.findOne(due, { projection: { _id: 1 } })) !== null;
    },

    /**
     * Settles all due documents. One that fails does not block the others.
     *
     * @param scope further conditions on the documents
     * @returns the ids of the due documents
     */
    async settleDue(scope: Filter<T> = {}): Promise<string[]> {
      const ids: string[] = [];
      const failed: string[] = [];
      const settleOne = async (document: T) => {
        ids.push(document._id);
        await settled(document).catch((error) => {
          if (isUnavailable(error)) throw error;
          failed.push(document._id);
        });
      };
      for (;;) {
        const left = failed.length > 0 && { _id: { $nin: failed } };
        const due = (await collection
          .find({ ...scope, dueAt: { $lte: clock.now() }, ...left } as Filter<T>)
          .sort({ dueAt: 1 })
          .limit(settleBatch)
          .toArray()) as T[];
        await Promise.all(due.map(settleOne));
        if (due.length < settleBatch) return ids;
      }
    },
  };
}
