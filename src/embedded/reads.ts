/** find, aggregate, count, and explain for each of them. */
import { parseStage, type Transform } from './aggregate.js';
import { type Doc, encode, isDoc } from './bson.js';
import { Call, Fields, type Reply, reply } from './call.js';
import { check, notImplemented } from './errors.js';
import { conjuncts } from './filter.js';
import { parseProjection } from './project.js';
import { parseQuery, Search } from './search.js';

const firstBatchDefault = 101;

function* map<T, U>(items: Iterable<T>, change: (item: T) => U): Generator<U, undefined> {
  for (const item of items) yield change(item);
}

function searchOf({ name, store, namespace, fields }: Call): Search {
  if (name !== 'count')
    return new Search(store, namespace, parseQuery(fields, fields.doc('filter')));
  const limit = Math.abs(fields.whole('limit'));
  return new Search(store, namespace, parseQuery(fields, fields.doc('query'), limit));
}

export function find(call: Call): Reply {
  const { cursors, fields } = call;
  const search = searchOf(call);
  const project = parseProjection(fields.doc('projection'));
  const documents = map(search.found(), (stored) =>
    project ? encode(project(stored.doc)) : stored.bytes,
  );
  const size = fields.count('batchSize', firstBatchDefault);
  return cursors.open(search, documents, size, fields.flag('singleBatch'));
}

/** A pipeline whose leading $match, $sort, $skip and $limit have become the search it begins with. */
function pipelineOf(call: Call): { search: Search; transforms: Transform[] } {
  const stages = call.fields.docs('pipeline').map(parseStage);
  const given: Doc = new Map();
  for (const name of ['match', 'sort', 'skip', 'limit'])
    if (stages[0]?.name === `$${name}`) given.set(name, stages.shift()!.operand);
  const fields = new Fields(given, [...given.keys()], 'a pipeline');
  const query = parseQuery(fields, fields.doc('match'));
  const search = new Search(call.store, call.namespace, query);
  return { search, transforms: stages.map(({ transform }) => transform) };
}

export function aggregate(call: Call): Reply {
  const { search, transforms } = pipelineOf(call);
  const cursor = new Fields(call.fields.doc('cursor'), ['batchSize'], "'cursor'");
  let docs: Iterable<Doc> = map(search.found(), ({ doc }) => doc);
  for (const transform of transforms) docs = transform(docs);
  const size = cursor.count('batchSize', firstBatchDefault);
  return call.cursors.open(search, map(docs, encode), size);
}

export function count(call: Call): Reply {
  const search = searchOf(call);
  const { collection, query } = search;
  const isOfAll = collection && conjuncts(query.filter).length === 0;
  const found = isOfAll ? call.store.count(collection) - query.skip : [...search.found()].length;
  return reply({ n: Math.min(Math.max(0, found), query.limit) });
}

/** Which index a search would use, and what it reads: keys and documents examined. */
export function explain({ store, cursors, db, target }: Call): Reply {
  check(isDoc(target), 14, "'explain' needs a command");
  const call = new Call(store, cursors, target, db);
  const isSearch = ['find', 'aggregate', 'count'].includes(call.name);
  if (!isSearch) throw notImplemented(`explain of ${call.name}`);
  const search = call.name === 'aggregate' ? pipelineOf(call).search : searchOf(call);
  const nReturned = [...search.found()].length;
  const [totalKeysExamined, totalDocsExamined] = [search.keysExamined, search.docsExamined];
  const winningPlan = stagesOf(search);
  return reply({
    queryPlanner: reply({ namespace: call.namespace, winningPlan, rejectedPlans: [] }),
    executionStats: reply({ nReturned, totalKeysExamined, totalDocsExamined }),
  });
}

function stagesOf({ collection, query, plan }: Search): Reply {
  if (!collection) return reply({ stage: 'EOF' });
  const { index, groups, reverse, sorted } = plan;
  let stage = reply({ stage: 'COLLSCAN' });
  if (index) {
    const [keyPattern, isMultiKey] = [index.spec.get('key')!, index.multikey !== 0];
    const direction = reverse ? 'backward' : 'forward';
    stage = reply({ stage: 'IXSCAN', indexName: index.name, keyPattern, isMultiKey, direction });
    const merged = Math.max(...groups.map((spans) => spans.length));
    if (merged > 1) stage = reply({ stage: 'SORT_MERGE', inputStages: Array(merged).fill(stage) });
    stage = reply({ stage: 'FETCH', inputStage: stage });
  }
  return query.sort && !sorted ? reply({ stage: 'SORT', inputStage: stage }) : stage;
}
