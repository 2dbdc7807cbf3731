/**
 * Collections: where each lies in the keyspace, and how a document and its index entries are kept in agreement.
 *
 * The keyspace holds numbered trees: the records of a collection, a document each under its record id, and
 * the entries of an index, a record id each under its key, which the record id ends unless the index is
 * unique. A record id grows with every insert, so a collection read through is in the order of
 * insertion. Before the trees lie rows of a byte 0 and a kind: 0 the owner, 1 a collection's description
 * by its namespace, 3 the number of the newest tree.
 *
 * What changes anything is called within a write only, and checks everything before it puts anything.
 */
import { type Doc, decode, docOf, documentBytesMax, encode, isRegex, type Value } from './bson.js';
import { CommandError } from './errors.js';
import type { Extracted } from './extract.js';
import { duplicate, type Index, isThere, keysIn, noKeys, parseIndex } from './indexes.js';
import type { Storage } from './storage.js';

export interface Collection {
  /** `database.name`; a database's name has no dot. */
  readonly namespace: string;
  readonly tree: number;
  readonly indexes: Index[];
  /** The id of the newest record; null until it is first asked for. */
  lastRecord: number | null;
}

/** A document as it lies in its collection. */
export interface Stored {
  readonly id: Buffer;
  readonly bytes: Buffer;
}

const descriptions = Buffer.from([0, 1]);
const lastTreeKey = Buffer.from([0, 3]);
const recordIdBytes = 6;

/** First key of a tree; the next tree's first key is its end. */
export function treeStart(tree: number): Buffer {
  const key = Buffer.from([1, 0, 0, 0, 0]);
  key.writeUInt32BE(tree, 1);
  return key;
}

function entryKey({ tree, unique }: Index, key: Buffer, id: Buffer): Buffer {
  return Buffer.concat(unique ? [treeStart(tree), key] : [treeStart(tree), key, id]);
}

function descriptionKey(namespace: string): Buffer {
  return Buffer.concat([descriptions, Buffer.from(namespace)]);
}

/** The keys of a document in each index of its collection. @throws CommandError 171, 238 */
export function keysOf({ indexes }: Collection, doc: Doc): Extracted[] {
  return indexes.map((index) => keysIn(index, doc));
}

/**
 * A document encoded with its `_id` first.
 *
 * @throws CommandError 53 for an `_id` that cannot be one, `tooLarge` for more than 16 MiB
 */
export function encodeDocument(doc: Doc, tooLarge: number): Buffer {
  const id = doc.get('_id')!;
  if (Array.isArray(id) || isRegex(id))
    throw new CommandError(53, `The '_id' value cannot be ${isRegex(id) ? 'a regex' : 'an array'}`);
  const bytes = encode(doc.keys().next().value === '_id' ? doc : new Map([['_id', id], ...doc]));
  if (bytes.length <= documentBytesMax) return bytes;
  throw new CommandError(tooLarge, `the document is larger than ${documentBytesMax} bytes`);
}

export class Store {
  #collections = new Map<string, Collection>();

  constructor(readonly storage: Storage) {
    this.#load();
    storage.onAbort = () => this.#load();
  }

  #load(): void {
    this.#collections = new Map();
    for (const { key, value } of this.storage.range(descriptions, lastTreeKey)) {
      const [namespace, doc] = [key.toString('utf8', 2), decode(value)];
      const number = (of: Doc, name: string): number => of.get(name) as number;
      const indexes = (doc.get('indexes') as Doc[]).map((item) =>
        parseIndex(item.get('spec') as Doc, number(item, 'tree'), number(item, 'multikey')),
      );
      const collection = { namespace, tree: number(doc, 'tree'), indexes, lastRecord: null };
      this.#collections.set(namespace, collection);
    }
  }

  find(namespace: string): Collection | null {
    return this.#collections.get(namespace) ?? null;
  }

  list(): Collection[] {
    return [...this.#collections.values()];
  }

  create(namespace: string): Collection {
    const collection = { namespace, tree: this.#newTree(), indexes: [], lastRecord: null };
    this.#collections.set(namespace, collection);
    this.addIndex(collection, docOf<Value>({ key: docOf({ _id: 1 }), name: '_id_' }));
    return collection;
  }

  drop({ namespace, tree, indexes }: Collection): void {
    this.#collections.delete(namespace);
    this.storage.remove(descriptionKey(namespace));
    for (const each of [tree, ...indexes.map((index) => index.tree)])
      for (const { key } of this.storage.range(treeStart(each), treeStart(each + 1)))
        this.storage.remove(key);
  }

  /**
   * Make an index by its specification, unless it is there.
   *
   * @throws CommandError 9, 67, 85, 86, 238 for the specification; 11000, 171 for the documents, half done
   */
  addIndex(collection: Collection, spec: Doc): void {
    if (isThere(collection.indexes, parseIndex(spec, 0))) return;
    const index = parseIndex(spec, this.#newTree());
    collection.indexes.push(index);
    this.#save(collection);
    for (const { id, bytes } of this.records(collection))
      this.#change(collection, index, id, noKeys, keysIn(index, decode(bytes)))();
  }

  /** Every record in the order of insertion. */
  *records({ tree }: Collection): Generator<Stored> {
    for (const { key, value } of this.storage.range(treeStart(tree), treeStart(tree + 1)))
      yield { id: Buffer.from(key.subarray(-recordIdBytes)), bytes: value };
  }

  read({ tree }: Collection, id: Buffer): Buffer | undefined {
    return this.storage.get(Buffer.concat([treeStart(tree), id]));
  }

  count({ tree }: Collection | Index): number {
    return this.storage.count(treeStart(tree), treeStart(tree + 1));
  }

  insert(collection: Collection, doc: Doc): void {
    const { tree } = collection;
    const bytes = encodeDocument(doc, 2);
    const newest = this.storage.range(treeStart(tree), treeStart(tree + 1), true);
    collection.lastRecord ??= newest.next().value?.key.readUIntBE(5, recordIdBytes) ?? 0;
    const id = Buffer.alloc(recordIdBytes);
    id.writeUIntBE(++collection.lastRecord, 0, recordIdBytes);
    this.write(collection, id, bytes, [], keysOf(collection, doc));
  }

  /**
   * Put a record's document (null: remove it) and bring its index entries from what they `were` to what
   * they `are`.
   *
   * @throws CommandError 11000 for a key that another record has
   */
  write(
    collection: Collection,
    id: Buffer,
    bytes: Buffer | null,
    were: Extracted[],
    are: Extracted[],
  ): void {
    const changes = collection.indexes.map((index, i) =>
      this.#change(collection, index, id, were[i] ?? noKeys, are[i] ?? noKeys),
    );
    const key = Buffer.concat([treeStart(collection.tree), id]);
    if (bytes) this.storage.put(key, bytes);
    else this.storage.remove(key);
    for (const change of changes) change();
  }

  /** The change of a record's entries in one index, checked, to be made by calling it. */
  #change(
    collection: Collection,
    index: Index,
    id: Buffer,
    were: Extracted,
    are: Extracted,
  ): () => void {
    const lacks = ({ keys }: Extracted, key: Buffer): boolean =>
      !keys.some((other) => other.equals(key));
    const gone = were.keys.filter((key) => lacks(are, key)).map((key) => entryKey(index, key, id));
    const added: Buffer[] = [];
    for (const [i, key] of are.keys.entries()) {
      if (!lacks(were, key)) continue;
      added.push(entryKey(index, key, id));
      const holder = index.unique ? this.storage.get(added.at(-1)!) : undefined;
      if (holder && !holder.equals(id))
        throw duplicate(collection.namespace, index, are.values[i]!);
    }
    return () => {
      for (const key of gone) this.storage.remove(key);
      for (const key of added) this.storage.put(key, id);
      if ((index.multikey | are.multikey) === index.multikey) return;
      index.multikey |= are.multikey;
      this.#save(collection);
    };
  }

  /** For `validate`: what is wrong, every record being readable and every index entry agreeing with it. */
  check(collection: Collection): string[] {
    const errors: string[] = [];
    const counts = collection.indexes.map(() => 0);
    for (const { id, bytes } of this.records(collection))
      for (const [i, { keys }] of keysOf(collection, decode(bytes)).entries()) {
        const index = collection.indexes[i]!;
        counts[i]! += keys.length;
        if (keys.some((key) => !this.storage.get(entryKey(index, key, id))?.equals(id)))
          errors.push(`${index.name} lacks an entry of record ${id.toString('hex')}`);
      }
    for (const [i, index] of collection.indexes.entries())
      if (this.count(index) !== counts[i]) errors.push(`${index.name} has entries of no document`);
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
