/** insert, update, delete and findAndModify. */
import { randomBytes } from 'node:crypto';
import { type Doc, decode, type Encodable, encode, Raw, rawType, type Value } from './bson.js';
import {
  type Call,
  collectionOf,
  type Fields,
  namespaceOf,
  parseFields,
  type Reply,
  reply,
} from './call.js';
import type { Collection } from './catalog.js';
import { CommandError, notImplemented } from './errors.js';
import { isOperators } from './filter.js';
import { parseProjection } from './project.js';
import { type Found, parseQuery, type Query, run } from './query.js';
import { encodeDocument, keysOf, newRecordId, writeRecord } from './records.js';
import { statementFields } from './supported.js';
import { applyUpdate, documentOf, parseUpdate, type Update } from './update.js';

const statementsMax = 100_000;

/** What the statements of a command have done. */
interface Tally {
  n: number;
  nModified: number;
  readonly upserted: Encodable[];
}

/** Run each statement in one write; an error is listed, and stops the rest of an ordered command. */
function each<T>(
  call: Call,
  statements: readonly T[],
  run: (item: T, tally: Tally, index: number) => void,
): Promise<Reply> {
  namespaceOf(call);
  if (statements.length === 0 || statements.length > statementsMax)
    throw new CommandError(16, `Write batch sizes must be between 1 and ${statementsMax}`);
  return call.catalog.storage.write(() => {
    const tally: Tally = { n: 0, nModified: 0, upserted: [] };
    const writeErrors: Encodable[] = [];
    for (const [index, item] of statements.entries()) {
      try {
        run(item, tally, index);
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        const { code, message, extra } = error;
        const told = reply({ index, code, errmsg: message });
        writeErrors.push(new Map([...told, ...(extra as ReadonlyMap<string, Encodable>)]));
        if (call.fields.ordered === false) continue;
        break;
      }
    }
    const { n, nModified, upserted } = tally;
    const answer = reply(call.name === 'update' ? { n, nModified } : { n });
    if (upserted.length > 0) answer.set('upserted', upserted);
    return writeErrors.length > 0 ? answer.set('writeErrors', writeErrors) : answer;
  });
}

function statementsOf(call: Call, field: 'updates' | 'deletes'): Fields[] {
  return (call.fields[field] ?? []).map((item) =>
    parseFields(item, statementFields[field], `a statement of ${call.name}`),
  );
}

function newObjectId(): Raw {
  const bytes = randomBytes(12);
  bytes.writeUInt32BE(Math.floor(Date.now() / 1000));
  return new Raw(rawType.objectId, bytes);
}

function insertDocument(call: Call, doc: Doc): void {
  if (!doc.has('_id')) doc.set('_id', newObjectId());
  const bytes = encodeDocument(doc, 2);
  const collection = collectionOf(call) ?? call.catalog.create(namespaceOf(call));
  const id = newRecordId(call.catalog.storage, collection);
  writeRecord(call.catalog, collection, id, bytes, [], keysOf(collection, doc));
}

/** Change a found document and store it; whether anything changed. */
function change(call: Call, { collection, filter }: Query, update: Update, found: Found): boolean {
  const was = keysOf(collection!, found.doc);
  applyUpdate(found.doc, update, filter, false);
  const bytes = encodeDocument(found.doc, 17419);
  if (bytes.equals(found.bytes)) return false;
  writeRecord(call.catalog, collection!, found.id, bytes, was, keysOf(collection!, found.doc));
  return true;
}

function upsert(call: Call, { filter }: Query, update: Update): Doc {
  const doc = decode(encode(documentOf(filter)));
  applyUpdate(doc, update, filter, true);
  insertDocument(call, doc);
  return doc;
}

function removeDocument(call: Call, collection: Collection, { id, doc }: Found): void {
  writeRecord(call.catalog, collection, id, null, keysOf(collection, doc), []);
}

export function insert(call: Call): Promise<Reply> {
  return each(call, call.fields.documents ?? [], (doc, tally) => {
    insertDocument(call, doc);
    tally.n += 1;
  });
}

export function update(call: Call): Promise<Reply> {
  return each(call, statementsOf(call, 'updates'), (item, tally, index) => {
    const parsed = parseUpdate(item.u, item.arrayFilters ?? []);
    if (item.multi && !isOperators(item.u as Value))
      throw new CommandError(9, 'multi update is not supported for replacement-style update');
    const query = parseQuery(collectionOf(call), { q: item.q, limit: item.multi ? 0 : 1 });
    const matched = [...run(call.catalog, query)];
    for (const found of matched) {
      if (change(call, query, parsed, found)) tally.nModified += 1;
      tally.n += 1;
    }
    if (matched.length > 0 || !item.upsert) return;
    tally.upserted.push(reply({ index, _id: upsert(call, query, parsed).get('_id')! }));
    tally.n += 1;
  });
}

export function remove(call: Call): Promise<Reply> {
  return each(call, statementsOf(call, 'deletes'), ({ q, limit }, tally) => {
    const query = parseQuery(collectionOf(call), { q, limit });
    for (const found of [...run(call.catalog, query)]) {
      removeDocument(call, query.collection!, found);
      tally.n += 1;
    }
  });
}

export function findAndModify(call: Call): Promise<Reply> {
  const { query: filter, sort, fields: projection, update: given, arrayFilters = [] } = call.fields;
  if (call.fields.remove) throw notImplemented('findAndModify with remove');
  if (given === undefined) throw new CommandError(9, "'update' must be specified");
  const parsed = parseUpdate(given, arrayFilters);
  const project = parseProjection(projection) ?? ((doc: Doc): Doc => doc);
  return call.catalog.storage.write(() => {
    const query = parseQuery(collectionOf(call), { filter, sort, limit: 1 });
    const [found] = run(call.catalog, query);
    let [value, made]: (Doc | null)[] = [null, null];
    if (found) {
      change(call, query, parsed, found);
      value = call.fields.new ? found.doc : decode(found.bytes);
    } else if (call.fields.upsert) {
      made = upsert(call, query, parsed);
      value = call.fields.new ? made : null;
    }
    const lastErrorObject = reply({
      n: found || made ? 1 : 0,
      updatedExisting: found !== undefined,
    });
    if (made) lastErrorObject.set('upserted', made.get('_id')!);
    return reply({ lastErrorObject, value: value ? project(value) : null });
  });
}
