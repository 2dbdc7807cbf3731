/** The catalogue: which collections and indexes there are, and where in the keyspace each lies. */
import { type Doc, decode, docOf, encode, isNumber, isTrue, toNumber, type Value } from './bson.js';
import { CommandError, notImplemented } from './errors.js';
import { type Pattern, parsePattern } from './extract.js';
import { type Filter, isPosition, parseFilter } from './filter.js';
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
  readonly partial: Filter | null;
  readonly expireAfterSeconds: number | null;
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
  const key = Buffer.alloc(5);
  key[0] = 1;
  key.writeUInt32BE(tree, 1);
  return key;
}

function catalogKey(namespace: string): Buffer {
  return Buffer.concat([catalogPrefix, Buffer.from(namespace)]);
}

export class Catalog {
  readonly #storage: Storage;
  #collections = new Map<string, Collection>();

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

  list(): Iterable<Collection> {
    return this.#collections.values();
  }

  /** Within a write only. */
  create(db: string, name: string): Collection {
    checkNamespace(db, name);
    const collection: Collection = {
      db,
      name,
      tree: this.#newTree(),
      indexes: [],
      nextRecord: null,
    };
    const id = docOf<Value>({ v: 2, key: docOf({ _id: 1 }), name: '_id_' });
    collection.indexes.push(parseIndex(id, this.#newTree()));
    this.#collections.set(`${db}.${name}`, collection);
    this.save(collection);
    return collection;
  }

  /** Within a write only. */
  addIndex(collection: Collection, spec: Doc): Index {
    const index = parseIndex(spec, this.#newTree());
    collection.indexes.push(index);
    this.save(collection);
    return index;
  }

  /** Within a write only. */
  dropIndex(collection: Collection, index: Index): void {
    collection.indexes.splice(collection.indexes.indexOf(index), 1);
    this.#drop(index.tree);
    this.save(collection);
  }

  /** Within a write only. What the collection held is gone at once, its space is freed by `sweep`. */
  drop(collection: Collection): void {
    const namespace = `${collection.db}.${collection.name}`;
    this.#collections.delete(namespace);
    this.#storage.remove(catalogKey(namespace));
    for (const { tree } of [collection, ...collection.indexes]) this.#drop(tree);
  }

  hasDropped(): boolean {
    return this.#storage.keys({ start: droppedPrefix, end: lastTreeKey, limit: 1 }).length > 0;
  }

  /** Within a write only: free some of what was dropped. Answers whether more is left. */
  sweep(): boolean {
    for (const { key } of this.#storage.range({
      start: droppedPrefix,
      end: lastTreeKey,
      limit: 1,
    })) {
      const tree = key.readUInt32BE(droppedPrefix.length);
      const bounds = { start: treeStart(tree), end: treeStart(tree + 1), limit: sweepEntries };
      const entries = this.#storage.keys(bounds);
      for (const entry of entries) this.#storage.remove(entry);
      if (entries.length < sweepEntries) this.#storage.remove(key);
      return true;
    }
    return false;
  }

  /** Within a write only. */
  save(collection: Collection): void {
    const indexes = collection.indexes.map(({ spec, tree, multikey, long }) =>
      docOf<Value>({ spec, tree, multikey, long }),
    );
    this.#storage.put(
      catalogKey(`${collection.db}.${collection.name}`),
      encode(docOf<Value>({ tree: collection.tree, indexes })),
    );
  }

  #drop(tree: number): void {
    this.#storage.put(Buffer.concat([droppedPrefix, treeStart(tree).subarray(1)]), Buffer.alloc(0));
  }

  #newTree(): number {
    const last = this.#storage.get(lastTreeKey)?.readUInt32BE() ?? 0;
    const next = Buffer.alloc(4);
    next.writeUInt32BE(last + 1);
    this.#storage.put(lastTreeKey, next);
    return last + 1;
  }
}

function readCollection(namespace: string, doc: Doc): Collection {
  const dot = namespace.indexOf('.');
  const indexes = (doc.get('indexes') as Doc[]).map((item) => {
    const index = parseIndex(item.get('spec') as Doc, item.get('tree') as number);
    index.multikey = item.get('multikey') as number;
    index.long = item.get('long') as boolean;
    return index;
  });
  return {
    db: namespace.slice(0, dot),
    name: namespace.slice(dot + 1),
    tree: doc.get('tree') as number,
    indexes,
    nextRecord: null,
  };
}

function checkNamespace(db: string, name: string): void {
  const badDb = db === '' || db.length > 63 || /[/\\. "$\0]/.test(db);
  const badName =
    name === '' || name.startsWith('.') || /[$\0]/.test(name) || `${db}.${name}`.length > 255;
  if (badDb || badName) throw new CommandError(73, `Invalid namespace specified '${db}.${name}'`);
}

function parseIndex(spec: Doc, tree: number): Index {
  const partial = spec.get('partialFilterExpression');
  const seconds = spec.get('expireAfterSeconds');
  const pattern = parsePattern(spec.get('key') as Doc, 67);
  const isId = pattern.paths.length === 1 && pattern.paths[0]!.join('.') === '_id';
  return {
    name: spec.get('name') as string,
    spec,
    tree,
    pattern,
    unique: isId || isTrue(spec.get('unique')),
    sparse: isTrue(spec.get('sparse')),
    partial: partial === undefined ? null : parseFilter(partial as Doc),
    expireAfterSeconds: isNumber(seconds) ? toNumber(seconds) : null,
    multikey: 0,
    long: false,
  };
}

/**
 * A specification from `createIndexes`, checked and in the form in which it is kept.
 *
 * @throws CommandError 67, 197 for wrong ones, 238 for options and index types that are refused
 */
export function indexSpec(given: Value): Doc {
  if (!(given instanceof Map))
    throw new CommandError(14, 'an index must be described by a document');
  for (const option of given.keys()) {
    if (!has(indexOptions, option)) throw notImplemented(`the index option ${option}`);
  }
  const key = given.get('key');
  if (!(key instanceof Map) || key.size === 0)
    throw new CommandError(67, 'Index keys cannot be empty.');
  for (const [path, type] of key) {
    if (typeof type === 'string') throw notImplemented(`the index type ${type}`);
    if (path.includes('$**')) throw notImplemented('wildcard indexes');
    if (path.split('.').some(isPosition)) throw notImplemented('index paths with array positions');
  }
  if (key.size > 31) throw new CommandError(67, 'an index may have at most 31 fields');
  const name = given.get('name');
  if (typeof name !== 'string' || name === '')
    throw new CommandError(9, "The 'name' field is a required property of an index specification");
  const spec: Doc = new Map<string, Value>([
    ['v', 2],
    ['key', key],
    ['name', name],
  ]);
  for (const option of ['unique', 'sparse'] as const) {
    if (isTrue(given.get(option))) spec.set(option, true);
  }
  const partial = given.get('partialFilterExpression');
  if (partial !== undefined) {
    if (!(partial instanceof Map))
      throw new CommandError(14, "'partialFilterExpression' must be a document");
    if (given.get('sparse'))
      throw new CommandError(67, 'cannot mix "partialFilterExpression" and "sparse" options');
    checkPartial(parseFilter(partial));
    spec.set('partialFilterExpression', partial);
  }
  const seconds = given.get('expireAfterSeconds');
  if (seconds !== undefined) {
    if (!isNumber(seconds) || !(toNumber(seconds) >= 0) || toNumber(seconds) > 2147483647) {
      throw new CommandError(67, 'TTL index expireAfterSeconds must be between 0 and 2147483647');
    }
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

const partialOperators = ['$eq', '$gt', '$gte', '$lt', '$lte', '$exists', '$type', '$in'];

function checkPartial(filter: Filter): void {
  if (filter.kind === 'and') for (const item of filter.of) checkPartial(item);
  else if (filter.kind !== 'field' || !partialOperators.includes(filter.operator)) {
    throw new CommandError(67, 'unsupported expression in partial index');
  }
}

/**
 * The index that makes a specification superfluous, or null when it can be added.
 *
 * @throws CommandError 85, 86 as MongoDB has them for names and keys that are taken
 */
export function existingIndex(collection: Collection, spec: Doc): Index | null {
  const part = (doc: Doc, name: string): Value => doc.get(name) ?? null;
  const same = (other: Doc, names: string[]): boolean =>
    names.every((name) => equal(part(other, name), part(spec, name)));
  for (const index of collection.indexes) {
    const sameName = index.name === spec.get('name');
    const sameKey =
      same(index.spec, ['key', 'unique', 'sparse', 'partialFilterExpression']) ||
      (index.name === '_id_' && same(index.spec, ['key']));
    if (!sameName && !sameKey) continue;
    if (index.name === '_id_' && sameKey) return index;
    if (sameName && !sameKey)
      throw new CommandError(
        86,
        `An existing index has the same name as the requested index: ${index.name}`,
      );
    if (!sameName)
      throw new CommandError(85, `Index already exists with a different name: ${index.name}`);
    if (!same(index.spec, ['expireAfterSeconds']))
      throw new CommandError(
        85,
        `An equivalent index already exists with the same name but different options: ${index.name}`,
      );
    return index;
  }
  return null;
}
