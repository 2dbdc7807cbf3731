/** Commands: the checks that every command passes, the table of all of them, and the small ones. */
import {
  type Doc,
  Double,
  dateValue,
  docOf,
  documentBytesMax,
  type Encodable,
  isDoc,
  isTrue,
  toNumber,
  type Value,
} from './bson.js';
import { type Call, checkedName, collectionName, collectionOf, type Reply } from './call.js';
import { type Collection, existingIndex, type Index, indexSpec } from './catalog.js';
import type { Cursors } from './cursors.js';
import { CommandError, notImplemented } from './errors.js';
import { matches, parseFilter } from './filter.js';
import { equal } from './keys.js';
import { documentField } from './query.js';
import { aggregate, count, distinct, explain, find } from './read-commands.js';
import { checkCollection, fillIndex, type Store } from './records.js';
import type { CommandName } from './supported.js';
import { findAndModify, insert, remove, update } from './write-commands.js';

export const messageBytesMax = 48_000_000;

/**
 * Answer one command.
 *
 * @throws CommandError; 59 for unknown commands, 238 for fields that are refused
 */
export async function execute(store: Store, cursors: Cursors, command: Doc): Promise<Reply> {
  const nowMs = Date.now();
  const name = checkedName(command);
  const db = command.get('$db');
  if (typeof db !== 'string')
    throw new CommandError(40571, 'OP_MSG requests require a $db argument');
  checkConcerns(command);
  const limitMs = toNumber(command.get('maxTimeMS'));
  const deadlineMs = limitMs > 0 ? nowMs + limitMs : Number.POSITIVE_INFINITY;
  const reply = await handlers[name]({ store, cursors, name, db, command, nowMs, deadlineMs });
  return reply.set('ok', new Double(1));
}

function checkConcerns(command: Doc): void {
  const read = documentField(command.get('readConcern'), 'readConcern');
  const other = [...read].find(
    ([name, value]) =>
      name !== 'level' || !['local', 'available', 'majority'].includes(String(value)),
  );
  if (other) throw notImplemented(`the read concern ${other.join(': ')}`);
  const w = documentField(command.get('writeConcern'), 'writeConcern').get('w');
  if (toNumber(w) > 1 || (typeof w === 'string' && w !== 'majority'))
    throw new CommandError(2, "cannot use 'w' > 1 when a host is not replicated");
}

function existingCollection(call: Call): Collection {
  const collection = collectionOf(call);
  if (collection) return collection;
  throw new CommandError(26, `ns does not exist: ${call.db}.${collectionName(call)}`);
}

type Handler = (call: Call) => Reply | Promise<Reply>;

const handlers: Record<CommandName, Handler> = {
  hello: ({ nowMs }) => hello(nowMs),
  ping: () => new Map(),
  buildInfo: () =>
    docOf<Encodable>({
      version: '7.0.0',
      versionArray: [7, 0, 0, 0],
      gitVersion: 'embedded store',
      bits: 64,
      maxBsonObjectSize: documentBytesMax,
    }),
  connectionStatus: () =>
    docOf<Encodable>({
      authInfo: docOf<Encodable>({ authenticatedUsers: [], authenticatedUserRoles: [] }),
    }),
  getParameter: () => docOf<Encodable>({ featureCompatibilityVersion: docOf({ version: '7.0' }) }),
  getCmdLineOpts: () => docOf<Encodable>({ argv: [], parsed: docOf({}) }),
  getLog: () => docOf<Encodable>({ totalLinesWritten: 0, log: [] }),
  endSessions: () => new Map(),
  killCursors: ({ cursors, command }) => cursors.kill(command.get('cursors')),
  getMore: (call) => call.cursors.more(call),
  insert,
  update,
  delete: remove,
  findAndModify,
  find,
  aggregate,
  count,
  distinct,
  explain,
  create: (call) =>
    writing(call, () => {
      const name = collectionName(call);
      if (collectionOf(call))
        throw new CommandError(48, `Collection already exists. NS: ${call.db}.${name}`);
      call.store.catalog.create(call.db, name);
      return new Map();
    }),
  drop: (call) =>
    writing(call, () => {
      const collection = collectionOf(call);
      if (!collection) return new Map();
      call.store.catalog.drop(collection);
      return docOf<Encodable>({
        nIndexesWas: collection.indexes.length,
        ns: `${call.db}.${collection.name}`,
      });
    }),
  dropDatabase: (call) =>
    writing(call, () => {
      for (const collection of collectionsIn(call)) call.store.catalog.drop(collection);
      return docOf<Encodable>({ dropped: call.db });
    }),
  createIndexes: (call) => writing(call, () => createIndexes(call)),
  dropIndexes: (call) => writing(call, () => dropIndexes(call)),
  listIndexes: (call) => {
    const { db, name, indexes } = existingCollection(call);
    return call.cursors.all(
      `${db}.${name}`,
      indexes.map(({ spec }) => spec),
    );
  },
  listCollections: (call) => {
    const filter = parseFilter(documentField(call.command.get('filter'), 'filter'));
    const items = collectionsIn(call).map(({ name, indexes }) => {
      const item = docOf<Value>({ name, type: 'collection' });
      if (isTrue(call.command.get('nameOnly'))) return item;
      return item
        .set('options', new Map())
        .set('info', docOf({ readOnly: false }))
        .set('idIndex', indexes[0]!.spec);
    });
    return call.cursors.all(
      `${call.db}.$cmd.listCollections`,
      items.filter((item) => matches(filter, item)),
    );
  },
  listDatabases: ({ store, command }) => {
    const filter = parseFilter(documentField(command.get('filter'), 'filter'));
    const names = [...new Set(store.catalog.list().map(({ db }) => db))].sort();
    const databases = names.map((name) => docOf<Value>({ name, sizeOnDisk: 0, empty: false }));
    return docOf<Encodable>({
      databases: databases.filter((item) => matches(filter, item)),
      totalSize: 0,
    });
  },
  validate: (call) => {
    const collection = existingCollection(call);
    const { count: nrecords, errors } = checkCollection(call.store, collection);
    return docOf<Encodable>({
      ns: `${call.db}.${collection.name}`,
      valid: errors.length === 0,
      nrecords,
      nIndexes: collection.indexes.length,
      errors,
    });
  },
};

function writing(call: Call, run: () => Reply): Promise<Reply> {
  return call.store.storage.write(run);
}

function collectionsIn({ store, db }: Call): Collection[] {
  return store.catalog.list().filter((collection) => collection.db === db);
}

/** What a standalone says: no replica set, so drivers send no transactions and no retryable writes. */
export function hello(nowMs: number): Reply {
  return docOf<Encodable>({
    helloOk: true,
    ismaster: true,
    isWritablePrimary: true,
    maxBsonObjectSize: documentBytesMax,
    maxMessageSizeBytes: messageBytesMax,
    maxWriteBatchSize: 100_000,
    localTime: dateValue(nowMs),
    logicalSessionTimeoutMinutes: 30,
    minWireVersion: 0,
    maxWireVersion: 21,
    readOnly: false,
  });
}

function createIndexes(call: Call): Reply {
  const { store, db, command } = call;
  const given = command.get('indexes');
  if (!Array.isArray(given) || given.length === 0)
    throw new CommandError(2, 'Must specify at least one index to create');
  const specs = given.map(indexSpec);
  const known = collectionOf(call);
  for (const spec of specs) existingIndex(known?.indexes ?? [], spec);
  const collection = known ?? store.catalog.create(db, collectionName(call));
  const numIndexesBefore = collection.indexes.length;
  const added: Index[] = [];
  try {
    for (const spec of specs) {
      if (existingIndex(collection.indexes, spec)) continue;
      added.push(store.catalog.addIndex(collection, spec));
      fillIndex(store, collection, added.at(-1)!);
    }
  } catch (error) {
    for (const index of added) store.catalog.dropIndex(collection, index);
    throw error;
  }
  const reply = docOf<Encodable>({
    numIndexesBefore,
    numIndexesAfter: collection.indexes.length,
    createdCollectionAutomatically: !known,
  });
  return added.length > 0 ? reply : reply.set('note', 'all indexes already exist');
}

function dropIndexes(call: Call): Reply {
  const collection = existingCollection(call);
  const wanted = call.command.get('index');
  const nIndexesWas = collection.indexes.length;
  const chosen = (Array.isArray(wanted) ? wanted : [wanted]).flatMap((item) => {
    if (item === '*') return collection.indexes.slice(1);
    const index = collection.indexes.find(({ name, spec }) =>
      isDoc(item) ? equal(spec.get('key'), item) : name === item,
    );
    if (!index) throw new CommandError(27, `index not found with name [${String(item)}]`);
    if (index.name === '_id_') throw new CommandError(72, 'cannot drop _id index');
    return index;
  });
  for (const index of new Set(chosen)) call.store.catalog.dropIndex(collection, index);
  return docOf<Encodable>({ nIndexesWas });
}
