/**
 * The catalogue: which collections and indexes there are, and where in the keyspace each lies.
 *
 * The keyspace holds numbered trees: the records of a collection, by record id, and the entries of an index,
 * by key. Before them lie rows of one byte 0 and a kind: 0 the owner, 1 a collection's description by its
 * namespace, 3 the number of the newest tree.
 */
import { type Doc, decode, docOf, encode, isDoc, isTrue, toNumber, type Value } from './bson.js';
import { CommandError, notImplemented } from './errors.js';
import { type Pattern, parsePattern } from './extract.js';
import { type Condition, conjuncts, parseFilter } from './filter.js';
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
  /** The paths that a document must have to be in the index, as conditions. */
  readonly partial: readonly Condition[];
  /** NaN: documents do not expire. */
  readonly expireAfterSeconds: number;
  /** Bit i is set when path i has met an array in any document, ever. */
  multikey: number;
}

export interface Collection {
  /** `database.name`; a database's name has no dot. */
  readonly namespace: string;
  readonly tree: number;
  readonly indexes: Index[];
  /** The id of the next record; null until it is first asked for. */
  nextRecord: number | null;
}

const collectionsFrom = Buffer.from([0, 1]);
const collectionsTo = Buffer.from([0, 2]);
const lastTreeKey = Buffer.from([0, 3]);

/** First key of a tree; the next tree's first key is its end. */
export function treeStart(tree: number): Buffer {
  const key = Buffer.from([1, 0, 0, 0, 0]);
  key.writeUInt32BE(tree, 1);
  return key;
}

/** What changes anything is called within a write only. */
export class Catalog {
  #collections = new Map<string, Collection>();

  constructor(readonly storage: Storage) {
    this.#load();
    storage.onAbort = () => this.#load();
  }

  #load(): void {
    this.#collections = new Map();
    for (const { key, value } of this.storage.range(collectionsFrom, collectionsTo)) {
      const namespace = key.toString('utf8', 2);
      const doc = decode(value);
      const indexes = (doc.get('indexes') as Doc[]).map((item) =>
        parseIndex(
          item.get('spec') as Doc,
          toNumber(item.get('tree')),
          toNumber(item.get('multikey')),
        ),
      );
      const tree = toNumber(doc.get('tree'));
      this.#collections.set(namespace, { namespace, tree, indexes, nextRecord: null });
    }
  }

  find(namespace: string): Collection | null {
    return this.#collections.get(namespace) ?? null;
  }

  list(): Collection[] {
    return [...this.#collections.values()];
  }

  create(namespace: string): Collection {
    const collection = { namespace, tree: this.#newTree(), indexes: [], nextRecord: null };
    this.#collections.set(namespace, collection);
    this.addIndex(collection, docOf<Value>({ key: docOf({ _id: 1 }), name: '_id_' }));
    return collection;
  }

  /**
   * The index of a specification from `createIndexes`; null when it is there already.
   *
   * @throws CommandError 9, 14, 67, 85, 86; 238 for options and kinds of index that are refused
   */
  addIndex(collection: Collection, given: Doc): Index | null {
    for (const option of given.keys())
      if (!has(indexOptions, option)) throw notImplemented(`the index option ${option}`);
    if (isThere(collection.indexes, parseIndex(given, 0))) return null;
    const index = parseIndex(given, this.#newTree());
    collection.indexes.push(index);
    this.save(collection);
    return index;
  }

  drop(collection: Collection): void {
    const { namespace, tree, indexes } = collection;
    this.#collections.delete(namespace);
    this.storage.remove(descriptionKey(collection));
    for (const each of [tree, ...indexes.map((index) => index.tree)])
      for (const { key } of this.storage.range(treeStart(each), treeStart(each + 1)))
        this.storage.remove(key);
  }

  save(collection: Collection): void {
    const indexes = collection.indexes.map(({ spec, tree, multikey }) =>
      docOf<Value>({ spec, tree, multikey }),
    );
    const description = docOf<Value>({ tree: collection.tree, indexes });
    this.storage.put(descriptionKey(collection), encode(description));
  }

  #newTree(): number {
    const next = Buffer.alloc(4);
    next.writeUInt32BE((this.storage.get(lastTreeKey)?.readUInt32BE() ?? 0) + 1);
    this.storage.put(lastTreeKey, next);
    return next.readUInt32BE();
  }
}

function descriptionKey({ namespace }: Collection): Buffer {
  return Buffer.concat([collectionsFrom, Buffer.from(namespace)]);
}

function parseIndex(given: Doc, tree: number, multikey = 0): Index {
  const [key, name, seconds, partial] = [
    'key',
    'name',
    'expireAfterSeconds',
    'partialFilterExpression',
  ].map((option) => given.get(option));
  if (!isDoc(key) || typeof name !== 'string')
    throw new CommandError(9, 'an index needs a key and a name');
  for (const [path, type] of key)
    if (typeof type === 'string' || /\$\*\*|(^|\.)\d+(\.|$)/.test(path))
      throw notImplemented(`an index of the kind {${path}: ${String(type)}}`);
  const [unique, sparse] = [
    name === '_id_' || isTrue(given.get('unique')),
    isTrue(given.get('sparse')),
  ];
  const expireAfterSeconds = toNumber(seconds);
  if (key.size === 0 || key.size > 31) throw new CommandError(67, 'an index needs 1 to 31 keys');
  if (partial !== undefined && sparse)
    throw new CommandError(67, 'cannot mix "partialFilterExpression" and "sparse" options');
  if (seconds !== undefined && !(expireAfterSeconds >= 0 && expireAfterSeconds < 2 ** 31))
    throw new CommandError(67, 'TTL index expireAfterSeconds must be between 0 and 2147483647');
  if (seconds !== undefined && (key.size > 1 || key.has('_id')))
    throw new CommandError(67, 'TTL indexes are single-field indexes of another field than _id');
  const spec = docOf<Value>({ v: 2, key, name });
  if (unique && name !== '_id_') spec.set('unique', true);
  if (sparse) spec.set('sparse', true);
  if (partial !== undefined) spec.set('partialFilterExpression', partial);
  if (seconds !== undefined) spec.set('expireAfterSeconds', seconds);
  const pattern = parsePattern(key, 67);
  const conditions = parsePartial(partial ?? new Map());
  return {
    name,
    spec,
    tree,
    pattern,
    unique,
    sparse,
    partial: conditions,
    expireAfterSeconds,
    multikey,
  };
}

function parsePartial(filter: Value): Condition[] {
  if (!isDoc(filter)) throw new CommandError(14, "'partialFilterExpression' must be a document");
  return conjuncts(parseFilter(filter)).map((item) => {
    if (item.kind === 'field' && item.operator === '$exists') return item;
    throw notImplemented('partial indexes but by {path: {$exists: true}}');
  });
}

/** Whether an index makes another superfluous. @throws CommandError 85, 86 where name or key are taken */
function isThere(indexes: readonly Index[], { name, spec }: Index): boolean {
  return indexes.some((index) => {
    const same = (...names: string[]): boolean =>
      names.every((option) => equal(index.spec.get(option), spec.get(option)));
    const isAlike = same('key', 'unique', 'sparse', 'partialFilterExpression');
    if (index.name === name && !isAlike)
      throw new CommandError(
        86,
        `An existing index has the same name as the requested index: ${name}`,
      );
    if (isAlike && index.name !== name && index.name !== '_id_')
      throw new CommandError(85, `Index already exists with a different name: ${index.name}`);
    if (isAlike && !same('expireAfterSeconds'))
      throw new CommandError(85, `${name} already exists with another expireAfterSeconds`);
    return isAlike;
  });
}
