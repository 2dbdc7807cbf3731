/** find, aggregate, count, distinct, and explain for each command that searches. */
import { parseStage, type Transform } from './aggregate.js';
import { type Doc, docOf, type Encodable, encode, isDoc, type Value } from './bson.js';
import { type Call, checkedName, collectionOf, type Reply } from './call.js';
import { treeStart } from './catalog.js';
import { CommandError, notImplemented } from './errors.js';
import { anyAt } from './filter.js';
import { keyOf } from './keys.js';
import { parseProjection } from './project.js';
import {
  documentField,
  type Found,
  parseQuery,
  planOf,
  type Query,
  type QueryFields,
  run,
} from './query.js';

function queryOf(call: Call, fields: QueryFields): Query {
  return parseQuery(
    collectionOf(call),
    { hint: call.command.get('hint'), ...fields },
    call.deadlineMs,
  );
}

function* map<T, U>(items: Iterable<T>, change: (item: T) => U): Generator<U> {
  for (const item of items) yield change(item);
}

/** The query of a command whose fields have the names of a query's parts. */
function plainQuery(call: Call, filter: 'filter' | 'query' | 'q'): Query {
  const [sort, skip, limit] = ['sort', 'skip', 'limit'].map((name) => call.command.get(name));
  return queryOf(call, { filter: call.command.get(filter), sort, skip, limit });
}

export function find(call: Call): Reply {
  const query = plainQuery(call, 'filter');
  const projection = parseProjection(call.command.get('projection'));
  const give = projection
    ? (found: Found) => encode(projection(found.doc))
    : (found: Found) => found.bytes;
  const reply = call.cursors.open(
    call,
    map(run(call.store, query), give),
    call.command.get('batchSize'),
  );
  query.deadlineMs = Number.POSITIVE_INFINITY;
  return reply;
}

/** A pipeline whose leading $match, $sort, $skip and $limit have become the query it begins with. */
function pipelineOf(call: Call): { query: Query; transforms: Transform[] } {
  const given = call.command.get('pipeline');
  if (typeof [...call.command.values()][0] !== 'string')
    throw notImplemented('aggregate on a database');
  if (!Array.isArray(given)) throw new CommandError(14, "'pipeline' must be an array");
  const stages = given.map(parseStage);
  const take = (name: string): Value | undefined =>
    stages[0]?.name === name ? stages.shift()!.operand : undefined;
  const query = queryOf(call, {
    filter: take('$match'),
    sort: take('$sort'),
    skip: take('$skip'),
    limit: take('$limit'),
  });
  return { query, transforms: stages.map(({ transform }) => transform) };
}

export function aggregate(call: Call): Reply {
  const { query, transforms } = pipelineOf(call);
  const options = call.command.get('cursor');
  if (!isDoc(options))
    throw new CommandError(
      9,
      "The 'cursor' option is required, except for aggregate with the explain argument",
    );
  const found = run(call.store, query);
  let docs: Iterable<Doc> = map(found, ({ doc }) => doc);
  for (const transform of transforms) docs = transform(docs);
  const results = transforms.length === 0 ? map(found, ({ bytes }) => bytes) : map(docs, encode);
  const reply = call.cursors.open(call, results, options.get('batchSize'));
  query.deadlineMs = Number.POSITIVE_INFINITY;
  return reply;
}

export function count(call: Call): Reply {
  const query = plainQuery(call, 'query');
  const { collection, filter, skip, limit } = query;
  let n = 0;
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
  for (const { doc } of run(call.store, plainQuery(call, 'query'))) {
    anyAt(doc, path.split('.'), 0, (value = []) => {
      for (const item of Array.isArray(value) ? value : [value])
        values.set(keyOf(item).toString('latin1'), item);
      return false;
    });
  }
  return docOf<Encodable>({ values: [...values.values()] });
}

/** Which index the command would use, and what it reads: keys and documents examined. */
export function explain(call: Call): Reply {
  const command = documentField([...call.command.values()][0], 'explain');
  const query = explainedQuery({ ...call, name: checkedName(command), command });
  const counters = { keys: 0, docs: 0 };
  const nReturned = [...run(call.store, query, counters)].length;
  const chosen = planOf(query);
  let stage: Reply = docOf<Encodable>({ stage: chosen ? 'COLLSCAN' : 'EOF' });
  if (chosen?.index) {
    const { name: indexName, spec, multikey } = chosen.index;
    const direction = chosen.reverse ? 'backward' : 'forward';
    const inputStage = docOf<Encodable>({
      stage: 'IXSCAN',
      indexName,
      keyPattern: spec.get('key')!,
      isMultiKey: multikey !== 0,
      direction,
    });
    stage = docOf<Encodable>({ stage: 'FETCH', inputStage });
  }
  if (chosen && query.sort && !chosen.sorted)
    stage = docOf<Encodable>({ stage: 'SORT', inputStage: stage });
  const executionStats = {
    executionSuccess: true,
    nReturned,
    totalKeysExamined: counters.keys,
    totalDocsExamined: counters.docs,
  };
  return docOf<Encodable>({
    queryPlanner: docOf<Encodable>({
      namespace: `${call.db}.${[...command.values()][0]}`,
      winningPlan: stage,
      rejectedPlans: [],
    }),
    executionStats: docOf<Encodable>(executionStats),
  });
}

function explainedQuery(call: Call): Query {
  switch (call.name) {
    case 'find':
      return plainQuery(call, 'filter');
    case 'count':
    case 'distinct':
    case 'findAndModify':
      return plainQuery(call, 'query');
    case 'aggregate':
      return pipelineOf(call).query;
    case 'update':
    case 'delete': {
      const [first] = (call.command.get('updates') ?? call.command.get('deletes') ?? []) as Value[];
      return queryOf(call, { filter: documentField(first, 'statement').get('q') });
    }
    default:
      throw notImplemented(`explain of ${call.name}`);
  }
}
