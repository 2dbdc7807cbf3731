/**
 * Collections: where each is stored in the keyspace, and how documents and index entries are kept consistent.
 *
 * The keyspace holds numbered trees: the records of a collection, each a document under its record id; and the entries
 * of an index, each a record id under its key, which ends in the record id unless the index is unique. Record ids
 * ascend with every insert, so a collection scan follows the order of insertion. The trees are preceded by rows whose
 * key is a byte 0 and a kind: 1 the description of a collection by its namespace, 2 a dropped tree that is not yet
 * removed, 3 the number of the newest tree.
 *
 * Methods that change data are called within a write only, and check everything before they put anything.
 */
import {
  type Doc,
  decode,
  docOf,
  documentBytesMax,
  encode,
  isRegex,
  keepParts,
  type Value,
} from './bson.js';
import { check, notImplemented } from './errors.js';
import { extractKeys } from './extract.js';
import { matches } from './filter.js';
import { duplicate, type Index, isThere, parseIndex } from './indexes.js';
import { runAtOnce } from './pace.js';
import { type Range, type Storage, under } from './storage.js';

export interface Collection {
  /** `database.name`; the name of a database contains no dot. */
  readonly namespace: string;
  readonly tree: number;
  readonly indexes: Index[];
  /** The id of the newest record; null until first needed. */
  lastRecord: number | null;
}

/** A stored document and its record id. Decoded on first use. */
export class Stored {
  #doc: Doc | null = null;

  constructor(
    readonly id: Buffer,
    readonly bytes: Buffer,
  ) {}

  get doc(): Doc {
    this.#doc ??= decode(this.bytes);
    return this.#doc;
  }

  /** Returns a document with at least the named fields. */
  partOf(names: ReadonlySet<string>): Doc {
    return this.#doc ?? decode(keepParts(this.bytes, (name) => names.has(name)));
  }
}

const descriptions = Buffer.from([0, 1]);
const droppedTrees = Buffer.from([0, 2]);
const lastTreeKey = Buffer.from([0, 3]);
/** Length of the prefix of every key in a tree: a byte 1 and the tree's number. */
const treeBytes = 5;
const recordIdBytes = 6;
/** Number of entries of dropped trees that one write removes. */
const sweepBatch = 1000;

/**
 * Longest key that an index stores in full. A longer key is a bound; if truncated, it sorts where the full key would.
 */
const keyBytesMax = 1024;
const boundBytesMax = 1500;

/** Returns a key in a tree, or a bound between such keys. */
export function treeKey(tree: number, ...parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, treeBytes);
  const key = Buffer.allocUnsafe(length);
  key[0] = 1;
  let at = key.writeUInt32BE(tree, 1);
  for (const part of parts) {
    key.set(part, at);
    at += part.length;
  }
  return length > boundBytesMax ? key.subarray(0, boundBytesMax) : key;
}

function descriptionKey(namespace: string): Buffer {
  return Buffer.concat([descriptions, Buffer.from(namespace)]);
}

/**
 * Returns the index entries of a document, and the values that each was made from.
 *
 * @throws CommandError 171, 238
 */
function entriesOf(indexes: readonly Index[], id: Buffer, doc: Doc) {
  return indexes.flatMap((index) => {
    if (!index.partial.every((condition) => matches(condition, doc))) return [];
    const { keys, values, multikey } = extractKeys(doc, index.pattern, index.sparse);
    return keys.map((part, i) => {
      if (part.length > keyBytesMax) throw notImplemented(`keys of over ${keyBytesMax} bytes`);
      const key = index.unique ? treeKey(index.tree, part) : treeKey(index.tree, part, id);
      return { index, key, values: values[i]!, multikey };
    });
  });
}
type IndexEntry = ReturnType<typeof entriesOf>[number];

/**
 * Encodes a document with its `_id` first.
 *
 * @throws CommandError 53 for an invalid `_id`, `tooLarge` for more than 16 MiB
 */
function encodeDocument(doc: Doc, tooLarge: number): Buffer {
  const id = doc.get('_id')!;
  const kind = isRegex(id) ? 'a regex' : Array.isArray(id) && 'an array';
  check(!kind, 53, `The '_id' value cannot be ${kind}`);
  const bytes = encode(doc.keys().next().value === '_id' ? doc : new Map([['_id', id], ...doc]));
  const fits = bytes.length <= documentBytesMax;
  check(fits, tooLarge, `the document is larger than ${documentBytesMax} bytes`);
  return bytes;
}

export class Store {
  /** By namespace. */
  readonly collections = new Map<string, Collection>();

  constructor(readonly storage: Storage) {
    this.#load();
    storage.onAbort = () => this.#load();
  }

  #load(): void {
    this.collections.clear();
    for (const { key, value } of this.storage.range(under(descriptions))) {
      const namespace = key.toString('utf8', 2);
      const doc = decode(value);
      const indexes = (doc.get('indexes') as Doc[]).map((index) => {
        const [spec, tree, multikey] = [...index.values()] as [Doc, number, number];
        return parseIndex(spec, tree, multikey);
      });
      const tree = doc.get('tree') as number;
      this.collections.set(namespace, { namespace, tree, indexes, lastRecord: null });
    }
  }

  create(namespace: string): Collection {
    const collection = { namespace, tree: this.#newTree(), indexes: [], lastRecord: null };
    this.collections.set(namespace, collection);
    this.addIndex(collection, docOf<Value>({ key: docOf({ _id: 1 }), name: '_id_' }));
    return collection;
  }

  drop({ namespace, tree, indexes }: Collection): void {
    this.collections.delete(namespace);
    this.storage.remove(descriptionKey(namespace));
    for (const each of [tree, ...indexes.map((index) => index.tree)]) {
      this.storage.put(Buffer.concat([droppedTrees, treeKey(each)]), Buffer.alloc(0));
    }
  }

  /**
   * Removes the entries of dropped trees in batches, with other writes in between. Entries that remain after a crash
   * are removed by the next sweep.
   */
  async sweep(): Promise<void> {
    while (await this.storage.write(() => this.#sweepSome()));
  }

  #sweepSome(): boolean {
    const dropped = this.storage.first(under(droppedTrees));
    if (!dropped) return false;
    let left = sweepBatch;
    for (const { key } of this.storage.range(under(dropped.key.subarray(droppedTrees.length)))) {
      this.storage.remove(key);
      left -= 1;
      if (left === 0) return true;
    }
    this.storage.remove(dropped.key);
    return true;
  }

  /**
   * Creates an index from its specification, unless it exists.
   *
   * @throws CommandError 9, 67, 85, 86, 238 for the specification; 11000, 171 for the documents, after a partial
   *   change
   */
  addIndex(collection: Collection, spec: Doc): void {
    if (isThere(collection.indexes, parseIndex(spec, 0))) return;
    const index = parseIndex(spec, this.#newTree());
    collection.indexes.push(index);
    this.#save(collection);
    for (const { id, doc } of this.records(collection)) {
      this.#change(collection, id, [], entriesOf([index], id, doc));
    }
  }

  /** Yields every record in the order of insertion. */
  *records({ tree }: Collection): Generator<Stored> {
    for (const { key, value } of this.storage.range(under(treeKey(tree)))) {
      yield new Stored(Buffer.from(key.subarray(-recordIdBytes)), value);
    }
  }

  read({ tree }: Collection, id: Buffer): Stored | null {
    const bytes = this.storage.get(treeKey(tree, id));
    return bytes ? new Stored(id, bytes) : null;
  }

  /** Returns the range of all keys of a tree. */
  all({ tree }: Collection | Index): Range {
    return under(treeKey(tree));
  }

  insert(collection: Collection, doc: Doc): void {
    const bytes = encodeDocument(doc, 2);
    const newest = this.storage.range(under(treeKey(collection.tree)), true);
    collection.lastRecord ??= newest.next().value?.key.readUIntBE(5, recordIdBytes) ?? 0;
    const id = Buffer.alloc(recordIdBytes);
    id.writeUIntBE(++collection.lastRecord, 0, recordIdBytes);
    this.#change(collection, id, [], entriesOf(collection.indexes, id, doc));
    this.storage.put(treeKey(collection.tree, id), bytes);
  }

  /** Applies `change` to a document and stores it. Returns true if the document has changed. */
  update(collection: Collection, { id, bytes, doc }: Stored, change: (doc: Doc) => void): boolean {
    const were = entriesOf(collection.indexes, id, doc);
    change(doc);
    const changed = encodeDocument(doc, 17419);
    if (changed.equals(bytes)) return false;
    this.#change(collection, id, were, entriesOf(collection.indexes, id, doc));
    this.storage.put(treeKey(collection.tree, id), changed);
    return true;
  }

  remove(collection: Collection, { id, doc }: Stored): void {
    this.#change(collection, id, entriesOf(collection.indexes, id, doc), []);
    this.storage.remove(treeKey(collection.tree, id));
  }

  /** @throws CommandError 11000 for a key of another record, before anything is put */
  #change(collection: Collection, id: Buffer, were: IndexEntry[], are: IndexEntry[]): void {
    const gone = new Map(were.map(({ key }) => [key.toString('latin1'), key]));
    const added = are.filter(({ key }) => !gone.delete(key.toString('latin1')));
    for (const { index, key, values } of added) {
      const holder = index.unique ? this.storage.get(key) : undefined;
      if (holder && !holder.equals(id)) throw duplicate(collection.namespace, index, values);
    }
    for (const key of gone.values()) this.storage.remove(key);
    for (const { key } of added) this.storage.put(key, id);
    const met = are.filter(({ index, multikey }) => multikey & ~index.multikey);
    for (const { index, multikey } of met) index.multikey |= multikey;
    if (met.length > 0) this.#save(collection);
  }

  /**
   * Lists the errors that `validate` reports. Every record must be readable, and every index entry must agree with it.
   */
  check(collection: Collection): string[] {
    const errors: string[] = [];
    const counts = new Map<Index, number>();
    for (const { id, doc } of this.records(collection)) {
      for (const { index, key } of entriesOf(collection.indexes, id, doc)) {
        counts.set(index, (counts.get(index) ?? 0) + 1);
        if (!this.storage.get(key)?.equals(id)) {
          errors.push(`${index.name} lacks an entry of record ${id.toString('hex')}`);
        }
      }
    }
    for (const index of collection.indexes) {
      if (runAtOnce(this.storage.count(this.all(index))) !== (counts.get(index) ?? 0)) {
        errors.push(`${index.name} has entries of no document`);
      }
    }
    return errors;
  }

  #save({ namespace, tree, indexes }: Collection): void {
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
