import type { Document } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { codeOf, collectionOf, otherServer, useServer } from '../embedded/server.js';

const server = useServer();

/** Returns the plan of a search: its stages, the index, the number of documents and keys read. */
async function explained(
  collection: Awaited<ReturnType<typeof collectionOf>>,
  filter: Document,
  sort: Document = {},
  limit = 0,
) {
  const plan = await collection.find(filter).sort(sort).limit(limit).explain('executionStats');
  const stages: string[] = [];
  let index: string | null = null;
  let stage = plan['queryPlanner'].winningPlan;
  for (; stage; stage = stage.inputStage ?? stage.inputStages?.[0]) {
    stages.push(stage.stage);
    index = stage.indexName ?? index;
  }
  const { totalDocsExamined: docs, totalKeysExamined: keys } = plan['executionStats'];
  return { stages, index, docs: docs as number, keys: keys as number };
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
        tags: [i % 5, i % 7, `w${i % 7}`],
        due: i < 10 ? i : undefined,
        kind: i % 30,
      }) as Document,
  );
  const indexes = [
    { owner: 1, at: -1, _id: -1 },
    { state: 1, at: -1 },
    { tags: 1 },
    { tags: 1, at: 1 },
    { owner: 1, state: 1, at: -1, _id: -1 },
    { kind: 1, at: -1 },
  ];

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
      'by equality rather than by $in, if both give the order',
      { state: { $in: ['a', 'b'] }, kind: 7, at: { $gt: 0 } },
      { at: -1 },
      20,
      'kind_1_at_-1',
      ['FETCH', 'IXSCAN'],
      10,
    ],
    [
      'by $in, in the order of what follows: its parts are merged',
      { state: { $in: ['a', 'b'] } },
      { at: -1 },
      10,
      'state_1_at_-1',
      ['FETCH', 'SORT_MERGE', 'IXSCAN'],
      10,
    ],
    [
      'by $in, in the opposite order of what follows',
      { state: { $in: ['a', 'b', 'd'] }, at: { $lt: 200 } },
      { at: 1 },
      10,
      'state_1_at_-1',
      ['FETCH', 'SORT_MERGE', 'IXSCAN'],
      10,
    ],
    [
      'by equality and $in before a sort',
      { owner: 1, state: { $in: ['a', 'b'] } },
      { at: -1, _id: -1 },
      10,
      'owner_1_state_1_at_-1__id_-1',
      ['FETCH', 'SORT_MERGE', 'IXSCAN'],
      10,
    ],
    [
      'by two $in, the order naming the first, in directions that no index has',
      { owner: { $in: [0, 1, 2] }, state: { $in: ['a', 'b'] } },
      { owner: 1, at: 1, _id: 1 },
      60,
      'owner_1_state_1_at_-1__id_-1',
      ['SORT', 'FETCH', 'IXSCAN'],
      150,
    ],
    [
      'by two $in, the order naming the first: groups of merged parts',
      { owner: { $in: [0, 1, 2] }, state: { $in: ['a', 'b'] } },
      { owner: -1, at: 1, _id: 1 },
      60,
      'owner_1_state_1_at_-1__id_-1',
      ['FETCH', 'SORT_MERGE', 'IXSCAN'],
      60,
    ],
    [
      'by a value in an array, in the order of what follows',
      { tags: 6 },
      { at: 1 },
      5,
      'tags_1_at_1',
      ['FETCH', 'IXSCAN'],
      5,
    ],
    [
      'by $in and a sort on a path that holds arrays: sorted afterwards',
      { state: { $in: ['a', 'b'] } },
      { tags: 1 },
      5,
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
    [
      'by the first characters of a text in an array',
      { tags: { $regex: '^w5' } },
      {},
      0,
      'tags_1',
      ['FETCH', 'IXSCAN'],
      43,
    ],
    [
      'not by a condition on an element',
      { tags: { $elemMatch: { $gt: 4, $lt: 6 } } },
      {},
      0,
      null,
      ['COLLSCAN'],
      300,
    ],
    ['an array index gives no order', {}, { tags: 1 }, 5, null, ['SORT', 'COLLSCAN'], 300],
    ['by order alone', {}, { _id: -1 }, 5, '_id_', ['FETCH', 'IXSCAN'], 5],
    ['by nothing that is indexed', { at: 7 }, {}, 0, null, ['COLLSCAN'], 300],
    [
      'by a sparse index, if the filter needs the field',
      { due: { $lte: 5 } },
      { due: 1 },
      0,
      'due_1',
      ['FETCH', 'IXSCAN'],
      6,
    ],
    ['not by a sparse index for missing fields', { due: null }, {}, 0, null, ['COLLSCAN'], 300],
    [
      'by the branches of $or, each by an index',
      { $or: [{ kind: 7 }, { _id: { $lt: 5 } }, { state: 'a', at: { $gt: 290 } }] },
      {},
      0,
      'kind_1_at_-1',
      ['FETCH', 'OR', 'IXSCAN'],
      19,
    ],
    [
      'by $or, sorted afterwards',
      { $or: [{ kind: 7 }, { kind: 8 }] },
      { at: -1 },
      5,
      'kind_1_at_-1',
      ['SORT', 'FETCH', 'OR', 'IXSCAN'],
      20,
    ],
    [
      'by $or within $or, each branch with the conditions beside it',
      { at: { $gt: 250 }, $or: [{ kind: 7 }, { $or: [{ kind: 8 }, { state: 'b' }] }] },
      {},
      0,
      'kind_1_at_-1',
      ['FETCH', 'OR', 'IXSCAN'],
      17,
    ],
    [
      'not by $or where a branch has no index',
      { $or: [{ kind: 7 }, { at: 3 }] },
      {},
      0,
      null,
      ['COLLSCAN'],
      300,
    ],
    [
      'not by $or where the filter is narrowed without it',
      { owner: 1, state: 'a', $or: [{ kind: 7 }, { kind: 8 }] },
      {},
      0,
      'owner_1_state_1_at_-1__id_-1',
      ['FETCH', 'IXSCAN'],
      25,
    ],
    [
      'not by $or where the first of an order are asked for',
      { $or: [{ kind: 7 }, { kind: 8 }] },
      { _id: -1 },
      2,
      '_id_',
      ['FETCH', 'IXSCAN'],
      60,
    ],
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
    // One key of each merged part is read ahead.
    expect(plan.keys).toBeLessThanOrEqual(index ? docsMax + 6 : 0);
  });

  test('returns merged parts in order, each document once, over all batches', async () => {
    const collection = await collectionOf(server.db, docs);
    await collection.createIndex({ tags: 1, at: -1 });
    const filter = { tags: { $in: [1, 2, 3] } };
    const { stages } = await explained(collection, filter, { at: -1 });
    expect(stages).toEqual(['FETCH', 'SORT_MERGE', 'IXSCAN']);
    const found = await collection.find(filter, { batchSize: 7 }).sort({ at: -1 }).toArray();
    const expected = docs.filter(({ tags }) => [1, 2, 3].some((tag) => tags.includes(tag)));
    expect(found.map(({ at }) => at)).toEqual(expected.map(({ at }) => at).reverse());
    // Each document is also counted once, regardless of how many of its keys match.
    expect(await collection.countDocuments(filter)).toBe(expected.length);
    expect(await collection.countDocuments({ tags: { $in: [null, 99] } })).toBe(0);
  });

  test('the branches of $or give each document once, over all batches, to every command', async () => {
    const collection = await collectionOf(server.db, docs);
    for (const key of indexes) await collection.createIndex(key as never);
    const filter: Document = {
      $or: [{ tags: 1 }, { kind: { $in: [6, 16, 26] } }, { _id: { $lt: 20 } }],
    };
    const expected = docs
      .filter(({ _id, tags, kind }) => tags.includes(1) || kind % 10 === 6 || Number(_id) < 20)
      .map(({ _id }) => _id);
    expect((await explained(collection, filter)).stages).toEqual(['FETCH', 'OR', 'IXSCAN']);
    const found = await collection.find(filter, { batchSize: 7 }).toArray();
    expect(found.map(({ _id }) => Number(_id)).sort((a, b) => a - b)).toEqual(expected);
    const page = collection.find(filter).sort({ kind: 1, _id: -1 }).skip(3).limit(4);
    const inOrder = docs
      .filter(({ _id }) => expected.includes(_id))
      .sort((a, b) => a['kind'] - b['kind'] || Number(b._id) - Number(a._id));
    expect((await page.toArray()).map(({ _id }) => _id)).toEqual(
      inOrder.slice(3, 7).map(({ _id }) => _id),
    );
    expect(await collection.countDocuments(filter)).toBe(expected.length);
    const groups = collection.aggregate([
      { $match: filter },
      { $group: { _id: null, n: { $sum: 1 } } },
    ]);
    expect(await groups.toArray()).toEqual([{ _id: null, n: expected.length }]);
    const { modifiedCount } = await collection.updateMany(filter, { $inc: { hits: 1 } });
    expect(modifiedCount).toBe(expected.length);
    expect(await collection.countDocuments({ hits: 1 })).toBe(expected.length);
    expect((await collection.deleteMany(filter)).deletedCount).toBe(expected.length);
  });

  test('reads a collection rather than an $or of more points than an index is asked for', async () => {
    const collection = await collectionOf(server.db, docs);
    await collection.createIndex({ kind: 1, at: -1 });
    const branches = Array.from({ length: 600 }, (_, kind) => ({ kind }));
    const { stages } = await explained(collection, { $or: branches });
    expect(stages).toEqual(['COLLSCAN']);
    expect(await collection.countDocuments({ $or: branches })).toBe(300);
  });

  test('asks a long $in of many documents without comparing each with each', async () => {
    const ids = Array.from({ length: 10_000 }, (_, _id) => _id);
    const collection = await collectionOf(
      server.db,
      ids.map((_id) => ({ _id, a: 1 }) as Document),
    );
    const before = process.cpuUsage();
    expect(await collection.countDocuments({ _id: { $in: ids as never[] }, a: 1 })).toBe(10_000);
    // Measures processor time, because a busy machine adds to elapsed time.
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(2000);
  });

  test('explains finds, counts and pipelines', async () => {
    const collection = await collectionOf(server.db, docs);
    const name = collection.collectionName;
    const searches: [search: Document, stage: string, docs: number][] = [
      [{ find: name, filter: { _id: 1 } }, 'FETCH', 1],
      [{ count: name, query: { _id: 1 } }, 'COUNT', 0],
      [
        { aggregate: name, pipeline: [{ $match: { _id: 1 } }, { $limit: 1 }], cursor: {} },
        'FETCH',
        1,
      ],
    ];
    for (const [search, stage, totalDocsExamined] of searches) {
      const plan = await server.db.command({ explain: search });
      expect(plan['queryPlanner'].winningPlan).toMatchObject({
        stage,
        inputStage: { indexName: '_id_' },
      });
      expect(plan['executionStats']).toMatchObject({ totalKeysExamined: 1, totalDocsExamined });
    }
    expect(await codeOf(server.db.command({ explain: { delete: name, deletes: [] } }))).toBe(238);
  });
});
