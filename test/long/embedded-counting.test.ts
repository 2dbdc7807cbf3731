import { type Collection, type Document, MongoClient } from 'mongodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { codeOf, collectionOf, otherServer, useServer } from '../embedded/server.js';

const server = useServer();
const dayMs = 86_400_000;
const start = Date.UTC(2024, 1, 27);

/** Documents, some without a state or a date, with dates around midnight and before 1970. */
const docs = Array.from({ length: 600 }, (_, i): Document => {
  const at = new Date(start + (i % 9) * dayMs - (i % 3) + 1);
  return {
    _id: i,
    owner: i % 4,
    ...(i % 7 > 0 && { state: ['a', 'b', null, 1][i % 4] }),
    service: `s${i % 5}`,
    ...(i % 11 > 0 && { at: i % 50 === 3 ? new Date(-1) : at }),
  };
});
const indexes: Record<string, 1 | -1>[] = [
  { owner: 1, at: -1, _id: -1 },
  { owner: 1, state: 1, at: -1, _id: -1 },
  { at: 1 },
  { state: 1, at: -1 },
];

const bounds = { $gt: new Date(start + dayMs), $lt: new Date(start + 4 * dayMs) };
const day = { $dateToString: { format: '%Y-%m-%d', date: '$at' } };

type Row = [name: string, filter: Document, id: unknown, docsExaminedMax: number];
const rows: Row[] = [
  ['everything by state', {}, '$state', 4],
  ['everything by day', {}, day, 11],
  ['by state, of one owner', { owner: 2 }, '$state', 4],
  ['by state, of several owners', { owner: { $in: [0, 1, 3, 7] } }, '$state', 12],
  ['by day, of one owner', { owner: 1 }, day, 11],
  ['by state, within a range of dates', { owner: 1, at: bounds }, '$state', 8],
  ['by day, within a range of dates', { owner: 1, at: bounds }, day, 11],
  ['by day, from a moment on', { at: { $gte: new Date(start + dayMs) } }, day, 11],
  ['by date itself, until a moment', { at: { $lte: new Date(start + dayMs) } }, '$at', 40],
  ['in a state that is null', { state: null }, null, 0],
  ['all as one', { owner: 3, state: 'a', at: bounds }, 'all', 0],
  ['of an unknown owner', { owner: 99 }, '$state', 0],
  ['by what no index has', { owner: 1 }, '$service', 600],
  ['by day, with another condition', { owner: 1, service: 's1' }, day, 600],
];

/** Returns the result of a server without an index, computed in JavaScript. */
function expected(filter: Document, id: unknown): Map<string, number> {
  const holds = (doc: Document): boolean =>
    Object.entries(filter).every(([path, condition]) => {
      const value = doc[path] ?? null;
      if (condition === null || typeof condition !== 'object') return value === condition;
      if (condition.$in) return condition.$in.includes(value);
      return (
        value !== null &&
        !(value <= condition.$gt || value < condition.$gte) &&
        !(value >= condition.$lt || value > condition.$lte)
      );
    });
  const idOf = (doc: Document): unknown => {
    if (id === day) return doc['at']?.toISOString().slice(0, 10) ?? null;
    return typeof id === 'string' && id.startsWith('$') ? (doc[id.slice(1)] ?? null) : id;
  };
  const counts = new Map<string, number>();
  for (const doc of docs.filter(holds)) {
    const key = JSON.stringify(idOf(doc));
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

async function filled() {
  const collection = await collectionOf(server.db, docs);
  for (const key of indexes) await collection.createIndex(key);
  return collection;
}

describe('counts', () => {
  let collection: Collection;
  beforeAll(async () => {
    collection = await filled();
  });

  test.each(rows)('%s', async (_, filter, id, docsExaminedMax) => {
    const pipeline = [{ $match: filter }, { $group: { _id: id, n: { $sum: 1 } } }];
    const groups = await collection.aggregate(pipeline).toArray();
    const counts = new Map(groups.map((group) => [JSON.stringify(group['_id']), group['n']]));
    expect(counts).toEqual(expected(filter, id));
    if (otherServer) return;
    const name = collection.collectionName;
    const { executionStats } = await server.db.command({
      explain: { aggregate: name, pipeline, cursor: {} },
    });
    expect(executionStats.totalDocsExamined).toBeLessThanOrEqual(docsExaminedMax);
  });

  test('with skip and limit, with and without an index', async () => {
    const all = docs.filter(({ owner }) => owner === 1).length;
    expect(await collection.countDocuments({ owner: 1 })).toBe(all);
    expect(await collection.countDocuments({ owner: 1 }, { skip: 10 })).toBe(all - 10);
    expect(await collection.countDocuments({ owner: 1 }, { skip: 10, limit: 3 })).toBe(3);
    expect(await collection.countDocuments({ owner: 1 }, { skip: 9_999 })).toBe(0);
    expect(await collection.countDocuments({ service: 's1' }, { skip: 100 })).toBe(20);
    expect(await collection.countDocuments()).toBe(600);
    expect(await collection.estimatedDocumentCount()).toBe(600);
  });

  test('reject a non-date as a date, with and without an index', async () => {
    const collection = await collectionOf(server.db, [{ at: new Date() }, { at: 'today' }]);
    const group = { $group: { _id: day, n: { $sum: 1 } } };
    expect(await codeOf(collection.aggregate([group]).toArray())).toBe(16006);
    await collection.createIndex({ at: 1 });
    expect(await codeOf(collection.aggregate([group]).toArray())).toBe(16006);
  });
});

describe.skipIf(otherServer)('a long read', () => {
  const many = 20_000;

  /** Returns how many other requests were answered before the read. */
  async function answersDuring(read: Promise<unknown>, ask: () => Promise<unknown>) {
    let [isDone, answers] = [false, 0];
    const done = read.then((result) => {
      isDone = true;
      return result;
    });
    for (await ask(); !isDone; await ask()) answers += 1;
    return { answers, result: await done };
  }

  test('lets pings, searches and writes of other clients through, and returns the correct result', async () => {
    const collection = await collectionOf(server.db, []);
    await collection.insertMany(
      Array.from({ length: many }, (_, i) => ({ i, kind: i % 3, pad: { text: 'x'.repeat(200) } })),
    );
    const other = await MongoClient.connect(server.uri);
    const notes = other.db(server.db.databaseName).collection<{ _id: number }>('notes');
    const reads: [read: () => Promise<unknown>, result: unknown][] = [
      [
        () =>
          collection
            .aggregate([{ $group: { _id: '$kind', n: { $sum: 1 } } }, { $sort: { _id: 1 } }])
            .toArray(),
        [6667, 6667, 6666].map((n, _id) => ({ _id, n })),
      ],
      [() => collection.countDocuments({ kind: { $gte: 1 } }), 13_333],
      [() => collection.find({ i: -1 }).toArray(), []],
      [
        () =>
          collection
            .find({}, { projection: { _id: 0, i: 1 } })
            .sort({ i: -1 })
            .limit(1)
            .toArray(),
        [{ i: many - 1 }],
      ],
    ];
    let _id = 0;
    for (const [read, expectedResult] of reads) {
      const requests = [
        () => other.db('admin').command({ ping: 1 }),
        () => notes.insertOne({ _id: ++_id }),
        () => notes.findOne({ _id }),
        () => other.db('admin').command({ hello: 1 }),
      ];
      let requested = 0;
      const { answers, result } = await answersDuring(read(), () =>
        requests[requested++ % requests.length]!(),
      );
      expect(result).toEqual(expectedResult);
      expect(answers).toBeGreaterThan(3);
    }
    await other.close();
  });

  test('sees a collection that is recreated after a drop as empty at once', async () => {
    const collection = await collectionOf(server.db, []);
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) await collection.createIndex({ [key]: 1 });
    await collection.insertMany(Array.from({ length: 5_000 }, (_, a) => ({ a })));
    await collection.drop();
    const name = collection.collectionName;
    await server.db.collection(name).insertOne({ again: true });
    expect(await server.db.collection(name).countDocuments()).toBe(1);
    expect(await server.db.command({ validate: name })).toMatchObject({ valid: true, nrecords: 1 });
  });

  test('that is one of a hundred does not delay heartbeats until all are done', async () => {
    const collection = await collectionOf(server.db, []);
    await collection.insertMany(Array.from({ length: 3_000 }, (_, i) => ({ i })));
    const other = await MongoClient.connect(server.uri);
    const reads = Array.from({ length: 100 }, () => collection.find({ i: -1 }).toArray());
    const { answers } = await answersDuring(Promise.all(reads), () =>
      other.db('admin').command({ hello: 1 }),
    );
    expect(answers).toBeGreaterThan(60);
    await other.close();
  });

  test('returns documents written behind it during the read, and no deleted ones', async () => {
    const collection = await collectionOf(server.db, []);
    await collection.createIndex({ i: 1 });
    await collection.insertMany(Array.from({ length: many }, (_, i) => ({ i })));
    const found = collection.find({ i: { $gte: 0 } }).sort({ i: 1 });
    const first = await found.next();
    await collection.deleteMany({ i: { $gte: 200, $lt: 300 } });
    await collection.insertOne({ i: 250 });
    const rest = (await found.toArray()).map((doc) => doc['i']);
    expect(first).toMatchObject({ i: 0 });
    // The driver has already received the first 101 documents.
    const here = Array.from({ length: many }, (_, i) => i).filter((i) => i < 200 || i >= 300);
    expect(rest).toEqual([...here, 250].filter((i) => i > 0).sort((a, b) => a - b));
  });
});
