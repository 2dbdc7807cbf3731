/**
 * Records: one document under its record id, and the index entries that agree with it.
 *
 * A record id grows with every insert, so a collection read through is in the order of insertion.
 * A unique index keeps one entry per key, the others end each key with the record id. Everything that
 * can be wrong is checked before anything is put.
 */
import { type Doc, decode, documentBytesMax, encode, typeName, type Value } from './bson.js';
import { reply } from './call.js';
import { type Catalog, type Collection, type Index, treeStart } from './catalog.js';
import { CommandError, notImplemented } from './errors.js';
import { type Extracted, extractKeys } from './extract.js';
import { isRegex, matches } from './filter.js';
import { emptyArray } from './keys.js';
import type { Entry, Storage } from './storage.js';

const keyBytesMax = 1024;
const recordIdBytes = 6;
const noKeys: Extracted = { keys: [], values: [], multikey: 0 };

export function recordKey(collection: Collection, id: Buffer): Buffer {
  return Buffer.concat([treeStart(collection.tree), id]);
}

export function recordIdOf(key: Buffer): Buffer {
  return Buffer.from(key.subarray(-recordIdBytes));
}

/** Every record of a collection in the order of insertion. */
export function records(storage: Storage, { tree }: Collection, reverse = false): Generator<Entry> {
  return storage.range(treeStart(tree), treeStart(tree + 1), reverse);
}

/** Within a write only: the id of the next record of a collection. */
export function newRecordId(storage: Storage, collection: Collection): Buffer {
  if (collection.nextRecord === null) {
    const last = records(storage, collection, true).next().value?.key;
    collection.nextRecord = last ? recordIdOf(last).readUIntBE(0, recordIdBytes) + 1 : 1;
  }
  const id = Buffer.alloc(recordIdBytes);
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
  const bytes = encode(doc.keys().next().value === '_id' ? doc : new Map([['_id', id], ...doc]));
  if (bytes.length <= documentBytesMax) return bytes;
  throw new CommandError(tooLarge, `the document is larger than ${documentBytesMax} bytes`);
}

/** The keys of a document in each index of its collection. @throws CommandError 171 */
export function keysOf({ indexes }: Collection, doc: Doc): Extracted[] {
  return indexes.map((index) => keysIn(index, doc));
}

function keysIn(index: Index, doc: Doc): Extracted {
  const isIn = index.partial.every((condition) => matches(condition, doc));
  return isIn ? extractKeys(doc, index.pattern, index.sparse) : noKeys;
}

function entryKey(index: Index, key: Buffer, id: Buffer): Buffer {
  if (key.length > keyBytesMax)
    throw notImplemented(`index keys of more than ${keyBytesMax} bytes`);
  const tree = treeStart(index.tree);
  return Buffer.concat(index.unique ? [tree, key] : [tree, key, id]);
}

/**
 * Within a write only: put a record's document (null: remove it) and bring its index entries from what
 * they `were` to what they `are`.
 *
 * @throws CommandError 11000 for a key that another record has, 238 for one that is too long
 */
export function writeRecord(
  catalog: Catalog,
  collection: Collection,
  id: Buffer,
  bytes: Buffer | null,
  were: readonly Extracted[],
  are: readonly Extracted[],
): void {
  const changes = collection.indexes.map((index, i) =>
    checkedChange(catalog, collection, index, id, were[i] ?? noKeys, are[i] ?? noKeys),
  );
  if (bytes) catalog.storage.put(recordKey(collection, id), bytes);
  else catalog.storage.remove(recordKey(collection, id));
  for (const change of changes) change();
}

/** Within a write only: put the entries of a new index. @throws CommandError 11000, 171, 238, half done */
export function fillIndex(catalog: Catalog, collection: Collection, index: Index): void {
  for (const { key, value } of records(catalog.storage, collection)) {
    const are = keysIn(index, decode(value));
    checkedChange(catalog, collection, index, recordIdOf(key), noKeys, are)();
  }
}

/** The change of a record's entries in one index, checked, to be made by calling it. */
function checkedChange(
  catalog: Catalog,
  collection: Collection,
  index: Index,
  id: Buffer,
  were: Extracted,
  are: Extracted,
): () => void {
  const { storage } = catalog;
  const gone = were.keys.filter((key) => !are.keys.some((other) => other.equals(key)));
  const put: Buffer[] = [];
  for (const [i, key] of are.keys.entries()) {
    if (were.keys.some((other) => other.equals(key))) continue;
    const entry = entryKey(index, key, id);
    put.push(entry);
    if (!index.unique || (storage.get(entry) ?? id).equals(id)) continue;
    const values = are.values[i]!.map((value) => (value === emptyArray ? null : (value ?? null)));
    const keyValue = new Map(
      index.pattern.names.map((path, at): [string, Value] => [path, values[at]!]),
    );
    const where = `collection: ${collection.namespace} index: ${index.name}`;
    const extra = reply({ keyPattern: index.spec.get('key')!, keyValue });
    throw new CommandError(11000, `E11000 duplicate key error ${where}`, extra);
  }
  return () => {
    for (const key of gone) storage.remove(entryKey(index, key, id));
    for (const key of put) storage.put(key, id);
    if ((index.multikey | are.multikey) === index.multikey) return;
    index.multikey |= are.multikey;
    catalog.save(collection);
  };
}

/** For `validate`: every record readable, every index entry agreeing with its document. */
export function checkCollection(
  { storage }: Catalog,
  collection: Collection,
): { nrecords: number; errors: string[] } {
  const errors: string[] = [];
  const counts = collection.indexes.map(() => 0);
  let nrecords = 0;
  for (const { key, value } of records(storage, collection)) {
    nrecords += 1;
    const id = recordIdOf(key);
    for (const [i, { keys }] of keysOf(collection, decode(value)).entries()) {
      const index = collection.indexes[i]!;
      counts[i]! += keys.length;
      if (keys.some((each) => !storage.get(entryKey(index, each, id))?.equals(id)))
        errors.push(`${index.name} lacks an entry of record ${id.toString('hex')}`);
    }
  }
  for (const [i, { name, tree }] of collection.indexes.entries()) {
    const entries = storage.count(treeStart(tree), treeStart(tree + 1));
    if (entries !== counts[i])
      errors.push(`${name} has ${entries} entries instead of ${counts[i]}`);
  }
  return { nrecords, errors };
}
