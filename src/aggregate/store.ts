import type { Collection, Db, Filter, IndexDescription, OptionalUnlessRequiredId } from 'mongodb';
import type { Clock } from '../lib/clock.js';
import { isFindable } from '../lib/ids.js';
import { isDuplicateKey, isUnavailable } from '../lib/mongo.js';
import { type Aggregate, type Change, writeChange } from './change.js';
import type { Relay } from './relay.js';

const settleBatch = 100;

/** What every store of an aggregate needs of the service. */
export interface AggregateHome {
  db: Db;
  clock: Clock;
  relay: Pick<Relay, 'addSource' | 'wake'>;
}

/** What is particular to one family of records. */
export interface AggregateDefinition<T extends Aggregate, C extends Change<T>> {
  collection: string;
  /** Besides those of the outbox and of what falls due. */
  indexes: IndexDescription[];
  /** Longest id in UTF-16 units, where callers choose ids; a longer one finds nothing. */
  idLengthMax?: number;
  /** Error thrown when the document does not exist. */
  notFound: (id: string) => Error;
  /**
   * Plans what has fallen due by `now`; null: nothing. Left out where nothing ever falls due. A document
   * for which it plans something has `dueAt`.
   */
  settle?: (document: T, now: Date) => C | null;
}

/**
 * The collection of one family of aggregates: guarded changes, their events, and what falls due. What
 * `find`, `get` and `change` read is settled first; `peek` returns what is stored. Its events are
 * relayed from now on.
 */
export function createAggregateStore<T extends Aggregate, C extends Change<T> = Change<T>>(
  { db, clock, relay }: AggregateHome,
  definition: AggregateDefinition<T, C>,
) {
  const { notFound, settle } = definition;
  const collection: Collection<T> = db.collection<T>(definition.collection);
  relay.addSource(collection as unknown as Collection<Aggregate>);

  /** Returns the stored document; null where there is none. */
  async function peek(id: string): Promise<T | null> {
    if (!isFindable(id, definition.idLengthMax)) return null;
    return (await collection.findOne({ _id: id } as Filter<T>)) as T | null;
  }

  async function write(change: C): Promise<T | null> {
    const written = await writeChange(collection, change);
    if (written && change.events.length > 0) relay.wake();
    return written;
  }

  /** A document as it is after everything that is due on it. */
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
     * @param unique fields of which one may be taken already
     * @returns the document, or null when one of `unique` is taken
     */
    async insert(document: T, unique: readonly (keyof T & string)[] = []): Promise<T | null> {
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
     * Changes one document: reads it, lets `decide` plan the change or refuse, and writes it guarded
     * by the status and revision that were read. Who loses only the race is asked again on the fresh
     * document.
     *
     * @param decide returns the change, or null when nothing is to be stored
     * @param read how it is read; a reader of its own refuses what is not the caller's
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

    /** Whether anything is due in a document that was read. */
    isDocumentDue: ({ dueAt }: Pick<T, 'dueAt'>): boolean =>
      dueAt !== undefined && dueAt <= clock.now(),

    /** Whether anything is due. @param scope what else is asked of the documents */
    async isDue(scope: Filter<T> = {}): Promise<boolean> {
      const due = { ...scope, dueAt: { $lte: clock.now() } } as Filter<T>;
      return (await collection.findOne(due, { projection: { _id: 1 } })) !== null;
    },

    /**
     * Settles everything that is due, as far as it can be; one that cannot does not hold up the others.
     *
     * @param scope what else is asked of the documents
     * @returns the ids of what was due
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
