/** insert, update, delete and findAndModify. */
import { randomBytes } from 'node:crypto';
import {
  type Doc,
  decode,
  docOf,
  type Encodable,
  encode,
  isDoc,
  isTrue,
  Raw,
  rawType,
  toNumber,
  type Value,
} from './bson.js';
import { type Call, collectionName, collectionOf, type Reply } from './call.js';
import type { Collection } from './catalog.js';
import { CommandError, notImplemented } from './errors.js';
import { parseProjection } from './project.js';
import {
  documentField,
  type Found,
  parseQuery,
  type Query,
  type QueryFields,
  run,
} from './query.js';
import { encodeDocument, insertRecord, removeRecord, replaceRecord } from './records.js';
import { has, statementFields } from './supported.js';
import { applyUpdate, documentOf, parseUpdate, type Update } from './update.js';

const processPart = randomBytes(5);
let lastId = randomBytes(3).readUIntBE(0, 3);

function newObjectId(nowMs: number): Raw {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(Math.floor(nowMs / 1000));
  processPart.copy(bytes, 4);
  lastId = (lastId + 1) & 0xffffff;
  bytes.writeUIntBE(lastId, 9, 3);
  return new Raw(rawType.objectId, bytes);
}

/** Run each statement of a command in one write; an error is listed, and stops the rest of an ordered command. */
function each(
  call: Call,
  field: keyof typeof statementFields,
  run: (item: Doc, index: number) => void,
  reply: () => Reply,
): Promise<Reply> {
  collectionName(call);
  const items = arrayField(call.command, field);
  const known = statementFields[field];
  if (items.length === 0 || items.length > 100_000) {
    throw new CommandError(
      16,
      `Write batch sizes must be between 1 and 100000. Got ${items.length} operations.`,
    );
  }
  for (const item of items) {
    if (!isDoc(item)) throw new CommandError(14, `'${field}' must hold documents`);
    const other = known && [...item.keys()].find((name) => !has(known, name));
    if (other) throw notImplemented(`the field '${other}' of a statement of ${call.name}`);
  }
  return call.store.storage.write(() => {
    const writeErrors: Encodable[] = [];
    for (const [index, item] of items.entries()) {
      try {
        run(item as Doc, index);
      } catch (error) {
        if (!(error instanceof CommandError)) throw error;
        const extra = error.extra as ReadonlyMap<string, Encodable>;
        writeErrors.push(
          new Map<string, Encodable>([
            ['index', index],
            ['code', error.code],
            ...extra,
            ['errmsg', error.message],
          ]),
        );
        if (call.command.get('ordered') !== false) break;
      }
    }
    return writeErrors.length > 0 ? reply().set('writeErrors', writeErrors) : reply();
  });
}

function arrayField(doc: Doc, name: string): Value[] {
  const value = doc.get(name) ?? [];
  if (Array.isArray(value)) return value;
  throw new CommandError(14, `'${name}' must be an array`);
}

function collectionToWrite(call: Call): Collection {
  return collectionOf(call) ?? call.store.catalog.create(call.db, collectionName(call));
}

export function insert(call: Call): Promise<Reply> {
  let n = 0;
  const one = (doc: Doc, index: number): void => {
    if (index === 0) n = 0;
    if (!doc.has('_id')) doc.set('_id', newObjectId(call.nowMs));
    insertRecord(call.store, collectionToWrite(call), doc);
    n += 1;
  };
  return each(call, 'documents', one, () => docOf<Encodable>({ n }));
}

function queryOf(call: Call, fields: QueryFields): Query {
  return parseQuery(collectionOf(call), fields, call.deadlineMs);
}

/** Change a found document and store it. All that can fail fails before anything is put. */
function change(call: Call, query: Query, update: Update, found: Found): boolean {
  applyUpdate(found.doc, update, query.filter, false);
  return replaceRecord(call.store, query.collection!, found.id, found.bytes, found.doc);
}

function upsert(call: Call, query: Query, update: Update): Doc {
  const doc = decode(encode(documentOf(query.filter)));
  applyUpdate(doc, update, query.filter, true);
  if (!doc.has('_id')) doc.set('_id', newObjectId(call.nowMs));
  const stored = decode(encodeDocument(doc, 17419));
  insertRecord(call.store, collectionToWrite(call), stored);
  return stored;
}

export function update(call: Call): Promise<Reply> {
  let [n, nModified, upserted] = [0, 0, [] as Encodable[]];
  const one = (item: Doc, index: number): void => {
    if (index === 0) [n, nModified, upserted] = [0, 0, []];
    const many = isTrue(item.get('multi'));
    const parsed = parseUpdate(item.get('u'), arrayField(item, 'arrayFilters'));
    if (many && parsed.replacement)
      throw new CommandError(9, 'multi update is not supported for replacement-style update');
    const query = queryOf(call, {
      filter: item.get('q'),
      hint: item.get('hint'),
      limit: many ? 0 : 1,
    });
    const matched = [...run(call.store, query)];
    for (const found of matched) {
      if (change(call, query, parsed, found)) nModified += 1;
      n += 1;
    }
    if (matched.length > 0 || !isTrue(item.get('upsert'))) return;
    upserted.push(docOf<Encodable>({ index, _id: upsert(call, query, parsed).get('_id')! }));
    n += 1;
  };
  return each(call, 'updates', one, () =>
    docOf<Encodable>(upserted.length > 0 ? { n, nModified, upserted } : { n, nModified }),
  );
}

export function remove(call: Call): Promise<Reply> {
  let n = 0;
  const one = (item: Doc, index: number): void => {
    if (index === 0) n = 0;
    const limit = toNumber(item.get('limit'));
    if (limit !== 0 && limit !== 1)
      throw new CommandError(9, 'The limit field in delete objects must be 0 or 1');
    const query = queryOf(call, { filter: item.get('q'), hint: item.get('hint'), limit });
    for (const found of [...run(call.store, query)]) {
      removeRecord(call.store, query.collection!, found.id, found.bytes);
      n += 1;
    }
  };
  return each(call, 'deletes', one, () => docOf<Encodable>({ n }));
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
  const projection = parseProjection(command.get('fields')) ?? ((doc: Doc) => doc);
  const fields = {
    filter: documentField(command.get('query'), 'query'),
    sort: command.get('sort'),
    hint: command.get('hint'),
    limit: 1,
  };
  const answer = (value: Doc | null, lastErrorObject: Record<string, Encodable>): Reply => {
    return docOf<Encodable>({
      lastErrorObject: docOf(lastErrorObject),
      value: value && projection(value),
    });
  };
  return store.storage.write(() => {
    const query = queryOf(call, fields);
    const [found] = run(store, query);
    if (found && !parsed) {
      removeRecord(store, query.collection!, found.id, found.bytes);
      return answer(found.doc, { n: 1 });
    }
    if (found) {
      change(call, query, parsed!, found);
      return answer(wantsNew ? found.doc : decode(found.bytes), { n: 1, updatedExisting: true });
    }
    if (!parsed || !upserting)
      return answer(null, parsed ? { n: 0, updatedExisting: false } : { n: 0 });
    const made = upsert(call, query, parsed);
    return answer(wantsNew ? made : null, {
      n: 1,
      updatedExisting: false,
      upserted: made.get('_id')!,
    });
  });
}
