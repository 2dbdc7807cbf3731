/** The catalogue: which collections and indexes there are, and where in the keyspace each lies. */
import { type Doc, decode, docOf, encode, isDoc, isTrue, toNumber, type Value } from './bson.js';
import { CommandError, notImplemented } from './errors.js';
import { type Pattern, parsePattern } from './extract.js';
import { type Condition, conjuncts, isPosition, parseFilter } from './filter.js';
import { equal } from './keys.js';
import type { Storage } from './storage.js';
import { has, indexOptions } from './supported.js';

export interface Index {
  readonly name: string;
  /** As `listIndexes` answers it. */
  readonly spec: Doc;
  readonly tree: number;
  readonly pattern: Pattern;
  readonly unique: boolean;
  readonly sparse: boolean;
  /** What a document must fulfil to be in the index; empty: every document is. */
  readonly partial: readonly Condition[];
  /** NaN: documents do not expire. */
  readonly expireAfterSeconds: number;
  /** Bit i is set when path i has met an array in any document, ever. */
  multikey: number;
  /** Whether a key was ever too long to be kept whole; such an index cannot give an order. */
  long: boolean;
}

export interface Collection {
  readonly db: string;
  readonly name: string;
  readonly tree: number;
  readonly indexes: Index[];
  /** The id of the next record; null until it is first asked for. */
  nextRecord: number | null;
}

const catalogPrefix = Buffer.from([0, 1]);
const droppedPrefix = Buffer.from([0, 2]);
const lastTreeKey = Buffer.from([0, 3]);
const sweepEntries = 2000;

/** First key of a tree; the next tree's first key is its end. */
export function treeStart(tree: number): Buffer {
  const key = Buffer.from([1, 0, 0, 0, 0]);
  key.writeUInt32BE(tree, 1);
  return key;
}

/** What is written here is written within a write only. */
export class Catalog {
  readonly #storage: Storage;
  #collections = new Map<string, Collection>();
  /** Whether there may be something to sweep. */
  hasDropped = true;

  constructor(storage: Storage) {
    this.#storage = storage;
    this.reload();
  }

  /** Read everything again: at start, and after a transaction was taken back. */
  reload(): void {
    this.#collections = new Map();
    for (const { key, value } of this.#storage.range({
      start: catalogPrefix,
      end: droppedPrefix,
    })) {
      const namespace = key.toString('utf8', catalogPrefix.length);
      this.#collections.set(namespace, readCollection(namespace, decode(value)));
    }
  }

  find(db: string, name: string): Collection | null {
    return this.#collections.get(`${db}.${name}`) ?? null;
  }

  list(): Collection[] {
    return [...this.#collections.values()];
  }

  create(db: string, name: string): Collection {
    const collection: Collection = {
      db,
      name,
      tree: this.#newTree(),
      indexes: [],
      nextRecord: null,
    };
    this.#collections.set(`${db}.${name}`, collection);
    this.addIndex(collection, docOf<Value>({ v: 2, key: docOf({ _id: 1 }), name: '_id_' }));
    return collection;
  }

  addIndex(collection: Collection, spec: Doc): Index {
    const index = parseIndex(spec, this.#newTree());
    collection.indexes.push(index);
    this.save(collection);
    return index;
  }

  dropIndex(collection: Collection, index: Index): void {
    collection.indexes.splice(collection.indexes.indexOf(index), 1);
    this.#drop(index.tree);
    this.save(collection);
  }

  /** What the collection held is gone at once, its space is freed by `sweep`. */
  drop(collection: Collection): void {
    const namespace = `${collection.db}.${collection.name}`;
    this.#collections.delete(namespace);
    this.#storage.remove(Buffer.concat([catalogPrefix, Buffer.from(namespace)]));
    for (const { tree } of [collection, ...collection.indexes]) this.#drop(tree);
  }

  /** Free some of what was dropped. */
  sweep(): void {
    const [key] = this.#storage.keys(droppedPrefix, lastTreeKey, 1);
    this.hasDropped = key !== undefined;
    if (!key) return;
    const tree = key.readUInt32BE(droppedPrefix.length);
    const entries = this.#storage.keys(treeStart(tree), treeStart(tree + 1), sweepEntries);
    for (const entry of entries) this.#storage.remove(entry);
    if (entries.length < sweepEntries) this.#storage.remove(key);
  }

  save({ db, name, tree, indexes: all }: Collection): void {
    const indexes = all.map(({ spec, tree, multikey, long }) =>
      docOf<Value>({ spec, tree, multikey, long }),
    );
    this.#storage.put(
      Buffer.concat([catalogPrefix, Buffer.from(`${db}.${name}`)]),
      encode(docOf<Value>({ tree, indexes })),
    );
  }

  #drop(tree: number): void {
    this.hasDropped = true;
    this.#storage.put(Buffer.concat([droppedPrefix, treeStart(tree).subarray(1)]), Buffer.alloc(0));
  }

  #newTree(): number {
    const next = Buffer.alloc(4);
    next.writeUInt32BE((this.#storage.get(lastTreeKey)?.readUInt32BE() ?? 0) + 1);
    this.#storage.put(lastTreeKey, next);
    return next.readUInt32BE();
  }
}

function readCollection(namespace: string, doc: Doc): Collection {
  const dot = namespace.indexOf('.');
  const indexes = (doc.get('indexes') as Doc[]).map((item) => ({
    ...parseIndex(item.get('spec') as Doc, item.get('tree') as number),
    multikey: item.get('multikey') as number,
    long: item.get('long') as boolean,
  }));
  return {
    db: namespace.slice(0, dot),
    name: namespace.slice(dot + 1),
    tree: doc.get('tree') as number,
    indexes,
    nextRecord: null,
  };
}

function parseIndex(spec: Doc, tree: number): Index {
  return {
    name: spec.get('name') as string,
    spec,
    tree,
    pattern: parsePattern(spec.get('key') as Doc, 67),
    unique: spec.get('name') === '_id_' || isTrue(spec.get('unique')),
    sparse: isTrue(spec.get('sparse')),
    partial: parsePartial(spec.get('partialFilterExpression') ?? new Map()),
    expireAfterSeconds: toNumber(spec.get('expireAfterSeconds')),
    multikey: 0,
    long: false,
  };
}

function parsePartial(filter: Value): Condition[] {
  if (!isDoc(filter)) throw new CommandError(14, "'partialFilterExpression' must be a document");
  return conjuncts(parseFilter(filter)).map((item) => {
    const known =
      item.kind === 'field' &&
      ['$eq', '$gt', '$gte', '$lt', '$lte', '$exists', '$type', '$in'].includes(item.operator);
    if (known) return item;
    throw new CommandError(67, 'unsupported expression in partial index');
  });
}

/**
 * A specification from `createIndexes`, checked and in the form in which it is kept.
 *
 * @throws CommandError 9, 14, 67 for wrong ones, 238 for options and index types that are refused
 */
export function indexSpec(given: Value): Doc {
  if (!isDoc(given)) throw new CommandError(14, 'an index must be described by a document');
  for (const option of given.keys())
    if (!has(indexOptions, option)) throw notImplemented(`the index option ${option}`);
  const [key, name, seconds] = ['key', 'name', 'expireAfterSeconds'].map((field) =>
    given.get(field),
  );
  if (!isDoc(key) || key.size === 0 || key.size > 31)
    throw new CommandError(67, 'an index needs 1 to 31 keys');
  for (const [path, type] of key) {
    if (typeof type === 'string') throw notImplemented(`the index type ${type}`);
    if (path.includes('$**')) throw notImplemented('wildcard indexes');
    if (path.split('.').some(isPosition)) throw notImplemented('index paths with array positions');
  }
  if (typeof name !== 'string' || name === '')
    throw new CommandError(9, "The 'name' field is a required property of an index specification");
  const spec: Doc = docOf<Value>({ v: 2, key, name });
  for (const option of ['unique', 'sparse']) if (isTrue(given.get(option))) spec.set(option, true);
  const partial = given.get('partialFilterExpression');
  if (partial !== undefined) spec.set('partialFilterExpression', partial);
  if (partial !== undefined && spec.has('sparse'))
    throw new CommandError(67, 'cannot mix "partialFilterExpression" and "sparse" options');
  if (seconds !== undefined) {
    if (!(toNumber(seconds) >= 0 && toNumber(seconds) <= 2147483647))
      throw new CommandError(67, 'TTL index expireAfterSeconds must be between 0 and 2147483647');
    if (key.size > 1 || key.has('_id'))
      throw new CommandError(
        67,
        'TTL indexes are single-field indexes, compound indexes and _id do not support TTL',
      );
    spec.set('expireAfterSeconds', seconds);
  }
  parseIndex(spec, 0);
  return spec;
}

/**
 * The index that makes a specification superfluous, or undefined when it can be added.
 *
 * @throws CommandError 85, 86 as MongoDB has them for names and keys that are taken
 */
export function existingIndex(indexes: readonly Index[], spec: Doc): Index | undefined {
  const same = (other: Doc, names: string[]): boolean =>
    names.every((name) => equal(other.get(name), spec.get(name)));
  return indexes.find((index) => {
    if (index.name === '_id_' && same(index.spec, ['key'])) return true;
    const sameName = index.name === spec.get('name');
    const sameKey = same(index.spec, ['key', 'unique', 'sparse', 'partialFilterExpression']);
    if (sameName && !sameKey)
      throw new CommandError(
        86,
        `An existing index has the same name as the requested index: ${index.name}`,
      );
    if (!sameName && sameKey)
      throw new CommandError(85, `Index already exists with a different name: ${index.name}`);
    if (sameKey && !same(index.spec, ['expireAfterSeconds'])) {
      throw new CommandError(
        85,
        `An equivalent index already exists with the same name but different options: ${index.name}`,
      );
    }
    return sameKey;
  });
}
