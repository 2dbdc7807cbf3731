/** insert, update, delete and findAndModify, each within a write; and what TTL indexes remove. */
import { randomBytes } from 'node:crypto';
import {
  type Doc,
  dateValue,
  decode,
  docOf,
  type Encodable,
  encode,
  Raw,
  rawType,
  type Value,
} from './bson.js';
import {
  type Call,
  collectionOf,
  type Fields,
  namespaceOf,
  parseFields,
  type Reply,
  reply,
} from './call.js';
import { CommandError, notImplemented } from './errors.js';
import { isOperators } from './filter.js';
import { parseProjection } from './project.js';
import { type Found, parseQuery, type Query, run } from './query.js';
import { encodeDocument, keysOf, type Store } from './store.js';
import { statementFields } from './supported.js';
import { applyUpdate, documentOf, parseUpdate, type Update } from './update.js';

const statementsMax = 100_000;
const expiryBatch = 500;

/** Run each statement; an error is listed, and stops the rest of an ordered command. */
function each<T>(call: Call, statements: T[], run: (item: T, index: number) => void): Encodable[] {
  namespaceOf(call);
  if (statements.length === 0 || statements.length > statementsMax)
    throw new CommandError(16, `Write batch sizes must be between 1 and ${statementsMax}`);
  const writeErrors: Encodable[] = [];
  for (const [index, item] of statements.entries()) {
    try {
      run(item, index);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      const told = reply({ index, code: error.code, errmsg: error.message });
      writeErrors.push(new Map([...told, ...(error.extra as Reply)]));
      if (call.fields.ordered !== false) break;
    }
  }
  return writeErrors;
}

function statements({ fields }: Call, name: 'updates' | 'deletes'): Fields[] {
  return (fields[name] ?? []).map((item) => parseFields(item, statementFields[name], `'${name}'`));
}

function newObjectId(): Raw {
  const bytes = randomBytes(12);
  bytes.writeUInt32BE(Math.floor(Date.now() / 1000));
  return new Raw(rawType.objectId, bytes);
}

function insertDocument(call: Call, doc: Doc): void {
  if (!doc.has('_id')) doc.set('_id', newObjectId());
  call.store.insert(collectionOf(call) ?? call.store.create(namespaceOf(call)), doc);
}

/** Change a found document and store it; whether anything changed. */
function change(
  { store }: Call,
  { collection, filter }: Query,
  update: Update,
  found: Found,
): boolean {
  const were = keysOf(collection!, found.doc);
  applyUpdate(found.doc, update, filter, false);
  const bytes = encodeDocument(found.doc, 17419);
  if (bytes.equals(found.bytes)) return false;
  store.write(collection!, found.id, bytes, were, keysOf(collection!, found.doc));
  return true;
}

function upsert(call: Call, { filter }: Query, update: Update): Doc {
  const doc = decode(encode(documentOf(filter, update)));
  applyUpdate(doc, update, filter, true);
  insertDocument(call, doc);
  return doc;
}

function answered(counts: Record<string, Encodable>, writeErrors: Encodable[]): Reply {
  return reply(writeErrors.length > 0 ? { ...counts, writeErrors } : counts);
}

export function insert(call: Call): Reply {
  let n = 0;
  const errors = each(call, call.fields.documents ?? [], (doc) => {
    insertDocument(call, doc);
    n += 1;
  });
  return answered({ n }, errors);
}

export function update(call: Call): Reply {
  let [n, nModified] = [0, 0];
  const upserted: Encodable[] = [];
  const errors = each(call, statements(call, 'updates'), (item, index) => {
    const parsed = parseUpdate(item.u, item.arrayFilters ?? []);
    if (item.multi && !isOperators(item.u!))
      throw new CommandError(9, 'multi update is not supported for replacement-style update');
    const query = parseQuery(collectionOf(call), { q: item.q, limit: item.multi ? 0 : 1 });
    const matched = [...run(call.store, query)];
    nModified += matched.filter((found) => change(call, query, parsed, found)).length;
    n += matched.length;
    if (matched.length > 0 || !item.upsert) return;
    upserted.push(reply({ index, _id: upsert(call, query, parsed).get('_id')! }));
    n += 1;
  });
  return answered(upserted.length > 0 ? { n, nModified, upserted } : { n, nModified }, errors);
}

export function remove(call: Call): Reply {
  let n = 0;
  const errors = each(call, statements(call, 'deletes'), (item) => {
    const query = parseQuery(collectionOf(call), item);
    n += removeFound(call.store, query);
  });
  return answered({ n }, errors);
}

export function findAndModify(call: Call): Reply {
  const { fields } = call;
  if (fields.remove) throw notImplemented('findAndModify with remove');
  if (fields.update === undefined) throw new CommandError(9, "'update' must be specified");
  const parsed = parseUpdate(fields.update, fields.arrayFilters ?? []);
  const project = parseProjection(fields.fields) ?? ((doc: Doc): Doc => doc);
  const query = parseQuery(collectionOf(call), {
    filter: fields.query,
    sort: fields.sort,
    limit: 1,
  });
  const [found] = run(call.store, query);
  const made = !found && fields.upsert ? upsert(call, query, parsed) : null;
  if (found) change(call, query, parsed, found);
  const before = found ? decode(found.bytes) : null;
  const value = fields.new ? (found?.doc ?? made) : before;
  const lastErrorObject = reply({ n: found || made ? 1 : 0, updatedExisting: found !== undefined });
  if (made) lastErrorObject.set('upserted', made.get('_id')!);
  return reply({ lastErrorObject, value: value ? encode(project(value)) : null });
}

/** Remove what a query finds; how many documents. */
function removeFound(store: Store, query: Query): number {
  const found = [...run(store, query)];
  for (const { id, doc } of found)
    store.write(query.collection!, id, null, keysOf(query.collection!, doc), []);
  return found.length;
}

/**
 * TTL: remove documents whose date is older by `nowMs` than their index allows. In batches, so that other
 * writes get between them.
 */
export async function removeExpired(store: Store, nowMs: number): Promise<void> {
  for (const collection of store.list())
    for (const { pattern, expireAfterSeconds } of collection.indexes) {
      if (Number.isNaN(expireAfterSeconds)) continue;
      const $lte = dateValue(nowMs - expireAfterSeconds * 1000);
      const filter = docOf<Value>({ [pattern.names[0]!]: docOf<Value>({ $lte }) });
      const query = parseQuery(collection, { filter, limit: expiryBatch });
      const isHere = (): boolean => store.find(collection.namespace) === collection;
      const batch = (): number => (isHere() ? removeFound(store, query) : 0);
      while ((await store.storage.write(batch)) === expiryBatch);
    }
}
