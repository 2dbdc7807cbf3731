/** The commands find, aggregate and count, and explain for each of them. */
import { type Group, parseGroup, parseStage, type Transform } from './aggregate.js';
import { type Doc, encode, isDoc, type Value } from './bson.js';
import { Call } from './call.js';
import { countFound, countGroups, planGroup } from './counting.js';
import { check, notImplemented } from './errors.js';
import { Fields, type Reply, reply } from './fields.js';
import type { Index } from './indexes.js';
import { mapPaced, type Paced, pause, run, type Steps } from './pace.js';
import { countsKeys, type Plan } from './planner.js';
import { parseProjection } from './project.js';
import { parseQuery, Search } from './search.js';

const firstBatchDefault = 101;

function searchOf({ name, store, namespace, fields, maxTimeMs }: Call): Search {
  if (name !== 'count') {
    return new Search(store, namespace, parseQuery(fields, fields.doc('filter')), maxTimeMs);
  }
  const limit = Math.abs(fields.whole('limit'));
  const query = parseQuery(fields, fields.doc('query'), limit);
  return new Search(store, namespace, query, maxTimeMs);
}

export function find(call: Call): Promise<Reply> {
  const { cursors, fields } = call;
  const search = searchOf(call);
  const project = parseProjection(fields.doc('projection'));
  const documents = mapPaced(search.found(), ({ bytes }) => (project ? project(bytes) : bytes));
  const size = fields.count('batchSize', firstBatchDefault);
  return cursors.open(search, documents, size, fields.flag('singleBatch'));
}

/** A pipeline. Its leading `$match`, `$sort`, `$skip` and `$limit` are converted to a search. */
interface Pipeline {
  readonly search: Search;
  /** The `$group` that follows the search, if any. */
  readonly group: Group | null;
  readonly transforms: readonly Transform[];
}

function pipelineOf(call: Call): Pipeline {
  const stages = call.fields.docs('pipeline').map(parseStage);
  const given: Doc = new Map();
  for (const name of ['match', 'sort', 'skip', 'limit']) {
    if (stages[0]?.name === `$${name}`) given.set(name, stages.shift()!.operand);
  }
  const fields = new Fields(given, [...given.keys()], 'a pipeline');
  const query = parseQuery(fields, fields.doc('match'));
  const search = new Search(call.store, call.namespace, query, call.maxTimeMs);
  const group = stages[0]?.name === '$group' ? parseGroup(stages[0].operand) : null;
  return { search, group, transforms: stages.map(({ transform }) => transform) };
}

/** Yields the results of a pipeline. A group that an index can count reads no documents. */
function results({ search, group, transforms }: Pipeline): Paced<Doc> {
  const plan = group && planGroup(search, group);
  const isCountOfAll = group?.isCount === true && group.id.path === null;
  let docs: Paced<Doc>;
  let left = transforms;
  if (group && (plan || isCountOfAll)) {
    docs = plan ? countGroups(search, group, plan) : countAll(search, group);
    left = transforms.slice(1);
  } else {
    docs = mapPaced(search.found(), ({ doc }) => doc);
  }
  for (const transform of left) docs = transform(docs);
  return docs;
}

/** Yields one group with the count of all documents; no group if there are no documents. */
function* countAll(search: Search, { id, sums }: Group): Generator<Doc | typeof pause, undefined> {
  const count = yield* countFound(search);
  if (count === 0) return;
  const all = id.evaluate(new Map()) ?? null;
  yield new Map<string, Value>([['_id', all], ...sums.map(([name]) => [name, count] as const)]);
}

export function aggregate(call: Call): Promise<Reply> {
  const pipeline = pipelineOf(call);
  const cursor = new Fields(call.fields.doc('cursor'), ['batchSize'], "'cursor'");
  const size = cursor.count('batchSize', firstBatchDefault);
  const encoded = mapPaced(results(pipeline), encode);
  return call.cursors.open(pipeline.search, encoded, size);
}

export async function count(call: Call): Promise<Reply> {
  const search = searchOf(call);
  return reply({ n: await run(countFound(search), () => search.checkThere()) });
}

/** Reports the index of a search, and the numbers of keys and documents examined. */
export async function explain({ store, cursors, db, target }: Call): Promise<Reply> {
  check(isDoc(target), 14, "'explain' needs a command");
  const call = new Call(store, cursors, target, db);
  const isSearch = ['find', 'aggregate', 'count'].includes(call.name);
  if (!isSearch) throw notImplemented(`explain of ${call.name}`);
  const pipeline = call.name === 'aggregate' ? pipelineOf(call) : null;
  const search = pipeline?.search ?? searchOf(call);
  const found = pipeline ? results(pipeline) : search.found();
  const steps = call.name === 'count' ? countFound(search) : numberOf(found);
  const nReturned = await run(steps, () => search.checkThere());
  const totalKeysExamined = search.keysExamined;
  const totalDocsExamined = search.docsExamined;
  const counted = pipeline?.group && planGroup(search, pipeline.group);
  const isCount = call.name === 'count' || pipeline?.group?.isCount;
  let winningPlan = stagesOf(search);
  if (counted) {
    winningPlan = scanOf('GROUP', 'DISTINCT_SCAN', counted.index);
  } else if (isCount && countsKeys(search.plan) && search.plan.index) {
    winningPlan = scanOf('COUNT', 'COUNT_SCAN', search.plan.index);
  }
  return reply({
    queryPlanner: reply({ namespace: call.namespace, winningPlan, rejectedPlans: [] }),
    executionStats: reply({ nReturned, totalKeysExamined, totalDocsExamined }),
  });
}

function* numberOf(items: Paced<unknown>): Steps<number> {
  let number = 0;
  for (const item of items) {
    if (item === pause) {
      yield pause;
    } else {
      number += 1;
    }
  }
  return number;
}

/** Describes a stage that reads only keys, and the stage that consumes it. */
function scanOf(outer: string, stage: string, index: Index): Reply {
  return reply({ stage: outer, inputStage: reply({ stage, ...keysOf(index) }) });
}

function keysOf({ name, spec, multikey }: Index) {
  return { indexName: name, keyPattern: spec.get('key')!, isMultiKey: multikey !== 0 };
}

function stagesOf({ collection, query, plan }: Search): Reply {
  if (!collection) return reply({ stage: 'EOF' });
  let stage = reply({ stage: 'COLLSCAN' });
  if (plan.union.length > 0) {
    stage = reply({ stage: 'OR', inputStages: plan.union.map(readingOf) });
    stage = reply({ stage: 'FETCH', inputStage: stage });
  } else if (plan.index) {
    stage = reply({ stage: 'FETCH', inputStage: readingOf(plan) });
  }
  return query.sort && !plan.sorted ? reply({ stage: 'SORT', inputStage: stage }) : stage;
}

/** The reading of one index. */
function readingOf({ index, groups, reverse }: Plan): Reply {
  const direction = reverse ? 'backward' : 'forward';
  const scan = reply({ stage: 'IXSCAN', ...(index && keysOf(index)), direction });
  const merged = Math.max(...groups.map((spans) => spans.length));
  if (merged <= 1) return scan;
  return reply({ stage: 'SORT_MERGE', inputStages: Array(merged).fill(scan) });
}
