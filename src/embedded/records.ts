/**
 * Records: one document under its record id, and the index entries that agree with it.
 *
 * A record id grows with every insert, so a collection read through is in the order of insertion.
 * A unique index keeps one entry per key, the others end each key with the record id. A key too long
 * for LMDB is cut and ended by a hash of the whole: still exact for equality, no longer in order.
 *
 * Each function checks everything that can be wrong before it puts anything.
 */
import { createHash } from 'node:crypto';
import {
  bsonType,
  type Doc,
  decode,
  documentBytesMax,
  type Encodable,
  encode,
  Raw,
  type Value,
} from './bson.js';
import { type Catalog, type Collection, type Index, treeStart } from './catalog.js';
import { CommandError } from './errors.js';
import { type ExtractedKeys, extractKeys } from './extract.js';
import { matches } from './filter.js';
import { emptyArray } from './keys.js';
import type { Storage } from './storage.js';

const keyBytesMax = 1024;
const recordIdBytes = 6;

/** What the functions here work on. */
export interface Store {
  readonly storage: Storage;
  readonly catalog: Catalog;
}

/** The bytes of a key as they are kept: whole, or cut and ended by a hash. */
function fitted(key: Buffer): Buffer {
  if (key.length <= keyBytesMax) return key;
  const hash = createHash('sha256').update(key).digest();
  return Buffer.concat([key.subarray(0, keyBytesMax - hash.length), hash]);
}

/** A bound of an index range, cut where keys are cut; `end` bounds are moved past every hash. */
export function fittedBound(bound: Buffer, end: boolean): Buffer {
  if (bound.length <= keyBytesMax - 32) return bound;
  const cut = bound.subarray(0, keyBytesMax - 32);
  return end ? Buffer.concat([cut, Buffer.alloc(40, 255)]) : cut;
}

export function recordKey(collection: Collection, id: Buffer): Buffer {
  return Buffer.concat([treeStart(collection.tree), id]);
}

export function recordIdOf(key: Buffer): Buffer {
  return key.subarray(5);
}

function entryKey(index: Index, key: Buffer, id: Buffer): Buffer {
  const parts = [treeStart(index.tree), fitted(key)];
  return Buffer.concat(index.unique ? parts : [...parts, id]);
}

function indexKeys(index: Index, doc: Doc): ExtractedKeys {
  if (index.partial && !matches(index.partial, doc)) return { keys: [], values: [], multikey: 0 };
  return extractKeys(doc, index.pattern, index.sparse);
}

function newRecordId(storage: Storage, collection: Collection): Buffer {
  if (collection.nextRecord === null) {
    const bounds = { start: treeStart(collection.tree), end: treeStart(collection.tree + 1) };
    const [last] = storage.range({ ...bounds, reverse: true, limit: 1 });
    collection.nextRecord = last ? recordIdOf(last.key).readUIntBE(0, recordIdBytes) + 1 : 1;
  }
  const id = Buffer.alloc(recordIdBytes);
  id.writeUIntBE(collection.nextRecord++, 0, recordIdBytes);
  return id;
}

/**
 * Check a document's `_id` and encode it with `_id` first.
 *
 * @throws CommandError 53 for an `_id` that cannot be one, `tooLarge` for more than 16 MiB
 */
export function encodeDocument(doc: Doc, tooLarge: number): Buffer {
  const id = doc.get('_id') as Value;
  if (Array.isArray(id) || (id instanceof Raw && id.type === bsonType.regex)) {
    throw new CommandError(53, "The '_id' value cannot be an array or a regex");
  }
  const [first] = doc.keys();
  const bytes = encode(first === '_id' ? doc : new Map([['_id', id], ...doc]));
  if (bytes.length > documentBytesMax) {
    throw new CommandError(tooLarge, `the document is larger than ${documentBytesMax} bytes`);
  }
  return bytes;
}

/**
 * Within a write only. `doc` has its `_id`.
 *
 * @throws CommandError 11000, 171, 53, 2 and nothing was put
 */
export function insertRecord(store: Store, collection: Collection, doc: Doc): void {
  const bytes = encodeDocument(doc, 2);
  const id = newRecordId(store.storage, collection);
  const changes = collection.indexes.map((index) => {
    const found = indexKeys(index, doc);
    checkUnique(store, collection, index, found, id);
    return { index, found };
  });
  store.storage.put(recordKey(collection, id), bytes);
  for (const { index, found } of changes) {
    for (const key of found.keys) store.storage.put(entryKey(index, key, id), id);
    noteShape(store.catalog, collection, index, found);
  }
}

/**
 * Within a write only: put `doc` in the place of the record, whose bytes were `before`.
 *
 * @returns whether anything changed
 * @throws CommandError 11000, 171, 17419 and nothing was put
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
  const changes = collection.indexes.slice(1).map((index) => {
    const was = indexKeys(index, old);
    const found = indexKeys(index, doc);
    const added = found.keys.filter((key) => !was.keys.some((other) => other.equals(key)));
    const gone = was.keys.filter((key) => !found.keys.some((other) => other.equals(key)));
    if (added.length > 0) checkUnique(store, collection, index, found, id);
    return { index, found, added, gone };
  });
  store.storage.put(recordKey(collection, id), bytes);
  for (const { index, found, added, gone } of changes) {
    for (const key of gone) store.storage.remove(entryKey(index, key, id));
    for (const key of added) store.storage.put(entryKey(index, key, id), id);
    noteShape(store.catalog, collection, index, found);
  }
  return true;
}

/** Within a write only. */
export function removeRecord(
  store: Store,
  collection: Collection,
  id: Buffer,
  bytes: Buffer,
): void {
  const doc = decode(bytes);
  for (const index of collection.indexes) {
    for (const key of indexKeys(index, doc).keys) store.storage.remove(entryKey(index, key, id));
  }
  store.storage.remove(recordKey(collection, id));
}

/**
 * Within a write only: add an index and its entries.
 *
 * @throws CommandError 11000, 171; the caller must then drop the index
 */
export function fillIndex(store: Store, collection: Collection, index: Index): void {
  for (const { key, value } of store.storage.range({
    start: treeStart(collection.tree),
    end: treeStart(collection.tree + 1),
  })) {
    const id = Buffer.from(recordIdOf(key));
    const found = indexKeys(index, decode(value));
    checkUnique(store, collection, index, found, id);
    for (const each of found.keys) store.storage.put(entryKey(index, each, id), id);
    noteShape(store.catalog, collection, index, found);
  }
}

function noteShape(
  catalog: Catalog,
  collection: Collection,
  index: Index,
  { keys, multikey }: ExtractedKeys,
): void {
  const long = index.long || keys.some((key) => key.length > keyBytesMax);
  if ((index.multikey | multikey) === index.multikey && long === index.long) return;
  index.multikey |= multikey;
  index.long = long;
  catalog.save(collection);
}

function checkUnique(
  { storage }: Store,
  collection: Collection,
  index: Index,
  found: ExtractedKeys,
  id: Buffer,
): void {
  if (!index.unique) return;
  found.keys.forEach((key, i) => {
    const holder = storage.get(entryKey(index, key, id));
    if (!holder || holder.equals(id)) return;
    const keyPattern = index.spec.get('key') as Doc;
    const keyValue = new Map(
      [...keyPattern.keys()].map((path, at): [string, Value] => {
        const value = found.values[i]![at];
        return [path, value === undefined || value === emptyArray ? null : value];
      }),
    );
    const shown = [...keyValue].map(([path, value]) => `${path}: ${show(value)}`).join(', ');
    throw new CommandError(
      11000,
      `E11000 duplicate key error collection: ${collection.db}.${collection.name} index: ${index.name} dup key: { ${shown} }`,
      new Map<string, Encodable>([
        ['keyPattern', keyPattern],
        ['keyValue', keyValue],
      ]),
    );
  });
}

function show(value: Value): string {
  if (value instanceof Raw)
    return value.type === bsonType.objectId
      ? `ObjectId('${value.bytes.toString('hex')}')`
      : `${value.type}:${value.bytes.toString('base64')}`;
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof Map) return '{…}';
  return Array.isArray(value)
    ? '[…]'
    : typeof value === 'object' && value
      ? String(value.value)
      : String(value);
}

/** For `validate`: every record readable, every index entry agreeing with its document. */
export function checkCollection(
  { storage }: Store,
  collection: Collection,
): { records: number; errors: string[] } {
  const errors: string[] = [];
  const counts = collection.indexes.map(() => 0);
  let records = 0;
  for (const { key, value } of storage.range({
    start: treeStart(collection.tree),
    end: treeStart(collection.tree + 1),
  })) {
    records += 1;
    const id = recordIdOf(key);
    const doc = decode(value);
    collection.indexes.forEach((index, i) => {
      for (const each of indexKeys(index, doc).keys) {
        counts[i]! += 1;
        if (!storage.get(entryKey(index, each, id))?.equals(id))
          errors.push(`${index.name} lacks an entry of record ${id.toString('hex')}`);
      }
    });
  }
  collection.indexes.forEach((index, i) => {
    const entries = storage.count(treeStart(index.tree), treeStart(index.tree + 1));
    if (entries !== counts[i])
      errors.push(`${index.name} has ${entries} entries, its documents ${counts[i]}`);
  });
  return { records, errors };
}
