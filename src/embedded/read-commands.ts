/** find, aggregate, count, distinct, and explain for each command that searches. */
import { parseStage, type Transform, wholeNumber } from './aggregate.js';
import { type Doc, docOf, type Encodable, encode, isDoc, isTrue, type Value } from './bson.js';
import { type Collection, treeStart } from './catalog.js';
import { type Call, checkFields, collectionName, commandNamed, type Reply } from './commands.js';
import { CommandError, notImplemented } from './errors.js';
import { anyAt, type Filter, matchAll, parseFilter } from './filter.js';
import { keyOf } from './keys.js';
import { parseProjection } from './project.js';
import {
  type Counters,
  type Found,
  parseHint,
  parseSort,
  planOf,
  type Query,
  run,
} from './query.js';

function documentOf(value: Value | undefined, name: string): Doc {
  if (value === undefined || value === null) return new Map();
  if (!isDoc(value)) throw new CommandError(14, `'${name}' must be a document`);
  return value;
}

function atLeastZero(value: Value | undefined, name: string): number {
  return value === undefined || value === null ? 0 : wholeNumber(value, name, 0, 2);
}

/** The query of a command that has its filter and sort in these fields. */
function queryOf(call: Call, filterName: string, sort?: Value): Query {
  const { command, store, db, deadlineMs } = call;
  const collection = store.catalog.find(db, collectionName(call));
  return {
    collection,
    filter: parseFilter(documentOf(command.get(filterName), filterName)),
    sort: parseSort(sort),
    skip: atLeastZero(command.get('skip'), 'skip'),
    limit: atLeastZero(command.get('limit'), 'limit') || Number.POSITIVE_INFINITY,
    hint: parseHint(collection, command.get('hint')),
    deadlineMs,
  };
}

/** Stands for a collection that is not there: nothing in it, nothing to go on with. */
function noCollection(call: Call): Collection {
  return { db: call.db, name: collectionName(call), tree: 0, indexes: [], nextRecord: null };
}

export function find(call: Call): Reply {
  const { command, store, cursors } = call;
  const query = queryOf(call, 'filter', command.get('sort'));
  const projection = parseProjection(command.get('projection'));
  const documents = map(run(store, query), (found) =>
    projection ? encode(projection(found.doc, query.filter)) : found.bytes,
  );
  return cursors.open(
    call,
    query.collection ?? noCollection(call),
    documents,
    command.get('batchSize'),
    isTrue(command.get('singleBatch')),
  );
}

function* map<T, U>(items: Iterable<T>, change: (item: T) => U): Generator<U> {
  for (const item of items) yield change(item);
}

interface Pipeline {
  readonly query: Query;
  readonly transforms: readonly Transform[];
}

/** A pipeline whose leading $match, $sort, $skip and $limit have become the query it begins with. */
function pipelineOf(call: Call): Pipeline {
  const { command, store, db, deadlineMs } = call;
  if (typeof [...command.values()][0] !== 'string') throw notImplemented('aggregate on a database');
  const given = command.get('pipeline');
  if (!Array.isArray(given)) throw new CommandError(14, "'pipeline' must be an array");
  const stages = given.map(parseStage);
  const collection = store.catalog.find(db, collectionName(call));
  let filter: Filter = matchAll;
  const take = (name: string): Value | undefined =>
    stages[0]?.name === name ? stages.shift()!.operand : undefined;
  const match = take('$match');
  if (match !== undefined) filter = parseFilter(match as Doc);
  const sort = parseSort(take('$sort'));
  const skip = atLeastZero(take('$skip'), '$skip');
  const limit = atLeastZero(take('$limit'), '$limit') || Number.POSITIVE_INFINITY;
  const query = {
    collection,
    filter,
    sort,
    skip,
    limit,
    hint: parseHint(collection, command.get('hint')),
    deadlineMs,
  };
  return { query, transforms: stages.map(({ transform }) => transform) };
}

function* results(source: Iterable<Found>, transforms: readonly Transform[]): Generator<Buffer> {
  if (transforms.length === 0) {
    for (const { bytes } of source) yield bytes;
    return;
  }
  let docs: Iterable<Doc> = map(source, (found) => found.doc);
  for (const transform of transforms) docs = transform(docs);
  for (const doc of docs) yield encode(doc);
}

export function aggregate(call: Call): Reply {
  const { command, store, cursors } = call;
  const { query, transforms } = pipelineOf(call);
  const options = command.get('cursor');
  if (!isDoc(options))
    throw new CommandError(
      9,
      "The 'cursor' option is required, except for aggregate with the explain argument",
    );
  return cursors.open(
    call,
    query.collection ?? noCollection(call),
    results(run(store, query), transforms),
    options.get('batchSize'),
  );
}

export function count(call: Call): Reply {
  const query = queryOf(call, 'query');
  let n = 0;
  const { collection, filter, skip, limit } = query;
  if (collection && filter.kind === 'and' && filter.of.length === 0) {
    const all = call.store.storage.count(
      treeStart(collection.tree),
      treeStart(collection.tree + 1),
    );
    n = Math.min(Math.max(0, all - skip), limit);
  } else {
    for (const _ of run(call.store, query)) n += 1;
  }
  return docOf<Encodable>({ n });
}

export function distinct(call: Call): Reply {
  const path = call.command.get('key');
  if (typeof path !== 'string') throw new CommandError(14, "'key' must be a string");
  const values = new Map<string, Value>();
  const add = (value: Value): void => {
    const key = keyOf(value).toString('latin1');
    if (!values.has(key)) values.set(key, value);
  };
  for (const { doc } of run(call.store, queryOf(call, 'query'))) {
    anyAt(doc, path.split('.'), 0, (value) => {
      if (Array.isArray(value)) value.forEach(add);
      else if (value !== undefined) add(value);
      return false;
    });
  }
  return docOf<Encodable>({ values: [...values.values()] });
}

/** Which index the command would use, and what it would read: keys and documents examined. */
export function explain(call: Call): Reply {
  const inner = [...call.command.values()][0];
  if (!isDoc(inner)) throw new CommandError(14, 'explain needs a command');
  const [given] = inner.keys();
  const name = commandNamed(given ?? '');
  checkFields(name, given!, inner);
  const query = explainedQuery({ ...call, name, command: inner });
  const chosen = planOf(query);
  const counters: Counters = { keys: 0, docs: 0 };
  let returned = 0;
  for (const _ of run(call.store, query, counters)) returned += 1;
  let stage: Reply = docOf<Encodable>({ stage: chosen ? 'COLLSCAN' : 'EOF' });
  if (chosen?.index) {
    const scan = docOf<Encodable>({
      stage: 'IXSCAN',
      keyPattern: chosen.index.spec.get('key')!,
      indexName: chosen.index.name,
      isMultiKey: chosen.index.multikey !== 0,
      direction: chosen.reverse ? 'backward' : 'forward',
      ranges: chosen.ranges.length,
    });
    stage = docOf<Encodable>({
      stage: 'FETCH',
      inputStage:
        chosen.order === 'merge'
          ? docOf<Encodable>({ stage: 'SORT_MERGE', inputStage: scan })
          : scan,
    });
  }
  if (chosen && query.sort && chosen.order === 'none')
    stage = docOf<Encodable>({ stage: 'SORT', inputStage: stage });
  return docOf<Encodable>({
    queryPlanner: docOf<Encodable>({
      namespace: `${call.db}.${String([...inner.values()][0])}`,
      winningPlan: stage,
      rejectedPlans: [],
    }),
    executionStats: docOf<Encodable>({
      executionSuccess: true,
      nReturned: returned,
      totalKeysExamined: counters.keys,
      totalDocsExamined: counters.docs,
    }),
    serverInfo: docOf({ version: '7.0.0' }),
  });
}

function explainedQuery(call: Call): Query {
  const { command } = call;
  switch (call.name) {
    case 'find':
      return queryOf(call, 'filter', command.get('sort'));
    case 'count':
    case 'distinct':
      return queryOf(call, 'query');
    case 'findAndModify':
      return { ...queryOf(call, 'query', command.get('sort')), limit: 1 };
    case 'aggregate':
      return pipelineOf(call).query;
    case 'update':
    case 'delete': {
      const items = command.get(call.name === 'update' ? 'updates' : 'deletes');
      const first = Array.isArray(items) ? items[0] : undefined;
      if (!isDoc(first)) throw new CommandError(9, 'explain needs one statement');
      return queryOf(
        { ...call, command: new Map([...command].slice(0, 1)).set('q', first.get('q') ?? null) },
        'q',
      );
    }
    default:
      throw notImplemented(`explain of ${call.name}`);
  }
}
