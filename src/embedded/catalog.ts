/**
 * The catalogue: which collections and indexes there are, and where in the keyspace each lies.
 *
 * The keyspace holds numbered trees: the records of a collection by record id, and the entries of an index
 * by key. Before them lie rows of a byte 0 and a kind: 0 the owner, 1 a collection's description by its
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

const descriptions = Buffer.from([0, 1]);
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
    for (const { key, value } of this.storage.range(descriptions, lastTreeKey)) {
      const [namespace, doc] = [key.toString('utf8', 2), decode(value)];
      const indexes = (doc.get('indexes') as Doc[]).map((item) => {
        const index = parseIndex(item.get('spec') as Doc, item.get('tree') as number);
        return { ...index, multikey: item.get('multikey') as number };
      });
      const tree = doc.get('tree') as number;
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
   * A new index by its specification; null when it is there already.
   *
   * @throws CommandError 9, 14, 67, 85, 86; 238 for options and kinds of index that are refused
   */
  addIndex(collection: Collection, given: Doc): Index | null {
    const other = [...given.keys()].find((option) => !has(indexOptions, option));
    if (other !== undefined) throw notImplemented(`the index option ${other}`);
    if (isThere(collection.indexes, parseIndex(given, 0))) return null;
    const index = parseIndex(given, this.#newTree());
    collection.indexes.push(index);
    this.save(collection);
    return index;
  }

  drop({ namespace, tree, indexes }: Collection): void {
    this.#collections.delete(namespace);
    this.storage.remove(descriptionKey(namespace));
    for (const each of [tree, ...indexes.map((index) => index.tree)])
      for (const { key } of this.storage.range(treeStart(each), treeStart(each + 1)))
        this.storage.remove(key);
  }

  save({ namespace, tree, indexes }: Collection): void {
    const kept = indexes.map(({ spec, tree, multikey }) => docOf<Value>({ spec, tree, multikey }));
    this.storage.put(descriptionKey(namespace), encode(docOf<Value>({ tree, indexes: kept })));
  }

  #newTree(): number {
    const next = Buffer.alloc(4);
    next.writeUInt32BE((this.storage.get(lastTreeKey)?.readUInt32BE() ?? 0) + 1);
    this.storage.put(lastTreeKey, next);
    return next.readUInt32BE();
  }
}

function descriptionKey(namespace: string): Buffer {
  return Buffer.concat([descriptions, Buffer.from(namespace)]);
}

function parseIndex(given: Doc, tree: number): Index {
  const [key, name] = [given.get('key'), given.get('name')];
  const partial = given.get('partialFilterExpression') ?? new Map();
  const invalid = (why: string): CommandError => new CommandError(67, `invalid index: ${why}`);
  if (!isDoc(key) || typeof name !== 'string' || !isDoc(partial))
    throw new CommandError(9, 'an index has a key and a name, and may have a partial filter');
  for (const [path, type] of key)
    if (typeof type === 'string' || /\$\*\*|(^|\.)\d+(\.|$)/.test(path))
      throw notImplemented(`an index of {${path}: ${String(type)}}`);
  const spec = docOf<Value>({ v: 2, key, name });
  for (const flag of ['unique', 'sparse']) if (isTrue(given.get(flag))) spec.set(flag, true);
  for (const option of ['partialFilterExpression', 'expireAfterSeconds'])
    if (given.has(option)) spec.set(option, given.get(option)!);
  const seconds = toNumber(spec.get('expireAfterSeconds'));
  if (key.size === 0 || key.size > 31) throw invalid('it has 1 to 31 keys');
  if (partial.size > 0 && spec.has('sparse')) throw invalid('it is both partial and sparse');
  if (spec.has('expireAfterSeconds') && !(seconds >= 0 && seconds < 2 ** 31 && key.size === 1))
    throw invalid('expireAfterSeconds takes 0 to 2147483647 and one path');
  return {
    name,
    spec,
    tree,
    pattern: parsePattern(key, 67),
    unique: name === '_id_' || spec.has('unique'),
    sparse: spec.has('sparse'),
    partial: conjuncts(parseFilter(partial)).map((item) => {
      if (item.kind === 'field' && item.operator === '$exists') return item;
      throw notImplemented('partial indexes other than by {path: {$exists: true}}');
    }),
    expireAfterSeconds: seconds,
    multikey: 0,
  };
}

/** Whether an index makes another superfluous. @throws CommandError 85, 86 where name or key are taken */
function isThere(indexes: readonly Index[], { name, spec }: Index): boolean {
  return indexes.some((index) => {
    const same = (...options: string[]): boolean =>
      options.every((option) => equal(index.spec.get(option), spec.get(option)));
    const isAlike = same('key', 'unique', 'sparse', 'partialFilterExpression');
    if (index.name === name && !isAlike)
      throw new CommandError(86, `An existing index has the same name: ${name}`);
    if (isAlike && index.name !== '_id_' && !same('name', 'expireAfterSeconds'))
      throw new CommandError(85, `Index already exists with another name or option: ${index.name}`);
    return isAlike;
  });
}
