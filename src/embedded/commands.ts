/** Commands: the checks that every command passes, the table of all of them, and the small ones. */
import {
  type Doc,
  Double,
  dateValue,
  docOf,
  documentBytesMax,
  toNumber,
  type Value,
} from './bson.js';
import { type Call, collectionOf, namespaceOf, type Reply, readCommand, reply } from './call.js';
import { batchReply, type Cursors } from './cursors.js';
import { CommandError, notImplemented } from './errors.js';
import { matches, parseFilter } from './filter.js';
import { aggregate, count, explain, find } from './reads.js';
import type { Collection, Store } from './store.js';
import type { CommandName } from './supported.js';
import { messageBytesMax } from './wire.js';
import { findAndModify, insert, remove, update } from './writes.js';

/** Answer one command. @throws CommandError; 59 for unknown commands, 238 for fields that are refused */
export async function execute(store: Store, cursors: Cursors, given: Doc): Promise<Reply> {
  const command = readCommand(given);
  const { $db: db, readConcern, writeConcern } = command.fields;
  if (typeof db !== 'string')
    throw new CommandError(40571, 'OP_MSG requests require a $db argument');
  const w = writeConcern?.get('w');
  if (toNumber(w) > 1 || (typeof w === 'string' && w !== 'majority'))
    throw new CommandError(2, "cannot use 'w' > 1 when a host is not replicated");
  // Whatever is read is on disk, but one search may see what another writes meanwhile.
  if (readConcern?.get('level') === 'snapshot') throw notImplemented("readConcern 'snapshot'");
  const call: Call = { ...command, store, cursors, db };
  const answer = writing.has(command.name)
    ? await store.storage.write(() => handlers[command.name](call))
    : handlers[command.name](call);
  return answer.set('ok', new Double(1));
}

/** The commands that run within a write. */
const writing = new Set<CommandName>([
  'insert',
  'update',
  'delete',
  'findAndModify',
  'createIndexes',
  'drop',
  'dropDatabase',
]);

const handlers: Record<CommandName, (call: Call) => Reply> = {
  /** What a standalone says: no replica set, so drivers send no transactions and no retryable writes. */
  hello: () =>
    reply({
      helloOk: true,
      ismaster: true,
      isWritablePrimary: true,
      maxBsonObjectSize: documentBytesMax,
      maxMessageSizeBytes: messageBytesMax,
      maxWriteBatchSize: 100_000,
      localTime: dateValue(Date.now()),
      logicalSessionTimeoutMinutes: 30,
      minWireVersion: 0,
      maxWireVersion: 21,
      readOnly: false,
    }),
  ping: () => reply({}),
  buildInfo: () =>
    reply({ version: '7.0.0', versionArray: [7, 0, 0, 0], gitVersion: 'embedded store' }),
  endSessions: () => reply({}),
  getMore: (call) => {
    const named: Call = { ...call, target: call.fields.collection ?? null };
    const [tree, { batchSize }] = [collectionOf(named)?.tree, call.fields];
    return call.cursors.more(call.target as bigint, namespaceOf(named), tree, batchSize);
  },
  killCursors: ({ cursors, fields }) => cursors.kill(fields.cursors),
  insert,
  update,
  delete: remove,
  findAndModify,
  find,
  aggregate,
  count,
  explain,
  createIndexes,
  drop: (call) => {
    const collection = collectionOf(call);
    if (collection) call.store.drop(collection);
    return reply(
      collection ? { ns: collection.namespace, nIndexesWas: collection.indexes.length } : {},
    );
  },
  dropDatabase: ({ store, db }) => {
    for (const collection of collectionsIn(store, db)) store.drop(collection);
    return reply({ dropped: db });
  },
  listIndexes: (call) => {
    const { namespace, indexes } = existing(call);
    return batchReply(
      namespace,
      'firstBatch',
      indexes.map(({ spec }) => spec),
    );
  },
  listCollections: ({ store, db, fields }) => {
    const filter = parseFilter(fields.filter ?? new Map());
    const items = collectionsIn(store, db).map(({ namespace, indexes }) => {
      const item = docOf<Value>({ name: namespace.slice(db.length + 1), type: 'collection' });
      if (!fields.nameOnly) item.set('options', new Map()).set('idIndex', indexes[0]!.spec);
      return item;
    });
    const chosen = items.filter((item) => matches(filter, item));
    return batchReply(`${db}.$cmd.listCollections`, 'firstBatch', chosen);
  },
  listDatabases: ({ store }) => {
    const names = new Set(store.list().map(({ namespace }) => namespace.split('.')[0]!));
    const databases = [...names].sort().map((name) => reply({ name, sizeOnDisk: 0, empty: false }));
    return reply({ databases, totalSize: 0 });
  },
  validate: (call) => {
    const collection = existing(call);
    const [nrecords, errors] = [call.store.count(collection), call.store.check(collection)];
    return reply({ ns: namespaceOf(call), valid: errors.length === 0, nrecords, errors });
  },
};

function collectionsIn(store: Store, db: string): Collection[] {
  return store.list().filter(({ namespace }) => namespace.startsWith(`${db}.`));
}

function existing(call: Call): Collection {
  const collection = collectionOf(call);
  if (collection) return collection;
  throw new CommandError(26, `ns does not exist: ${namespaceOf(call)}`);
}

function createIndexes(call: Call): Reply {
  const { store, fields } = call;
  const known = collectionOf(call);
  const collection = known ?? store.create(namespaceOf(call));
  const numIndexesBefore = collection.indexes.length;
  try {
    for (const spec of fields.indexes ?? []) store.addIndex(collection, spec);
  } catch (cause) {
    throw new Error('what was put is taken back', { cause });
  }
  const numIndexesAfter = collection.indexes.length;
  return reply({ numIndexesBefore, numIndexesAfter, createdCollectionAutomatically: !known });
}
