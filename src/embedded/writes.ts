/** The commands insert, update, delete and findAndModify, each within a write, and the removal of expired documents. */
import {
  type Doc,
  dateValue,
  decode,
  type Encodable,
  encode,
  fillTimestamps,
  isDoc,
  newObjectId,
} from './bson.js';
import type { Call } from './call.js';
import { CommandError, check, notImplemented } from './errors.js';
import { errorReply, Fields, type Reply, reply, statementsMax } from './fields.js';
import { isOperators, parseFilter } from './filter.js';
import { parseProjection } from './project.js';
import { parseQuery, type Query, Search } from './search.js';
import type { Store, Stored } from './store.js';
import { statementFields } from './supported.js';
import { applyUpdate, documentOf, parseUpdate } from './update.js';

const expiryBatch = 500;

type Counts = Record<string, Encodable>;
type Run<T> = (item: T, index: number) => void;

/** Runs each item of a batch and replies with `counts`. Errors are listed; the first one ends an ordered batch. */
function each<T>(call: Call, batch: T[], counts: Counts, run: Run<T>): Reply {
  const isBatch = batch.length > 0 && batch.length <= statementsMax;
  check(isBatch, 16, `Write batch for ${call.namespace} must be of 1 to ${statementsMax}`);
  const writeErrors: Reply[] = [];
  for (const [index, item] of batch.entries()) {
    try {
      run(item, index);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      writeErrors.push(errorReply({ index }, error));
      if (call.fields.flag('ordered', true)) break;
    }
  }
  return reply(writeErrors.length > 0 ? { ...counts, writeErrors } : counts);
}

function statements({ fields }: Call, name: 'updates' | 'deletes'): Fields[] {
  return fields.docs(name).map((item) => new Fields(item, statementFields[name], `'${name}'`));
}

function insertDocument({ store, collection, namespace }: Call, doc: Doc): void {
  if (!doc.has('_id')) doc.set('_id', newObjectId());
  const id = doc.get('_id');
  const isPlain = !isDoc(id) || ![...id.keys()].some((name) => name.startsWith('$'));
  check(isPlain, 52, "a field of the '_id' begins with a dollar");
  store.insert(collection ?? store.create(namespace), doc);
}

export function insert(call: Call): Reply {
  const counts = { n: 0 };
  return each(call, call.fields.docs('documents'), counts, (doc) => {
    fillTimestamps(doc);
    insertDocument(call, doc);
    counts.n += 1;
  });
}

/**
 * Runs an update: a statement of `update`, or a findAndModify. Returns its effect on the documents found or, for an
 * upsert that found none, on the one inserted.
 */
function runUpdate(call: Call, fields: Fields, name: 'u' | 'update', query: Query) {
  const update = parseUpdate(fields.value(name), fields.docs('arrayFilters'));
  const search = new Search(call.store, call.namespace, query);
  const found = search.all();
  const isModified = (stored: Stored): boolean => {
    let counts = false;
    const change = (doc: Doc): void => {
      counts = applyUpdate(doc, update, query.filter, false);
    };
    return call.store.update(search.collection!, stored, change) || counts;
  };
  const modified = found.filter(isModified).length;
  if (found.length > 0 || !fields.flag('upsert')) return { found, modified, made: null };
  const made = decode(encode(documentOf(query.filter, update)));
  applyUpdate(made, update, query.filter, true);
  insertDocument(call, made);
  return { found, modified, made };
}

export function update(call: Call): Reply {
  const counts: { n: number; nModified: number; upserted?: Reply[] } = { n: 0, nModified: 0 };
  return each(call, statements(call, 'updates'), counts, (item, index) => {
    const isMulti = item.flag('multi');
    check(isOperators(item.value('u')) || !isMulti, 9, 'a multi update needs operators');
    const query = parseQuery(item, item.doc('q', null), isMulti ? 0 : 1);
    const { found, modified, made } = runUpdate(call, item, 'u', query);
    counts.n += made ? 1 : found.length;
    counts.nModified += modified;
    if (!made) return;
    counts.upserted ??= [];
    counts.upserted.push(reply({ index, _id: made.get('_id')! }));
  });
}

export function findAndModify(call: Call): Reply {
  const { fields } = call;
  if (fields.flag('remove')) throw notImplemented('findAndModify with remove');
  const project = parseProjection(fields.doc('fields'));
  const query = parseQuery(fields, fields.doc('query'), 1);
  const { found: all, made } = runUpdate(call, fields, 'update', query);
  const [found] = all;
  const before = found ? decode(found.bytes) : null;
  const value = fields.flag('new') ? (found?.doc ?? made) : before;
  const given = value && project ? project(encode(value)) : value;
  const lastErrorObject = reply({ n: found || made ? 1 : 0, updatedExisting: found !== undefined });
  if (made) lastErrorObject.set('upserted', made.get('_id')!);
  return reply({ lastErrorObject, value: given });
}

export function remove(call: Call): Reply {
  const counts = { n: 0 };
  const deletes = statements(call, 'deletes');
  for (const item of deletes) {
    check(item.count('limit', Number.NaN) <= 1, 9, 'the limit of a delete must be 0 or 1');
  }
  return each(call, deletes, counts, (item) => {
    const query = parseQuery(item, item.doc('q', null), item.count('limit'));
    counts.n += removeFound(new Search(call.store, call.namespace, query));
  });
}

/** Removes the documents that a search finds and returns their number. */
function removeFound(search: Search): number {
  const found = search.all();
  for (const stored of found) search.store.remove(search.collection!, stored);
  return found.length;
}

/**
 * Removes documents whose date is further before `nowMs` than their TTL index allows. Works in batches, so that other
 * writes run in between.
 */
export async function removeExpired(store: Store, nowMs: number): Promise<void> {
  for (const { namespace, tree, indexes } of [...store.collections.values()]) {
    for (const { pattern, partial, expireAfterSeconds } of indexes) {
      if (Number.isNaN(expireAfterSeconds)) continue;
      const $lte = dateValue(nowMs - expireAfterSeconds * 1000);
      const isOld = parseFilter(new Map([[pattern.names[0]!, new Map([['$lte', $lte]])]]));
      const filter = { kind: 'and', of: [isOld, ...partial] } as const;
      const query: Query = { filter, sort: null, skip: 0, limit: expiryBatch, hint: null };
      const batch = (): number => {
        const search = new Search(store, namespace, query);
        return search.collection?.tree === tree ? removeFound(search) : 0;
      };
      while ((await store.storage.write(batch)) === expiryBatch);
    }
  }
}
