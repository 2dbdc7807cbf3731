/** insert, update, delete and findAndModify. */
import { randomBytes } from 'node:crypto';
import {
  bsonType,
  type Doc,
  decode,
  docOf,
  type Encodable,
  encode,
  isDoc,
  isNumber,
  isTrue,
  Raw,
  toNumber,
  type Value,
} from './bson.js';
import { type Call, collectionName, type Reply } from './commands.js';
import { CommandError, notImplemented } from './errors.js';
import { parseFilter } from './filter.js';
import { parseProjection } from './project.js';
import { type Found, parseHint, parseSort, type Query, run } from './query.js';
import { encodeDocument, insertRecord, removeRecord, replaceRecord } from './records.js';
import { has, statementFields } from './supported.js';
import { applyUpdate, documentOf, parseUpdate, type Update } from './update.js';

const random = randomBytes(5);
let lastId = randomBytes(3).readUIntBE(0, 3);

function newObjectId(nowMs: number): Raw {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(Math.floor(nowMs / 1000));
  random.copy(bytes, 4);
  lastId = (lastId + 1) & 0xffffff;
  bytes.writeUIntBE(lastId, 9, 3);
  return new Raw(bsonType.objectId, bytes);
}

function statements(call: Call, field: string): Doc[] {
  const items = call.command.get(field);
  if (!Array.isArray(items) || !items.every(isDoc))
    throw new CommandError(14, `${call.name} needs an array of documents as '${field}'`);
  if (items.length === 0 || items.length > 100_000) {
    throw new CommandError(
      16,
      `Write batch sizes must be between 1 and 100000. Got ${items.length} operations.`,
    );
  }
  const known = statementFields[field as keyof typeof statementFields] as
    | readonly string[]
    | undefined;
  for (const item of known ? items : []) {
    for (const name of item.keys()) {
      if (!has(known!, name))
        throw notImplemented(`the field '${name}' of a statement of ${call.name}`);
    }
  }
  return items;
}

/** Run each statement; an error stops an ordered command, and is listed with its statement's index. */
function each(call: Call, items: readonly Doc[], run: (item: Doc, index: number) => void): Reply {
  const ordered = call.command.get('ordered') !== false;
  const errors: Encodable[] = [];
  for (let i = 0; i < items.length; i += 1) {
    try {
      run(items[i]!, i);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      errors.push(
        new Map<string, Encodable>([
          ['index', i],
          ['code', error.code],
          ...(error.extra as Map<string, Encodable>),
          ['errmsg', error.message],
        ]),
      );
      if (ordered) break;
    }
  }
  return errors.length > 0 ? docOf<Encodable>({ writeErrors: errors }) : new Map();
}

export function insert(call: Call): Promise<Reply> {
  const { store, db, nowMs } = call;
  const name = collectionName(call);
  const documents = statements(call, 'documents');
  return store.storage.write(() => {
    const collection = store.catalog.find(db, name) ?? store.catalog.create(db, name);
    let n = 0;
    const reply = each(call, documents, (doc) => {
      if (!doc.has('_id')) doc.set('_id', newObjectId(nowMs));
      insertRecord(store, collection, doc);
      n += 1;
    });
    return new Map([['n', n], ...reply]);
  });
}

interface Target {
  readonly filter: Doc;
  readonly sort?: Value;
  readonly hint?: Value;
  readonly many: boolean;
}

function queryOf(call: Call, { filter, sort, hint, many }: Target): Query {
  const collection = call.store.catalog.find(call.db, collectionName(call));
  return {
    collection,
    filter: parseFilter(filter),
    sort: parseSort(sort),
    skip: 0,
    limit: many ? Number.POSITIVE_INFINITY : 1,
    hint: parseHint(collection, hint),
    deadlineMs: call.deadlineMs,
  };
}

function documentField(doc: Doc, name: string): Doc {
  const value = doc.get(name) ?? new Map<string, Value>();
  if (!isDoc(value)) throw new CommandError(14, `'${name}' must be a document`);
  return value;
}

function arrayField(doc: Doc, name: string): Value[] {
  const value = doc.get(name) ?? [];
  if (!Array.isArray(value)) throw new CommandError(14, `'${name}' must be an array`);
  return value;
}

/** Change a found document and store it. All that can fail fails before anything is put. */
function change(call: Call, query: Query, update: Update, found: Found): boolean {
  applyUpdate(found.doc, update, { filter: query.filter, inserting: false, nowMs: call.nowMs });
  return replaceRecord(call.store, query.collection!, found.id, found.bytes, found.doc);
}

function upsert(call: Call, query: Query, update: Update): Doc {
  const { store, db, nowMs } = call;
  const doc = decode(encode(documentOf(query.filter)));
  applyUpdate(doc, update, { filter: query.filter, inserting: true, nowMs });
  if (!doc.has('_id')) doc.set('_id', newObjectId(nowMs));
  const stored = decode(encodeDocument(doc, 17419));
  const name = collectionName(call);
  insertRecord(store, store.catalog.find(db, name) ?? store.catalog.create(db, name), stored);
  return stored;
}

export function update(call: Call): Promise<Reply> {
  const items = statements(call, 'updates');
  return call.store.storage.write(() => {
    let [n, nModified] = [0, 0];
    const upserted: Encodable[] = [];
    const reply = each(call, items, (item, index) => {
      const many = isTrue(item.get('multi'));
      const parsed = parseUpdate(item.get('u'), arrayField(item, 'arrayFilters'));
      if (many && parsed.replacement)
        throw new CommandError(9, 'multi update is not supported for replacement-style update');
      const query = queryOf(call, {
        filter: documentField(item, 'q'),
        hint: item.get('hint'),
        many,
      });
      const matched = [...run(call.store, query)];
      for (const found of matched) {
        if (change(call, query, parsed, found)) nModified += 1;
        n += 1;
      }
      if (matched.length > 0 || !isTrue(item.get('upsert'))) return;
      const made = upsert(call, query, parsed);
      upserted.push(docOf<Encodable>({ index, _id: made.get('_id')! }));
      n += 1;
    });
    const result = docOf<Encodable>({ n, nModified });
    if (upserted.length > 0) result.set('upserted', upserted);
    return new Map([...result, ...reply]);
  });
}

export function remove(call: Call): Promise<Reply> {
  const items = statements(call, 'deletes');
  return call.store.storage.write(() => {
    let n = 0;
    const reply = each(call, items, (item) => {
      const limit = item.get('limit');
      if (!isNumber(limit) || (toNumber(limit) !== 0 && toNumber(limit) !== 1)) {
        throw new CommandError(9, 'The limit field in delete objects must be 0 or 1');
      }
      const query = queryOf(call, {
        filter: documentField(item, 'q'),
        hint: item.get('hint'),
        many: toNumber(limit) === 0,
      });
      for (const found of [...run(call.store, query)]) {
        removeRecord(call.store, query.collection!, found.id, found.bytes);
        n += 1;
      }
    });
    return new Map([['n', n], ...reply]);
  });
}

export function findAndModify(call: Call): Promise<Reply> {
  const { store, command } = call;
  const [removing, wantsNew, upserting] = ['remove', 'new', 'upsert'].map((name) =>
    isTrue(command.get(name)),
  );
  if (removing && (command.has('update') || wantsNew || upserting)) {
    throw new CommandError(9, "Cannot specify 'update', 'new' or 'upsert' along with 'remove'");
  }
  if (!removing && !command.has('update'))
    throw new CommandError(9, "Either an update or 'remove' must be specified");
  const parsed = removing
    ? null
    : parseUpdate(command.get('update'), arrayField(command, 'arrayFilters'));
  const projection = parseProjection(command.get('fields'));
  const target = {
    filter: documentField(command, 'query'),
    sort: command.get('sort'),
    hint: command.get('hint'),
    many: false,
  };
  return store.storage.write(() => {
    const query = queryOf(call, target);
    const [found] = run(store, query);
    const shown = (doc: Doc): Doc => (projection ? projection(doc, query.filter) : doc);
    if (found) {
      const before = shown(decode(found.bytes));
      if (!parsed) {
        removeRecord(store, query.collection!, found.id, found.bytes);
        return modified(before, docOf<Encodable>({ n: 1 }));
      }
      change(call, query, parsed, found);
      return modified(
        wantsNew ? shown(found.doc) : before,
        docOf<Encodable>({ n: 1, updatedExisting: true }),
      );
    }
    if (!parsed || !upserting)
      return modified(
        null,
        docOf<Encodable>(removing ? { n: 0 } : { n: 0, updatedExisting: false }),
      );
    const made = upsert(call, query, parsed);
    return modified(
      wantsNew ? shown(made) : null,
      docOf<Encodable>({ n: 1, updatedExisting: false, upserted: made.get('_id')! }),
    );
  });
}

function modified(value: Doc | null, lastErrorObject: Reply): Reply {
  return docOf<Encodable>({ lastErrorObject, value });
}
