/**
 * Records: one document under its record id, and the index entries that agree with it.
 *
 * A record id grows with every insert, so a collection read through is in the order of insertion.
 * A unique index keeps one entry per key, the others end each key with the record id.
 *
 * Each function checks everything that can be wrong before it puts anything. All but the last belong
 * within a write.
 */
import {
  type Doc,
  decode,
  documentBytesMax,
  type Encodable,
  encode,
  typeName,
  type Value,
} from './bson.js';
import { type Catalog, type Collection, type Index, treeStart } from './catalog.js';
import { CommandError, notImplemented } from './errors.js';
import { type Extracted, extractKeys } from './extract.js';
import { isRegex, matches } from './filter.js';
import { emptyArray, type KeyValue } from './keys.js';
import type { Entry, Storage } from './storage.js';

const keyBytesMax = 1024;
const recordIdBytes = 6;

/** What a record's document has in each index of its collection. */
export type Keys = readonly Extracted[];
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

function entryKey(index: Index, key: Buffer, id: Buffer): Buffer {
  if (key.length > keyBytesMax)
    throw notImplemented(`index keys of more than ${keyBytesMax} bytes`);
  return Buffer.concat(
    index.unique ? [treeStart(index.tree), key] : [treeStart(index.tree), key, id],
  );
}

function indexKeys(index: Index, doc: Doc): Extracted {
  const isIn = index.partial.every((item) => matches(item, doc));
  return isIn ? extractKeys(doc, index.pattern, index.sparse) : noKeys;
}

export function keysOf({ indexes }: Collection, doc: Doc): Keys {
  return indexes.map((index) => indexKeys(index, doc));
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

/** The id of the next record of a collection. */
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
 * Put a record's document (null: remove it) and bring its index entries from `was` to `now`.
 *
 * @throws CommandError 11000 for a key that another record has, 238 for one that is too long
 */
export function writeRecord(
  catalog: Catalog,
  collection: Collection,
  id: Buffer,
  bytes: Buffer | null,
  was: Keys,
  now: Keys,
): void {
  const changes = collection.indexes.map((index, i) =>
    checkedChange(catalog, collection, index, id, was[i] ?? noKeys, now[i] ?? noKeys),
  );
  if (bytes) catalog.storage.put(recordKey(collection, id), bytes);
  else catalog.storage.remove(recordKey(collection, id));
  for (const change of changes) change();
}

/**
 * Put the entries of a new index.
 *
 * @throws CommandError 11000, 171, 238; what was put until then must be taken back
 */
export function fillIndex(catalog: Catalog, collection: Collection, index: Index): void {
  for (const { key, value } of records(catalog.storage, collection)) {
    const now = indexKeys(index, decode(value));
    checkedChange(catalog, collection, index, recordIdOf(key), noKeys, now)();
  }
}

/** The change of a record's entries in one index, checked, to be made by calling it. */
function checkedChange(
  catalog: Catalog,
  collection: Collection,
  index: Index,
  id: Buffer,
  was: Extracted,
  now: Extracted,
): () => void {
  const { storage } = catalog;
  const gone = was.keys.filter((key) => !now.keys.some((other) => other.equals(key)));
  const put: Buffer[] = [];
  for (const [i, key] of now.keys.entries()) {
    if (was.keys.some((other) => other.equals(key))) continue;
    put.push(entryKey(index, key, id));
    const holder = index.unique && storage.get(put.at(-1)!);
    if (holder && !holder.equals(id)) throw duplicate(collection, index, now.values[i]!);
  }
  return () => {
    for (const key of gone) storage.remove(entryKey(index, key, id));
    for (const key of put) storage.put(key, id);
    if ((index.multikey | now.multikey) === index.multikey) return;
    index.multikey |= now.multikey;
    catalog.save(collection);
  };
}

function duplicate(
  { namespace }: Collection,
  index: Index,
  values: readonly KeyValue[],
): CommandError {
  const keyValue = index.pattern.names.map((path, i): [string, Value] => {
    const value = values[i];
    return [path, value === undefined || value === emptyArray ? null : value];
  });
  return new CommandError(
    11000,
    `E11000 duplicate key error collection: ${namespace} index: ${index.name}`,
    new Map<string, Encodable>([
      ['keyPattern', index.spec.get('key')!],
      ['keyValue', new Map(keyValue)],
    ]),
  );
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
      errors.push(`${name} has ${entries} entries, its documents ${counts[i]}`);
  }
  return { nrecords, errors };
}
