/** The command table, the checks that apply to every command, and the small commands. */
import { arch, cpus, hostname, release, totalmem, type } from 'node:os';
import { isAbsolute, join } from 'node:path';
import {
  type Doc,
  Double,
  dateValue,
  docOf,
  documentBytesMax,
  toNumber,
  type Value,
} from './bson.js';
import { Call } from './call.js';
import { batchReply, type Cursors } from './cursors.js';
import { CommandError, check, notImplemented } from './errors.js';
import { type Reply, reply, statementsMax } from './fields.js';
import { matches, parseFilter } from './filter.js';
import { dataFile } from './owner.js';
import { run, runAtOnce } from './pace.js';
import { aggregate, count, explain, find } from './reads.js';
import { hasRoom } from './storage.js';
import type { Collection, Store } from './store.js';
import type { CommandName } from './supported.js';
import { messageBytesMax } from './wire.js';
import { findAndModify, insert, remove, update } from './writes.js';

/**
 * Runs one command.
 *
 * @throws CommandError 59 for unknown commands, 238 for unsupported fields
 */
export async function execute(store: Store, cursors: Cursors, given: Doc): Promise<Reply> {
  const call = new Call(store, cursors, given);
  const w = call.fields.doc('writeConcern').get('w');
  const isHere = !(toNumber(w) > 1) && (typeof w !== 'string' || w === 'majority');
  check(isHere, 2, "cannot use 'w' > 1 when a host is not replicated");
  // All data that is read is on disk, but a search can see writes that are committed while it runs.
  const level = call.fields.doc('readConcern').get('level') ?? 'local';
  if (!['local', 'available', 'majority'].includes(level as string)) {
    throw notImplemented(`the read concern '${level}'`);
  }
  const version = call.fields.value('apiVersion');
  check(version === null || version === '1', 322, `API version must be "1"`);
  if (call.fields.flag('apiStrict')) throw notImplemented("the strict API of 'apiStrict'");
  const answer = await handlers[call.name](call);
  return answer.set('ok', new Double(1));
}

/** Runs the command within a write and replies once the write is on disk. */
function write(handler: (call: Call) => Reply): (call: Call) => Promise<Reply> {
  return (call) => call.store.storage.write(() => handler(call));
}

/** Runs a write that can leave entries of dropped collections to remove; the reply does not wait for the removal. */
function swept(handler: (call: Call) => Reply): (call: Call) => Promise<Reply> {
  return async (call) => {
    const answer = await write(handler)(call);
    // Entries that cannot be removed now are removed at the next tick.
    call.store.sweep().catch(() => undefined);
    return answer;
  };
}

/** The reply of a standalone server. Without a replica set, drivers send no transactions and no retryable writes. */
const hello = (): Reply =>
  reply({
    helloOk: true,
    ismaster: true,
    isWritablePrimary: true,
    maxBsonObjectSize: documentBytesMax,
    maxMessageSizeBytes: messageBytesMax,
    maxWriteBatchSize: statementsMax,
    localTime: dateValue(Date.now()),
    logicalSessionTimeoutMinutes: 30,
    minWireVersion: 0,
    maxWireVersion: 21,
    readOnly: false,
  });

const buildInfo = (): Reply =>
  reply({ version: '7.0.0', versionArray: [7, 0, 0, 0], gitVersion: 'embedded store' });

/** The machine details that clients display when they connect. */
const hostInfo = (): Reply =>
  reply({
    system: reply({
      currentTime: dateValue(Date.now()),
      hostname: hostname(),
      cpuAddrSize: 64,
      memSizeMB: Math.floor(totalmem() / 1024 / 1024),
      numCores: cpus().length,
      cpuArch: arch(),
    }),
    os: reply({ type: type(), name: type(), version: release() }),
    extra: reply({}),
  });

/** Returns counts taken from the indexes alone. Sizes are omitted, because they would require reading all documents. */
async function dbStats({ store, db }: Call): Promise<Reply> {
  const collections = collectionsIn(store, db);
  let objects = 0;
  for (const each of collections) objects += await run(store.storage.count(store.all(each)));
  const indexes = collections.reduce((sum, each) => sum + each.indexes.length, 0);
  return reply({ db, collections: collections.length, views: 0, objects, indexes });
}

async function collStats(call: Call): Promise<Reply> {
  const { collection, namespace: ns, store } = call;
  const count = collection ? await run(store.storage.count(store.all(collection))) : 0;
  return reply({ ns, count, nindexes: collection?.indexes.length ?? 0, capped: false });
}

const handlers: Record<CommandName, (call: Call) => Reply | Promise<Reply>> = {
  hello,
  isMaster: hello,
  ismaster: hello,
  /** A full disk is an error here, so that health checks report it. */
  ping: ({ store }) => {
    check(hasRoom(store.storage.folder), 14031, 'the disk is full');
    return reply({});
  },
  buildInfo,
  buildinfo: buildInfo,
  connectionStatus: () =>
    reply({ authInfo: reply({ authenticatedUsers: [], authenticatedUserRoles: [] }) }),
  hostInfo,
  dbStats,
  collStats,
  endSessions: () => reply({}),
  getMore: ({ cursors, db, fields, target }) => {
    const namespace = `${db}.${String(fields.value('collection'))}`;
    return cursors.more(target as bigint, namespace, fields.count('batchSize'));
  },
  killCursors: ({ cursors, fields }) => cursors.kill(fields.value('cursors')),
  insert: write(insert),
  update: write(update),
  delete: write(remove),
  findAndModify: write(findAndModify),
  find,
  aggregate,
  count,
  explain,
  createIndexes: write(createIndexes),
  drop: swept(({ store, collection }) => {
    if (!collection) return reply({});
    store.drop(collection);
    return reply({ ns: collection.namespace, nIndexesWas: collection.indexes.length });
  }),
  dropDatabase: swept(({ store, db }) => {
    for (const collection of collectionsIn(store, db)) store.drop(collection);
    return reply({ dropped: db });
  }),
  listIndexes: (call) => {
    const { namespace, indexes } = existing(call);
    const specs = indexes.map(({ spec }) => spec);
    return batchReply(namespace, 'firstBatch', specs);
  },
  listCollections: ({ store, db, fields }) => {
    const filter = parseFilter(fields.doc('filter'));
    const items = collectionsIn(store, db).map(({ namespace, indexes }) => {
      const item = docOf<Value>({ name: namespace.slice(db.length + 1), type: 'collection' });
      if (fields.flag('nameOnly')) return item;
      return item.set('options', new Map()).set('idIndex', indexes[0]!.spec);
    });
    const chosen = items.filter((item) => matches(filter, item));
    return batchReply(`${db}.$cmd.listCollections`, 'firstBatch', chosen);
  },
  listDatabases: ({ store, fields }) => {
    const filter = parseFilter(fields.doc('filter'));
    const names = [...store.collections.keys()].map((namespace) => namespace.split('.')[0]!);
    const describeDatabase = (name: string) => docOf<Value>({ name, sizeOnDisk: 0, empty: false });
    const databases = [...new Set(names)].sort().map(describeDatabase);
    return reply({ databases: databases.filter((item) => matches(filter, item)), totalSize: 0 });
  },
  validate: (call) => {
    const collection = existing(call);
    const { storage } = call.store;
    const nrecords = runAtOnce(storage.count(call.store.all(collection)));
    const errors = call.store.check(collection);
    return reply({ ns: call.namespace, valid: errors.length === 0, nrecords, errors });
  },
  backup: async ({ store, fields }) => {
    const folder = fields.value('folder');
    check(typeof folder === 'string' && isAbsolute(folder), 2, 'folder must be an absolute path');
    await store.storage.copyTo(join(folder, dataFile)).catch(({ message }: Error) => {
      throw new CommandError(1, `the copy has failed: ${message}`);
    });
    return reply({});
  },
};

function collectionsIn(store: Store, db: string): Collection[] {
  return [...store.collections.values()].filter(({ namespace }) => namespace.startsWith(`${db}.`));
}

function existing({ collection, namespace }: Call): Collection {
  check(collection !== undefined, 26, `ns does not exist: ${namespace}`);
  return collection;
}

function createIndexes({ store, collection: known, namespace, fields }: Call): Reply {
  const specs = fields.docs('indexes');
  check(specs.length > 0, 2, 'must specify at least one index to create');
  const collection = known ?? store.create(namespace);
  const numIndexesBefore = collection.indexes.length;
  for (const spec of specs) store.addIndex(collection, spec);
  const numIndexesAfter = collection.indexes.length;
  return reply({ numIndexesBefore, numIndexesAfter, createdCollectionAutomatically: !known });
}
