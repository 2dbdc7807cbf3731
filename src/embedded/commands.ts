/** Commands: the checks that every command passes, the table of all of them, and the small ones. */
import {
  type Doc,
  Double,
  dateValue,
  docOf,
  documentBytesMax,
  type Encodable,
  isDoc,
  isNumber,
  isTrue,
  toNumber,
  type Value,
} from './bson.js';
import { existingIndex, indexSpec } from './catalog.js';
import type { Cursors } from './cursors.js';
import { CommandError, notImplemented } from './errors.js';
import { matches, parseFilter } from './filter.js';
import { equal } from './keys.js';
import { aggregate, count, distinct, explain, find } from './read-commands.js';
import { checkCollection, fillIndex, type Store } from './records.js';
import { type CommandName, commandAliases, commands, genericFields, has } from './supported.js';
import { findAndModify, insert, remove, update } from './write-commands.js';

export type Reply = Map<string, Encodable>;

/** One command being answered. */
export interface Call {
  readonly store: Store;
  readonly cursors: Cursors;
  readonly name: CommandName;
  readonly db: string;
  readonly command: Doc;
  readonly nowMs: number;
  readonly deadlineMs: number;
}

export const messageBytesMax = 48_000_000;

/**
 * Answer one command.
 *
 * @throws CommandError; 59 for unknown commands, 238 for fields that are refused
 */
export async function execute(store: Store, cursors: Cursors, command: Doc): Promise<Reply> {
  const nowMs = Date.now();
  const [given] = command.keys();
  const name = commandNamed(given ?? '');
  const db = command.get('$db');
  if (typeof db !== 'string')
    throw new CommandError(40571, 'OP_MSG requests require a $db argument');
  checkFields(name, given!, command);
  checkConcerns(command);
  const maxTime = command.get('maxTimeMS');
  const limitMs = isNumber(maxTime) ? toNumber(maxTime) : 0;
  const deadlineMs = limitMs > 0 ? nowMs + limitMs : Number.POSITIVE_INFINITY;
  const reply = await handlers[name]({ store, cursors, name, db, command, nowMs, deadlineMs });
  return reply.set('ok', new Double(1));
}

export function commandNamed(given: string): CommandName {
  const name = commandAliases[given] ?? given;
  if (!Object.hasOwn(commands, name)) throw new CommandError(59, `no such command: '${given}'`);
  return name as CommandName;
}

/** @throws CommandError 238 for a field that the command does not take */
export function checkFields(name: CommandName, given: string, command: Doc): void {
  for (const field of command.keys()) {
    if (
      field === given ||
      has(genericFields, field) ||
      has(commands[name] as readonly string[], field)
    )
      continue;
    throw notImplemented(`the field '${field}' of the command ${name}`);
  }
}

function checkConcerns(command: Doc): void {
  const read = command.get('readConcern');
  const level = isDoc(read) ? read.get('level') : undefined;
  if (level !== undefined && !['local', 'available', 'majority'].includes(String(level))) {
    throw notImplemented(`the read concern ${String(level)}`);
  }
  if (isDoc(read) && [...read.keys()].some((name) => name !== 'level'))
    throw notImplemented('read concerns of causal consistency');
  const write = command.get('writeConcern');
  const w = isDoc(write) ? write.get('w') : undefined;
  if ((isNumber(w) && toNumber(w) > 1) || (typeof w === 'string' && w !== 'majority')) {
    throw new CommandError(2, "cannot use 'w' > 1 when a host is not replicated");
  }
}

/** The collection that a command names. */
export function collectionName({ name, command }: Call): string {
  const value = [...command.values()][0];
  if (typeof value !== 'string' || value === '')
    throw new CommandError(73, `collection name has invalid type or is empty in ${name}`);
  return value;
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
      modules: [],
      bits: 64,
      debug: false,
      maxBsonObjectSize: documentBytesMax,
      storageEngines: ['lmdb'],
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
  create,
  drop,
  dropDatabase,
  createIndexes,
  dropIndexes,
  listIndexes,
  listCollections,
  listDatabases,
  validate,
};

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
    connectionId: 1,
    minWireVersion: 0,
    maxWireVersion: 21,
    readOnly: false,
  });
}

function create(call: Call): Promise<Reply> {
  const { store, db } = call;
  const name = collectionName(call);
  return store.storage.write(() => {
    if (store.catalog.find(db, name))
      throw new CommandError(48, `Collection already exists. NS: ${db}.${name}`);
    store.catalog.create(db, name);
    return new Map();
  });
}

function drop(call: Call): Promise<Reply> {
  const { store, db } = call;
  const name = collectionName(call);
  return store.storage.write(() => {
    const collection = store.catalog.find(db, name);
    if (!collection) return new Map();
    store.catalog.drop(collection);
    return docOf<Encodable>({ nIndexesWas: collection.indexes.length, ns: `${db}.${name}` });
  });
}

function dropDatabase({ store, db }: Call): Promise<Reply> {
  return store.storage.write(() => {
    const mine = [...store.catalog.list()].filter((collection) => collection.db === db);
    for (const collection of mine) store.catalog.drop(collection);
    return mine.length > 0 ? docOf<Encodable>({ dropped: db }) : new Map();
  });
}

function createIndexes(call: Call): Promise<Reply> {
  const { store, db, command } = call;
  const name = collectionName(call);
  const given = command.get('indexes');
  if (!Array.isArray(given) || given.length === 0)
    throw new CommandError(2, 'Must specify at least one index to create');
  const specs = given.map(indexSpec);
  return store.storage.write(() => {
    const known = store.catalog.find(db, name);
    const missing = specs.filter((spec) => !known || !existingIndex(known, spec));
    const collection = known ?? store.catalog.create(db, name);
    const before = collection.indexes.length;
    const added = [];
    try {
      for (const spec of missing) {
        if (existingIndex(collection, spec)) continue;
        const index = store.catalog.addIndex(collection, spec);
        added.push(index);
        fillIndex(store, collection, index);
      }
    } catch (error) {
      for (const index of added) store.catalog.dropIndex(collection, index);
      throw error;
    }
    const reply = docOf<Encodable>({
      numIndexesBefore: before,
      numIndexesAfter: collection.indexes.length,
      createdCollectionAutomatically: !known,
    });
    return added.length > 0 ? reply : reply.set('note', 'all indexes already exist');
  });
}

function dropIndexes(call: Call): Promise<Reply> {
  const { store, db, command } = call;
  const wanted = command.get('index');
  return store.storage.write(() => {
    const collection = existing(call);
    const before = collection.indexes.length;
    const chosen = (Array.isArray(wanted) ? wanted : [wanted]).flatMap((item) => {
      if (item === '*') return collection.indexes.slice(1);
      const index = collection.indexes.find(({ name, spec }) =>
        isDoc(item) ? equal(spec.get('key'), item) : name === item,
      );
      if (!index)
        throw new CommandError(
          27,
          `index not found with name [${String(item)}] in ${db}.${collection.name}`,
        );
      if (index.name === '_id_') throw new CommandError(72, 'cannot drop _id index');
      return index;
    });
    for (const index of new Set(chosen)) store.catalog.dropIndex(collection, index);
    return docOf<Encodable>({ nIndexesWas: before });
  });
}

function existing(call: Call) {
  const name = collectionName(call);
  const collection = call.store.catalog.find(call.db, name);
  if (!collection) throw new CommandError(26, `ns does not exist: ${call.db}.${name}`);
  return collection;
}

function listIndexes(call: Call): Reply {
  const collection = existing(call);
  return call.cursors.all(
    `${call.db}.${collection.name}`,
    collection.indexes.map(({ spec }) => spec),
  );
}

function listCollections({ store, cursors, db, command }: Call): Reply {
  const filter = parseFilter((command.get('filter') as Doc | undefined) ?? new Map());
  const nameOnly = isTrue(command.get('nameOnly'));
  const items: Doc[] = [];
  for (const collection of store.catalog.list()) {
    if (collection.db !== db) continue;
    const item = docOf<Value>({ name: collection.name, type: 'collection' });
    if (!nameOnly)
      item
        .set('options', new Map())
        .set('info', docOf({ readOnly: false }))
        .set('idIndex', collection.indexes[0]!.spec);
    if (matches(filter, item)) items.push(item);
  }
  return cursors.all(`${db}.$cmd.listCollections`, items);
}

function listDatabases({ store, command }: Call): Reply {
  const filter = parseFilter((command.get('filter') as Doc | undefined) ?? new Map());
  const names = [...new Set([...store.catalog.list()].map(({ db }) => db))].sort();
  const databases = names
    .map((name) => docOf<Value>({ name, sizeOnDisk: 0, empty: false }))
    .filter((item) => matches(filter, item));
  return docOf<Encodable>({ databases, totalSize: 0 });
}

function validate(call: Call): Reply {
  const collection = existing(call);
  const { records, errors } = checkCollection(call.store, collection);
  return docOf<Encodable>({
    ns: `${call.db}.${collection.name}`,
    valid: errors.length === 0,
    nrecords: records,
    nIndexes: collection.indexes.length,
    errors,
  });
}
