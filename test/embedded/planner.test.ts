import type { Document } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { collectionOf, otherServer, useServer } from './server.js';

const server = useServer();

/** The plan of a search: its stages, the index, how much it read. */
async function explained(
  collection: Awaited<ReturnType<typeof collectionOf>>,
  filter: Document,
  sort: Document = {},
  limit = 0,
) {
  const plan = await collection.find(filter).sort(sort).limit(limit).explain('executionStats');
  const stages: string[] = [];
  let index: string | null = null;
  for (let stage = plan['queryPlanner'].winningPlan; stage; stage = stage.inputStage) {
    stages.push(stage.stage);
    index = stage.indexName ?? index;
  }
  return { stages, index, docs: plan['executionStats'].totalDocsExamined as number };
}

describe.skipIf(otherServer)('the planner', () => {
  const docs = Array.from(
    { length: 300 },
    (_, i) =>
      ({
        _id: i,
        owner: i % 3,
        state: ['a', 'b', 'c', 'd'][i % 4],
        at: i,
        tags: [i % 5, i % 7],
        due: i < 10 ? i : undefined,
      }) as Document,
  );
  const indexes = [{ owner: 1, at: -1, _id: -1 }, { state: 1, at: -1 }, { tags: 1 }];

  type Row = [
    name: string,
    filter: Document,
    sort: Document,
    limit: number,
    index: string | null,
    stages: string[],
    docsMax: number,
  ];
  const rows: Row[] = [
    ['by _id', { _id: 5 }, {}, 0, '_id_', ['FETCH', 'IXSCAN'], 1],
    ['by several _ids', { _id: { $in: [5, 6] } }, {}, 0, '_id_', ['FETCH', 'IXSCAN'], 2],
    ['by a range of _ids', { _id: { $gt: 5, $lte: 9 } }, {}, 0, '_id_', ['FETCH', 'IXSCAN'], 4],
    ['by equality', { owner: 1 }, {}, 0, 'owner_1_at_-1__id_-1', ['FETCH', 'IXSCAN'], 100],
    [
      'by equality, in the order of the index',
      { owner: 1 },
      { at: -1, _id: -1 },
      20,
      'owner_1_at_-1__id_-1',
      ['FETCH', 'IXSCAN'],
      20,
    ],
    [
      'by equality, in the opposite order',
      { owner: 1 },
      { at: 1, _id: 1 },
      20,
      'owner_1_at_-1__id_-1',
      ['FETCH', 'IXSCAN'],
      20,
    ],
    [
      'by equality and a range, in order',
      { owner: 1, at: { $lt: 100 } },
      { at: -1 },
      10,
      'owner_1_at_-1__id_-1',
      ['FETCH', 'IXSCAN'],
      10,
    ],
    [
      'by a keyset page',
      { owner: 1, at: { $lte: 100 }, $or: [{ at: { $lt: 100 } }, { at: 100, _id: { $lt: 100 } }] },
      { at: -1, _id: -1 },
      10,
      'owner_1_at_-1__id_-1',
      ['FETCH', 'IXSCAN'],
      11,
    ],
    [
      'by a keyset page that says its bound in the $or alone',
      { owner: 1, $or: [{ at: { $lt: 100 } }, { at: 100, _id: { $lt: 100 } }] },
      { at: -1, _id: -1 },
      10,
      'owner_1_at_-1__id_-1',
      ['FETCH', 'IXSCAN'],
      11,
    ],
    [
      'by $in before a sort: sorted afterwards',
      { state: { $in: ['a', 'b'] } },
      { at: -1 },
      10,
      'state_1_at_-1',
      ['SORT', 'FETCH', 'IXSCAN'],
      150,
    ],
    [
      'by $in and a range',
      { state: { $in: ['a', 'b'] }, at: { $gte: 280 } },
      {},
      0,
      'state_1_at_-1',
      ['FETCH', 'IXSCAN'],
      10,
    ],
    [
      'by $in, in the order of the whole index',
      { state: { $in: ['a', 'b'] } },
      { state: 1, at: -1 },
      10,
      'state_1_at_-1',
      ['FETCH', 'IXSCAN'],
      10,
    ],
    [
      'in an order that no index gives',
      { owner: 1 },
      { at: -1, _id: 1 },
      20,
      'owner_1_at_-1__id_-1',
      ['SORT', 'FETCH', 'IXSCAN'],
      100,
    ],
    ['by a value in an array', { tags: 6 }, {}, 0, 'tags_1', ['FETCH', 'IXSCAN'], 60],
    ['an array index gives no order', {}, { tags: 1 }, 5, null, ['SORT', 'COLLSCAN'], 300],
    ['by order alone', {}, { _id: -1 }, 5, '_id_', ['FETCH', 'IXSCAN'], 5],
    ['by nothing that is indexed', { at: 7 }, {}, 0, null, ['COLLSCAN'], 300],
    [
      'by a sparse index, where the filter needs the field',
      { due: { $lte: 5 } },
      { due: 1 },
      0,
      'due_1',
      ['FETCH', 'IXSCAN'],
      6,
    ],
    ['not by a sparse index for what is missing', { due: null }, {}, 0, null, ['COLLSCAN'], 300],
    [
      'by a partial index, where the filter implies it',
      { owner: 1, due: { $lte: 5 } },
      { due: 1 },
      0,
      'owner_1_due_1',
      ['FETCH', 'IXSCAN'],
      2,
    ],
  ];

  test.each(rows)('%s', async (_, filter, sort, limit, index, stages, docsMax) => {
    const collection = await collectionOf(server.db, docs);
    for (const key of indexes) await collection.createIndex(key as never);
    await collection.createIndex({ due: 1 }, { sparse: true });
    await collection.createIndex(
      { owner: 1, due: 1 },
      { partialFilterExpression: { due: { $exists: true } } },
    );
    const plan = await explained(collection, filter, sort, limit);
    expect([plan.index, plan.stages]).toEqual([index, stages]);
    expect(plan.docs).toBeLessThanOrEqual(docsMax);
  });

  test('explains updates, deletes, counts, distinct, findAndModify and pipelines', async () => {
    const collection = await collectionOf(server.db, docs);
    const name = collection.collectionName;
    const searches: Document[] = [
      { update: name, updates: [{ q: { _id: 1 }, u: { $set: { x: 1 } } }] },
      { delete: name, deletes: [{ q: { _id: 1 }, limit: 1 }] },
      { count: name, query: { _id: 1 } },
      { distinct: name, key: 'at', query: { _id: 1 } },
      { findAndModify: name, query: { _id: 1 }, remove: true },
      { aggregate: name, pipeline: [{ $match: { _id: 1 } }, { $count: 'n' }], cursor: {} },
    ];
    for (const search of searches) {
      const plan = await server.db.command({ explain: search });
      expect(plan['queryPlanner'].winningPlan.inputStage.indexName).toBe('_id_');
      expect(plan['executionStats'].totalDocsExamined).toBe(1);
    }
    expect(await collection.countDocuments()).toBe(300);
  });
});
