/**
 * Records: one document under its record id, and the index entries that agree with it.
 *
 * A record id grows with every insert, so a collection read through is in the order of insertion.
 * A unique index keeps one entry per key, the others end each key with the record id. A key too long
 * for LMDB is cut and ended by a hash of the whole: still exact for equality, no longer in order.
 *
 * Each function checks everything that can be wrong before it puts anything. All but the last belong
 * within a write.
 */
import { createHash } from 'node:crypto';
import {
  type Doc,
  decode,
  documentBytesMax,
  type Encodable,
  encode,
  isDoc,
  isRaw,
  rawType,
  typeName,
  type Value,
} from './bson.js';
import { type Catalog, type Collection, type Index, treeStart } from './catalog.js';
import { CommandError } from './errors.js';
import { type Extracted, extractKeys } from './extract.js';
import { isRegex, matches } from './filter.js';
import { emptyArray } from './keys.js';
import type { Entry, Storage } from './storage.js';

const keyBytesMax = 1024;
const hashBytes = 32;
const recordIdBytes = 6;

/** What the functions here work on. */
export interface Store {
  readonly storage: Storage;
  readonly catalog: Catalog;
}

/** A bound of an index range, cut where keys are cut; `end` bounds are moved past every hash. */
export function fittedBound(bound: Buffer, end: boolean): Buffer {
  const cut = bound.subarray(0, keyBytesMax - hashBytes);
  return bound.length > cut.length && end
    ? Buffer.concat([cut, Buffer.alloc(hashBytes + 1, 255)])
    : cut;
}

export function recordKey(collection: Collection, id: Buffer): Buffer {
  return Buffer.concat([treeStart(collection.tree), id]);
}

export function recordIdOf(key: Buffer): Buffer {
  return Buffer.from(key.subarray(-recordIdBytes));
}

/** Every record of a collection in the order of insertion. */
export function records({ storage }: Store, { tree }: Collection): Generator<Entry> {
  return storage.range({ start: treeStart(tree), end: treeStart(tree + 1) });
}

function entryKey(index: Index, key: Buffer, id: Buffer): Buffer {
  const parts = [treeStart(index.tree), key];
  if (key.length > keyBytesMax) {
    parts[1] = Buffer.concat([
      key.subarray(0, keyBytesMax - hashBytes),
      createHash('sha256').update(key).digest(),
    ]);
  }
  return Buffer.concat(index.unique ? parts : [...parts, id]);
}

function indexKeys(index: Index, doc: Doc): Extracted {
  if (!index.partial.every((item) => matches(item, doc)))
    return { keys: [], values: [], multikey: 0 };
  return extractKeys(doc, index.pattern, index.sparse);
}

function newRecordId(storage: Storage, collection: Collection): Buffer {
  const { tree } = collection;
  const id = Buffer.alloc(recordIdBytes);
  if (collection.nextRecord === null) {
    const [last] = storage.range({
      start: treeStart(tree),
      end: treeStart(tree + 1),
      reverse: true,
      limit: 1,
    });
    collection.nextRecord = last ? recordIdOf(last.key).readUIntBE(0, recordIdBytes) + 1 : 1;
  }
  id.writeUIntBE(collection.nextRecord++, 0, recordIdBytes);
  return id;
}

/**
 * A document encoded with its `_id` first.
 *
 * @throws CommandError 53 for an `_id` that cannot be one, `tooLarge` for more than 16 MiB
 */
export function encodeDocument(doc: Doc, tooLarge: number): Buffer {
  const id = doc.get('_id')!;
  if (Array.isArray(id) || isRegex(id))
    throw new CommandError(53, `The '_id' value cannot be of type ${typeName(id)}`);
  const bytes = encode([...doc.keys()][0] === '_id' ? doc : new Map([['_id', id], ...doc]));
  if (bytes.length <= documentBytesMax) return bytes;
  throw new CommandError(tooLarge, `the document is larger than ${documentBytesMax} bytes`);
}

/**
 * Put a new record for `doc`, which has its `_id`.
 *
 * @throws CommandError 11000, 171, 53, 2
 */
export function insertRecord(store: Store, collection: Collection, doc: Doc): void {
  const bytes = encodeDocument(doc, 2);
  const id = newRecordId(store.storage, collection);
  const changes = collection.indexes.map((index) => ({ index, found: indexKeys(index, doc) }));
  for (const { index, found } of changes) checkUnique(store, collection, index, found, id);
  store.storage.put(recordKey(collection, id), bytes);
  for (const { index, found } of changes)
    putEntries(store, collection, index, found, found.keys, id);
}

/**
 * Put `doc` in the place of the record, whose bytes were `before`.
 *
 * @returns whether anything changed
 * @throws CommandError 11000, 171, 17419
 */
export function replaceRecord(
  store: Store,
  collection: Collection,
  id: Buffer,
  before: Buffer,
  doc: Doc,
): boolean {
  const bytes = encodeDocument(doc, 17419);
  if (bytes.equals(before)) return false;
  const old = decode(before);
  const changes = collection.indexes.map((index) => {
    const [was, found] = [indexKeys(index, old), indexKeys(index, doc)];
    const added = found.keys.filter((key) => !was.keys.some((other) => other.equals(key)));
    const gone = was.keys.filter((key) => !found.keys.some((other) => other.equals(key)));
    if (added.length > 0) checkUnique(store, collection, index, found, id);
    return { index, found, added, gone };
  });
  store.storage.put(recordKey(collection, id), bytes);
  for (const { index, found, added, gone } of changes) {
    for (const key of gone) store.storage.remove(entryKey(index, key, id));
    putEntries(store, collection, index, found, added, id);
  }
  return true;
}

export function removeRecord(
  { storage }: Store,
  collection: Collection,
  id: Buffer,
  bytes: Buffer,
): void {
  const doc = decode(bytes);
  for (const index of collection.indexes) {
    for (const key of indexKeys(index, doc).keys) storage.remove(entryKey(index, key, id));
  }
  storage.remove(recordKey(collection, id));
}

/**
 * Put the entries of a new index.
 *
 * @throws CommandError 11000, 171; the caller must then drop the index
 */
export function fillIndex(store: Store, collection: Collection, index: Index): void {
  for (const { key, value } of records(store, collection)) {
    const id = recordIdOf(key);
    const found = indexKeys(index, decode(value));
    checkUnique(store, collection, index, found, id);
    putEntries(store, collection, index, found, found.keys, id);
  }
}

function putEntries(
  { storage, catalog }: Store,
  collection: Collection,
  index: Index,
  found: Extracted,
  keys: Buffer[],
  id: Buffer,
): void {
  for (const key of keys) storage.put(entryKey(index, key, id), id);
  const long = index.long || keys.some((key) => key.length > keyBytesMax);
  if ((index.multikey | found.multikey) === index.multikey && long === index.long) return;
  index.multikey |= found.multikey;
  index.long = long;
  catalog.save(collection);
}

function checkUnique(
  { storage }: Store,
  { db, name }: Collection,
  index: Index,
  found: Extracted,
  id: Buffer,
): void {
  if (!index.unique) return;
  for (const [i, key] of found.keys.entries()) {
    const holder = storage.get(entryKey(index, key, id));
    if (!holder || holder.equals(id)) continue;
    const values = found.values[i]!.map((value) =>
      value === undefined || value === emptyArray ? null : value,
    );
    const keyValue = new Map(
      index.pattern.names.map((path, at): [string, Value] => [path, values[at]!]),
    );
    const shown = [...keyValue].map(([path, value]) => `${path}: ${show(value)}`).join(', ');
    const message = `E11000 duplicate key error collection: ${db}.${name} index: ${index.name} dup key: { ${shown} }`;
    throw new CommandError(
      11000,
      message,
      new Map<string, Encodable>([
        ['keyPattern', index.spec.get('key')!],
        ['keyValue', keyValue],
      ]),
    );
  }
}

function show(value: Value): string {
  if (isRaw(value, rawType.objectId)) return `ObjectId('${value.bytes.toString('hex')}')`;
  if (value === null || typeof value !== 'object')
    return typeof value === 'string' ? JSON.stringify(value) : String(value);
  return isDoc(value)
    ? `{ ${[...value].map(([name, item]) => `${name}: ${show(item)}`).join(', ')} }`
    : typeName(value);
}

/** For `validate`: every record readable, every index entry agreeing with its document. */
export function checkCollection(
  store: Store,
  collection: Collection,
): { count: number; errors: string[] } {
  const errors: string[] = [];
  const counts = collection.indexes.map(() => 0);
  let count = 0;
  for (const { key, value } of records(store, collection)) {
    count += 1;
    const id = recordIdOf(key);
    const doc = decode(value);
    for (const [i, index] of collection.indexes.entries()) {
      const { keys } = indexKeys(index, doc);
      counts[i]! += keys.length;
      const lacks = keys.some((each) => !store.storage.get(entryKey(index, each, id))?.equals(id));
      if (lacks) errors.push(`${index.name} lacks an entry of record ${id.toString('hex')}`);
    }
  }
  for (const [i, { name, tree }] of collection.indexes.entries()) {
    const entries = store.storage.count(treeStart(tree), treeStart(tree + 1));
    if (entries !== counts[i])
      errors.push(`${name} has ${entries} entries, its documents ${counts[i]}`);
  }
  return { count, errors };
}
