/** find, aggregate, count, and explain for each of them. */
import { parseStage, type Transform } from './aggregate.js';
import { type Doc, encode, isDoc } from './bson.js';
import {
  type Call,
  collectionOf,
  namespaceOf,
  parseFields,
  type Reply,
  readCommand,
  reply,
} from './call.js';
import { CommandError, notImplemented } from './errors.js';
import { conjuncts } from './filter.js';
import { plan } from './planner.js';
import { parseProjection } from './project.js';
import { type Found, parseQuery, type Query, run } from './query.js';

function* map<T, U>(items: Iterable<T>, change: (item: T) => U): Generator<U> {
  for (const item of items) yield change(item);
}

export function find(call: Call): Reply {
  const query = parseQuery(collectionOf(call), call.fields);
  const project = parseProjection(call.fields.projection);
  const give = (found: Found): Buffer => (project ? encode(project(found.doc)) : found.bytes);
  const documents = map(run(call.store, query), give);
  return call.cursors.open(namespaceOf(call), query.collection?.tree, documents, call.fields);
}

/** A pipeline whose leading $match, $sort, $skip and $limit have become the query it begins with. */
function pipelineOf(call: Call): { query: Query; transforms: Transform[] } {
  const stages = (call.fields.pipeline ?? []).map(parseStage);
  const given: Doc = new Map();
  for (const [stage, field] of [
    ['$match', 'filter'],
    ['$sort', 'sort'],
    ['$skip', 'skip'],
    ['$limit', 'limit'],
  ] as const)
    if (stages[0]?.name === stage) given.set(field, stages.shift()!.operand);
  const transforms = stages.map(({ transform }) => transform);
  const query = parseQuery(collectionOf(call), parseFields(given, [...given.keys()], 'a pipeline'));
  return { query, transforms };
}

export function aggregate(call: Call): Reply {
  const { query, transforms } = pipelineOf(call);
  const { batchSize } = parseFields(call.fields.cursor ?? new Map(), ['batchSize'], "'cursor'");
  const found = run(call.store, query);
  let docs: Iterable<Doc> = map(found, ({ doc }) => doc);
  for (const transform of transforms) docs = transform(docs);
  const documents = transforms.length > 0 ? map(docs, encode) : map(found, ({ bytes }) => bytes);
  return call.cursors.open(namespaceOf(call), query.collection?.tree, documents, { batchSize });
}

export function count(call: Call): Reply {
  const query = parseQuery(collectionOf(call), call.fields);
  const { collection, filter, skip, limit } = query;
  if (!collection || conjuncts(filter).length > 0)
    return reply({ n: [...run(call.store, query)].length });
  return reply({ n: Math.min(Math.max(0, call.store.count(collection) - skip), limit) });
}

/** Which index a search would use, and what it reads: keys and documents examined. */
export function explain(call: Call): Reply {
  if (!isDoc(call.target)) throw new CommandError(14, "'explain' needs a command");
  const inner: Call = { ...call, ...readCommand(call.target) };
  if (!['find', 'aggregate', 'count'].includes(inner.name))
    throw notImplemented(`explain of ${inner.name}`);
  const query =
    inner.name === 'aggregate'
      ? pipelineOf(inner).query
      : parseQuery(collectionOf(inner), inner.fields);
  const examined = { keys: 0, docs: 0 };
  const nReturned = [...run(call.store, query, examined)].length;
  return reply({
    queryPlanner: reply({
      namespace: namespaceOf(inner),
      winningPlan: stagesOf(query),
      rejectedPlans: [],
    }),
    executionStats: reply({
      executionSuccess: true,
      nReturned,
      totalKeysExamined: examined.keys,
      totalDocsExamined: examined.docs,
    }),
  });
}

function stagesOf({ collection, filter, sort }: Query): Reply {
  if (!collection) return reply({ stage: 'EOF' });
  const { index, groups, reverse, sorted } = plan(collection, filter, sort);
  let stage = reply({ stage: 'COLLSCAN' });
  if (index) {
    const [keyPattern, isMultiKey] = [index.spec.get('key')!, index.multikey !== 0];
    const direction = reverse ? 'backward' : 'forward';
    stage = reply({ stage: 'IXSCAN', indexName: index.name, keyPattern, isMultiKey, direction });
    const merged = Math.max(...groups.map((spans) => spans.length));
    if (merged > 1) stage = reply({ stage: 'SORT_MERGE', inputStages: Array(merged).fill(stage) });
    stage = reply({ stage: 'FETCH', inputStage: stage });
  }
  return sort && !sorted ? reply({ stage: 'SORT', inputStage: stage }) : stage;
}
