import {
  Binary,
  BSON,
  Code,
  type Document,
  Double,
  GridFSBucket,
  Int32,
  Long,
  MaxKey,
  MinKey,
  MongoClient,
  ObjectId,
  Timestamp,
} from 'mongodb';
import { describe, expect, test } from 'vitest';
import { codeOf, collectionOf, otherServer, useServer } from '../server.js';

const server = useServer();

/** Values of every type in MongoDB's order, each less than the next. */
const inOrder: unknown[] = [
  new MinKey(),
  null,
  Number.NaN,
  -Infinity,
  Long.fromString('-9007199254740993'),
  -1.5,
  0,
  1,
  new Double(1.5),
  2,
  new Double(9007199254740992),
  Long.fromString('9007199254740993'),
  Infinity,
  '',
  'A',
  'a',
  'b',
  'ä',
  '\uFFFD',
  '\u{1F600}',
  {},
  { a: 1 },
  { a: 2 },
  { b: 1 },
  { a: 'x' },
  new Binary(Buffer.from([9])),
  new Binary(Buffer.from([1, 1])),
  new Binary(Buffer.from([1, 1]), 4),
  new ObjectId('000000000000000000000001'),
  new ObjectId('ff0000000000000000000000'),
  false,
  true,
  new Date(-5),
  new Date(5),
  new Timestamp({ t: 1, i: 1 }),
  new Timestamp({ t: 2, i: 0 }),
  /a/,
  /b/,
  new Code('x'),
  new MaxKey(),
];

describe('sorts', () => {
  const docs = inOrder.map((a, _id) => ({ _id, a }) as Document);
  const shuffled = [...docs].sort(
    (x, y) => ((Number(x._id) * 7919) % 101) - ((Number(y._id) * 7919) % 101),
  );
  const ids = docs.map(({ _id }) => _id);

  test('order values of every type', async () => {
    const collection = await collectionOf(server.db, shuffled);
    const found = await collection.find().sort({ a: 1 }).project({ _id: 1 }).toArray();
    expect(found.map(({ _id }) => _id)).toEqual(ids);
  });

  test('order values of every type by an index, in both directions', async () => {
    for (const direction of [1, -1] as const) {
      const collection = await collectionOf(server.db, shuffled);
      await collection.createIndex({ a: direction });
      const up = await collection.find().sort({ a: 1 }).toArray();
      const down = await collection.find().sort({ a: -1 }).toArray();
      expect(up.map(({ _id }) => _id)).toEqual(ids);
      expect(down.map(({ _id }) => _id)).toEqual([...ids].reverse());
    }
  });

  type Row = [name: string, values: unknown[], sort: Document, ids: number[]];
  const rows: Row[] = [
    ['descending', [1, 3, 2], { a: -1 }, [1, 2, 0]],
    ['missing with null', [1, undefined, 'x', null], { a: 1, _id: 1 }, [1, 3, 0, 2]],
    ['arrays by their smallest when ascending', [[5, 1], 3, [2, 9]], { a: 1 }, [0, 2, 1]],
    ['arrays by their largest when descending', [[5, 1], 3, [2, 9]], { a: -1 }, [2, 0, 1]],
    ['an empty array before null', [null, [], 1], { a: 1 }, [1, 0, 2]],
    ['at a path', [{ b: 2 }, { b: 1 }, 5], { 'a.b': 1 }, [2, 1, 0]],
    ['at a path through arrays', [[{ b: 5 }, { b: 1 }], { b: 3 }], { 'a.b': 1 }, [0, 1]],
    ['a scalar beside documents as missing', [[5, { b: 3 }], { b: 2 }], { 'a.b': 1 }, [0, 1]],
    ['by a position', [[5, 1], [3, 9], []], { 'a.0': 1 }, [2, 1, 0]],
    ['by several fields', ['x', 'y', 'x'], { a: 1, _id: -1 }, [2, 0, 1]],
  ];
  test.each(rows)('%s', async (_, values, sort, expected) => {
    const collection = await collectionOf(
      server.db,
      values.map((a, _id) => (a === undefined ? { _id } : { _id, a }) as Document),
    );
    expect((await collection.find().sort(sort).toArray()).map(({ _id }) => _id)).toEqual(expected);
  });

  test('refuse two arrays', async () => {
    const collection = await collectionOf(server.db, [{ a: [1, 2], b: [1, 2] }]);
    expect(await codeOf(collection.find().sort({ a: 1, b: 1 }).toArray())).toBe(2);
  });

  test.skipIf(otherServer)('refuse two paths into one array by name', async () => {
    const collection = await collectionOf(server.db, [{ a: [{ b: 1, c: 2 }] }]);
    expect(await codeOf(collection.find().sort({ 'a.b': 1, 'a.c': 1 }).toArray())).toBe(238);
  });

  test('by an index that the search names', async () => {
    const collection = await collectionOf(server.db, [
      { _id: 1, a: 1, b: 2 },
      { _id: 2, a: 2, b: 1 },
    ] as never[]);
    await collection.createIndexes([{ key: { a: 1 } }, { key: { b: 1, a: -1 } }]);
    for (const hint of [{ b: 1, a: -1 } as const, 'b_1_a_-1', { a: 1 } as const, '_id_']) {
      const found = collection.find({ a: { $gt: 0 } }, { hint }).sort({ b: 1 });
      expect((await found.toArray()).map(({ _id }) => _id)).toEqual([2, 1]);
      if (otherServer) continue;
      const name = typeof hint === 'string' ? hint : Object.entries(hint).flat().join('_');
      const { queryPlanner } = await collection.find({ a: { $gt: 0 } }, { hint }).explain();
      expect(JSON.stringify(queryPlanner.winningPlan)).toContain(`"indexName":"${name}"`);
    }
  });

  test.skipIf(otherServer)('by no index but one that is there', async () => {
    const collection = await collectionOf(server.db, [{ a: 1 }]);
    for (const hint of [{ a: 1 } as const, 'a_1'])
      expect(await codeOf(collection.find({}, { hint }).toArray())).toBe(2);
  });

  test('skip and limit', async () => {
    const collection = await collectionOf(server.db, docs);
    const found = await collection.find().sort({ _id: 1 }).skip(3).limit(4).toArray();
    expect(found.map(({ _id }) => _id)).toEqual([3, 4, 5, 6]);
    expect(await collection.find().skip(1000).toArray()).toEqual([]);
  });
});

describe('projections', () => {
  const doc = {
    _id: 1,
    a: 1,
    b: { c: 1, d: 2 },
    e: [{ f: 1, g: 2 }, { f: 3 }, 5],
    h: [1, 2, 3, 4],
  };
  type Row = [name: string, projection: Document, result: Document];
  const rows: Row[] = [
    ['include', { a: 1 }, { _id: 1, a: 1 }],
    ['include without _id', { a: 1, _id: 0 }, { a: 1 }],
    ['exclude', { b: 0, e: 0, h: 0 }, { _id: 1, a: 1 }],
    ['exclude _id alone', { _id: 0 }, { a: 1, b: doc.b, e: doc.e, h: doc.h }],
    ['include _id alone', { _id: 1 }, { _id: 1 }],
    ['include at a path', { 'b.c': 1 }, { _id: 1, b: { c: 1 } }],
    ['exclude at a path', { 'b.c': 0, e: 0, h: 0 }, { _id: 1, a: 1, b: { d: 2 } }],
    ['include in documents of an array', { 'e.f': 1 }, { _id: 1, e: [{ f: 1 }, { f: 3 }] }],
    [
      'exclude in documents of an array',
      { 'e.f': 0, h: 0, b: 0 },
      { _id: 1, a: 1, e: [{ g: 2 }, {}, 5] },
    ],
    ['include what is not there', { x: 1 }, { _id: 1 }],
    ['include below what is no document', { 'a.x': 1, 'h.x': 1 }, { _id: 1, h: [] }],
    ['exclude below what is no document', { 'a.x': 0, b: 0, e: 0, h: 0 }, { _id: 1, a: 1 }],
    ['true and false', { a: true, _id: false }, { a: 1 }],
    ['keep the order of the document', { h: 1, a: 1 }, { _id: 1, a: 1, h: doc.h }],
  ];
  test.each(rows)('%s', async (_, projection, result) => {
    const collection = await collectionOf(server.db, [doc as Document]);
    const found = await collection.findOne({}, { projection });
    expect(found).toEqual(result);
    expect(Object.keys(found!)).toEqual(Object.keys(result));
    expect(await collection.findOne()).toEqual(doc);
  });

  test.each([
    [
      { 'n.f': 1, 'n.s.t': 1, m: 1 },
      { n: [[{ f: 1 }, []], { s: { t: 't' } }, { f: null }], m: new Date(1) },
    ],
    [
      { 'n.f': 0, 'n.s.t': 0, x: 0 },
      { n: [[{ g: 'g' }, 2, [3]], 'text', { s: { u: [{ t: 1 }] } }, {}], m: new Date(1) },
    ],
  ])('by %o, in arrays of arrays and documents', async (projection, result) => {
    const n = [[{ f: 1, g: 'g' }, 2, [3]], 'text', { s: { t: 't', u: [{ t: 1 }] } }, { f: null }];
    const collection = await collectionOf(server.db, [{ _id: 1, n, m: new Date(1), x: 1 }]);
    const options = { projection: projection as Document };
    expect(await collection.findOne({}, options)).toEqual({ _id: 1, ...result });
  });

  test('of a long array, of which every other item is left', async () => {
    const n = Array.from({ length: 250 }, (_, i) => (i % 2 ? i : { i, x: 'x' }));
    const collection = await collectionOf(server.db, [{ _id: 1, n }]);
    const left = n.filter((item) => typeof item === 'object').map(({ i }) => ({ i }));
    const projection = { 'n.i': 1 };
    expect(await collection.findOne({}, { projection })).toEqual({ _id: 1, n: left });
    // The names of the items are their places too, which the driver does not look at.
    const bytes = await collection.findOne({}, { projection, raw: true });
    expect(Buffer.from(bytes as unknown as Buffer)).toEqual(
      Buffer.from(BSON.serialize({ _id: 1, n: left })),
    );
  });

  test.each([
    [{ a: 1, b: 0 }, 31254],
    [{ a: 0, b: 1 }, 31253],
    [{ b: 1, 'b.c': 1 }, 31249],
    [{ 'b.c': 1, b: 1 }, 31250],
    [{ b: 1, 'b.c.x': 1 }, 31249],
  ])('refuse %o', async (projection, code) => {
    const collection = await collectionOf(server.db, [doc as Document]);
    expect(await codeOf(collection.findOne({}, { projection }))).toBe(code);
  });
});

test
  .skipIf(otherServer)
  .each([
    { a: { $slice: 1 } },
    { e: { $elemMatch: { f: 3 } } },
    { x: '$a' },
    { 'e.$': 1 },
    { b: { c: 1 } },
  ])('a projection by more than 1 and 0 is refused by name: %o', async (projection) => {
  const collection = await collectionOf(server.db, [{ a: [1] }]);
  expect(await codeOf(collection.findOne({}, { projection: projection as Document }))).toBe(238);
});

describe('pipelines', () => {
  const docs = [
    { _id: 1, k: 'a', n: 1, t: new Date('2026-01-01T05:00:00Z'), w: 1, s: [{ x: 1 }, { x: 2 }] },
    { _id: 2, k: 'b', n: 5, t: new Date('2026-01-01T23:59:59.999Z'), w: new Double(1) },
    { _id: 3, k: 'a', n: 2.5, t: new Date('2026-01-02T00:00:00Z'), w: Long.fromNumber(1) },
    { _id: 4, n: 'x', t: null, w: 2 },
  ] as Document[];
  /** What a pipeline gives; numbers are the `_id`s of documents as they are. */
  type Row = [name: string, pipeline: Document[], result: (Document | number)[]];
  const byId = { $sort: { _id: 1 } };
  const rows: Row[] = [
    ['$match', [{ $match: { k: 'a' } }], [1, 3]],
    ['$match after other stages', [{ $limit: 3 }, { $match: { k: 'a' } }], [1, 3]],
    ['$sort, $skip, $limit', [{ $sort: { _id: -1 } }, { $skip: 1 }, { $limit: 2 }], [3, 2]],
    ['$limit before $skip', [{ $limit: 2 }, { $skip: 1 }], [2]],
    ['$limit before $sort', [{ $limit: 2 }, { $sort: { _id: -1 } }], [2, 1]],
    ['$group of nothing', [{ $match: { k: 'z' } }, { $group: { _id: '$k' } }], []],
    [
      '$group by a field that is missing is null',
      [{ $match: { _id: 4 } }, { $group: { _id: '$k.x' } }],
      [{ _id: null }],
    ],
    [
      '$group with $sum of 1',
      [{ $group: { _id: '$k', n: { $sum: 1 } } }, byId],
      [
        { _id: null, n: 1 },
        { _id: 'a', n: 2 },
        { _id: 'b', n: 1 },
      ],
    ],
    [
      '$group $sum leaves what is no number out',
      [{ $group: { _id: null, n: { $sum: '$n' } } }],
      [{ _id: null, n: 8.5 }],
    ],
    [
      '$group of numbers across types',
      [{ $group: { _id: '$w', n: { $sum: 1 } } }, byId],
      [
        { _id: 1, n: 3 },
        { _id: 2, n: 1 },
      ],
    ],
    [
      '$group by a path through an array gives the array of what is there',
      [{ $match: { _id: 1 } }, { $group: { _id: '$s.x', n: { $sum: '$s.x' } } }],
      [{ _id: [1, 2], n: 0 }],
    ],
    [
      '$group of one value for all',
      [{ $group: { _id: null, n: { $sum: 2 } } }],
      [{ _id: null, n: 8 }],
    ],
    [
      '$group by day',
      [
        { $match: { t: { $ne: null } } },
        { $group: { _id: { $dateToString: { format: '%Y-%m-%d', date: '$t' } }, n: { $sum: 1 } } },
        byId,
      ],
      [
        { _id: '2026-01-01', n: 2 },
        { _id: '2026-01-02', n: 1 },
      ],
    ],
    [
      '$group by the day of null, and of nothing, is null',
      [
        { $match: { _id: 4 } },
        { $group: { _id: { $dateToString: { format: '%Y-%m-%d', date: '$t' } }, n: { $sum: 1 } } },
        { $match: { n: 1 } },
      ],
      [{ _id: null, n: 1 }],
    ],
    [
      '$sort, $skip and $limit after $group',
      [
        { $group: { _id: '$k', n: { $sum: 1 } } },
        { $sort: { n: -1, _id: 1 } },
        { $skip: 1 },
        { $limit: 1 },
      ],
      [{ _id: null, n: 1 }],
    ],
    ['an empty pipeline', [], [1, 2, 3, 4]],
  ];
  test.each(rows)('%s', async (_, pipeline, result) => {
    const collection = await collectionOf(server.db, docs);
    const found = await collection.aggregate(pipeline).toArray();
    expect(typeof result[0] === 'number' ? found.map(({ _id }) => _id) : found).toEqual(result);
  });

  test.each([
    [[{ $match: {}, $limit: 1 }], 40323],
    [[{ $limit: 0 }], 15958],
    [[{ $group: { n: { $sum: 1 } } }], 15955],
    [[{ $group: { _id: 1, n: 1 } }], 40234],
    [[{ $skip: -1 }], 5107200],
    [[{ $sort: { n: 'x' } }], 15975],
    [[{ $group: { _id: { $dateToString: { date: '$k', format: '%Y-%m-%d' } } } }], 16006],
    [[{ $sort: {} }], 15976],
  ])('refuse %o', async (pipeline, code) => {
    const collection = await collectionOf(server.db, docs);
    expect(await codeOf(collection.aggregate(pipeline as Document[]).toArray())).toBe(code);
  });

  const big = Long.MAX_VALUE;
  test.each<[string, unknown[], unknown]>([
    ['decimals, compensated', [0.1, 0.2, 0.3], new Double(0.6)],
    ['1e100, which takes nothing away', [1, 1e100, 1, -1e100, 0], new Double(2)],
    ['infinities', [Number.POSITIVE_INFINITY, 1], new Double(Number.POSITIVE_INFINITY)],
    ['whole doubles', [new Double(1), 2], new Double(3)],
    ['int32 beyond its range', [2147483647, 1], Long.fromNumber(2147483648)],
    ['int64 that overflows on the way', [big, 1, -1], big],
    ['int64 beyond its range', [big, 1], new Double(2 ** 63)],
    ['int64 and a double', [Long.fromNumber(1), 0.5], new Double(1.5)],
    ['what is no number', ['x', null, 1, [5]], new Int32(1)],
    ['nothing', [], new Int32(0)],
  ])('$sum of %s', async (_, values, total) => {
    const collection = await collectionOf(server.db, [{ v: 'x' }, ...values.map((v) => ({ v }))]);
    const pipeline = [{ $group: { _id: null, n: { $sum: '$v' } } }];
    const [found] = await collection.aggregate(pipeline, { promoteValues: false }).toArray();
    expect(found!['n']).toEqual(total);
  });

  const rejected: Document[] = [
    { $foo: 1 },
    { $lookup: {} },
    { $facet: {} },
    { $unwind: '$s' },
    { $project: { a: 1 } },
    { $count: 'n' },
    { $group: { _id: 1, n: { $foo: 1 } } },
    { $group: { _id: 1, n: { $avg: '$n' } } },
    { $group: { _id: { k: '$k' }, n: { $sum: 1 } } },
    { $group: { _id: { $foo: 1 } } },
    { $group: { _id: { $dateToString: { date: '$t', format: '%H' } } } },
    { $group: { _id: { $dateToString: { date: '$t', format: '%Y' } } } },
    { $group: { _id: '$$ROOT' } },
    { $out: 'x' },
    { $group: { _id: 1, n: { $stdDevPop: '$n' } } },
  ];
  test.skipIf(otherServer).each(rejected)('refuse %o by name', async (stage) => {
    const collection = await collectionOf(server.db, docs);
    expect(await codeOf(collection.aggregate([stage]).toArray())).toBe(238);
  });
});

describe('counting', () => {
  test('counts, by filter and all', async () => {
    const collection = await collectionOf(server.db, [{ a: 1 }, { a: 2 }, { a: 1 }]);
    expect(await collection.countDocuments({ a: 1 })).toBe(2);
    expect(await collection.estimatedDocumentCount()).toBe(3);
    expect(await collection.countDocuments({}, { skip: 1, limit: 5 })).toBe(2);
    expect(
      (await server.db.command({ count: collection.collectionName, query: { a: 1 }, limit: 1 })).n,
    ).toBe(1);
    for (const query of [{}, { a: { $gt: 0 } }]) {
      const counted = { count: collection.collectionName, query, limit: -2 };
      expect((await server.db.command(counted)).n).toBe(2);
    }
  });
});

describe('cursors', () => {
  const many = Array.from(
    { length: 250 },
    (_, i) => ({ _id: i, pad: 'x'.repeat(100) }) as Document,
  );

  test('give everything once over several batches', async () => {
    const collection = await collectionOf(server.db, many);
    for (const batchSize of [1, 7, 101, 1000]) {
      const found = await collection.find({}, { batchSize }).toArray();
      expect(found.map(({ _id }) => _id)).toEqual(many.map(({ _id }) => _id));
    }
  });

  test('give nothing that was deleted while they rested, or that matches no more', async () => {
    const collection = await collectionOf(server.db, many);
    const cursor = collection.find({ pad: { $exists: true } }, { batchSize: 10 });
    for (let i = 0; i < 10; i += 1) await cursor.next();
    await collection.deleteMany({ _id: { $gte: 20, $lt: 100 } as Document });
    await collection.updateMany(
      { _id: { $gte: 100, $lt: 200 } as Document },
      { $unset: { pad: 1 } },
    );
    const left = (await cursor.toArray()).map(({ _id }) => Number(_id));
    const untouched = many.map(({ _id }) => Number(_id)).filter((id) => id < 20 || id >= 200);
    expect(left).toEqual(untouched.slice(10));
  });

  test('stay below 16 MiB a batch', async () => {
    const collection = await collectionOf(
      server.db,
      Array.from({ length: 5 }, (_, i) => ({ _id: i, a: 'x'.repeat(7_000_000) }) as Document),
    );
    expect(
      await collection
        .find()
        .map(({ _id }) => _id)
        .toArray(),
    ).toEqual([0, 1, 2, 3, 4]);
  });

  test('end when killed, and are not found then', async () => {
    const collection = await collectionOf(server.db, many);
    const { cursor } = await server.db.command(
      { find: collection.collectionName, batchSize: 2 },
      { promoteLongs: false },
    );
    const killed = await server.db.command({
      killCursors: collection.collectionName,
      cursors: [cursor.id],
    });
    expect(killed.cursorsKilled.map(String)).toEqual([String(cursor.id)]);
    expect(
      await codeOf(
        server.db.command({ getMore: cursor.id, collection: collection.collectionName }),
      ),
    ).toBe(43);
  });

  test('of another collection are not found', async () => {
    const collection = await collectionOf(server.db, many);
    const { cursor } = await server.db.command(
      { find: collection.collectionName, batchSize: 2 },
      { promoteLongs: false },
    );
    const code = await codeOf(server.db.command({ getMore: cursor.id, collection: 'other' }));
    expect([13, 43]).toContain(code);
  });

  test('end with an error when the collection is dropped', async () => {
    const collection = await collectionOf(server.db, many);
    const cursor = collection.find({}, { batchSize: 2 });
    await cursor.next();
    await collection.drop();
    await cursor.next();
    expect([43, 175]).toContain(await codeOf(cursor.toArray()));
  });

  test('give nothing that does not match any more when it is read', async () => {
    const collection = await collectionOf(server.db, []);
    await collection.createIndex({ state: 1 });
    await collection.insertMany(many.map((doc) => ({ ...doc, state: 'open' })));
    const cursor = collection.find({ state: 'open' }, { batchSize: 2 });
    await cursor.next();
    await collection.updateMany({}, { $set: { state: 'shut' } });
    expect(new Set((await cursor.toArray()).map(({ state }) => state))).toEqual(new Set(['open']));
  });

  test('with a limit give one batch', async () => {
    const collection = await collectionOf(server.db, many);
    const { cursor } = await server.db.command({
      find: collection.collectionName,
      limit: 3,
      singleBatch: true,
    });
    expect([Number(cursor.id), cursor.firstBatch.length]).toEqual([0, 3]);
  });

  test('of batch size 0 give nothing at first', async () => {
    const collection = await collectionOf(server.db, many);
    const { cursor } = await server.db.command(
      { find: collection.collectionName, batchSize: 0 },
      { promoteLongs: false },
    );
    expect(cursor.firstBatch).toEqual([]);
    const more = await server.db.command({
      getMore: cursor.id,
      collection: collection.collectionName,
      batchSize: 3,
    });
    expect(more.cursor.nextBatch).toHaveLength(3);
  });

  test('on no collection are empty', async () => {
    expect(await server.db.collection('nothing').find().toArray()).toEqual([]);
    expect(
      await server.db
        .collection('nothing')
        .aggregate([{ $match: {} }])
        .toArray(),
    ).toEqual([]);
    expect(await server.db.collection('nothing').countDocuments()).toBe(0);
  });
});

describe('GridFS', () => {
  test('stores, gives whole and in part, and deletes', async () => {
    const bucket = new GridFSBucket(server.db, { bucketName: 'files' });
    const bytes = Buffer.from(Array.from({ length: 700_000 }, (_, i) => i % 251));
    const upload = bucket.openUploadStream('a.bin', { metadata: { kind: 'test' } });
    await new Promise((resolve, reject) =>
      upload.on('finish', resolve).on('error', reject).end(bytes),
    );
    const read = async (options?: { start: number; end: number }): Promise<Buffer> =>
      Buffer.concat(await bucket.openDownloadStream(upload.id, options).toArray());
    expect((await read()).equals(bytes)).toBe(true);
    expect(
      (await read({ start: 261_000, end: 523_000 })).equals(bytes.subarray(261_000, 523_000)),
    ).toBe(true);
    expect(await bucket.find({ 'metadata.kind': 'test' }).toArray()).toMatchObject([
      { length: 700_000 },
    ]);
    await bucket.delete(upload.id);
    expect(await server.db.collection('files.chunks').countDocuments()).toBe(0);
    await expect(read()).rejects.toThrow('FileNotFound');
  });
});

describe('commands', () => {
  test('an unknown one is 59', async () => {
    expect(await codeOf(server.db.command({ nonsense: 1 }))).toBe(59);
  });

  test
    .skipIf(otherServer)
    .each([{ distinct: 'c', key: 'a' }, { create: 'c' }, { serverStatus: 1 }])(
    'one that is not implemented is refused by name: %o',
    async (command) => {
      const error = await server.db.command(command).catch((rejection) => rejection);
      expect(error).toMatchObject({
        code: 59,
        message: `no such command: '${Object.keys(command)[0]}'`,
      });
    },
  );

  test.each([
    [{ find: 'c', filter: 1 }, 14],
    [{ find: 'c', sort: 'a' }, 14],
    [{ find: 'c', limit: -1 }, 51024],
    [{ insert: 'c', documents: [1] }, 14],
    [{ aggregate: 'c', pipeline: {}, cursor: {} }, 14],
    [{ find: 1 }, 73],
  ])('a field of a wrong type is refused: %o', async (command, code) => {
    expect(await codeOf(server.db.command(command))).toBe(code);
  });

  test.skipIf(otherServer).each([
    { find: 'c', tailable: true },
    { find: 'c', collation: { locale: 'de' } },
    { find: 'c', let: {} },
    { aggregate: 'c', pipeline: [], cursor: {}, collation: { locale: 'de' } },
    { insert: 'c', documents: [{}], nonsense: 1 },
    { update: 'c', updates: [{ q: {}, u: {}, collation: { locale: 'de' } }] },
    { count: 'c', hint: 'a_1' },
    { find: 'c', noCursorTimeout: true },
    { find: 'c', readConcern: { level: 'snapshot' } },
    { findAndModify: 'c', query: {}, remove: true },
    { createIndexes: 'c', indexes: [{ key: { a: 1 }, name: 'a' }], commitQuorum: 1 },
    { find: 'c', txnNumber: 1 },
  ])('a field that is not implemented is refused by name: %o', async (command) => {
    const error = await server.db.command(command).catch((rejection) => rejection);
    expect(error.code).toBe(238);
    expect(error.message).toContain('does not implement');
  });

  test.each(['local', 'available', 'majority'])(
    'reads of the concern %s see what was acknowledged, and take a comment',
    async (level) => {
      const collection = server.db.collection<Document>(`concern_${level}`);
      await collection.insertOne({ a: 1 });
      const found = collection.find({}, { readConcern: { level } as never, comment: 'why' });
      expect(await found.toArray()).toMatchObject([{ a: 1 }]);
    },
  );

  test('a write concern of more than one server is refused', async () => {
    expect(
      await codeOf(server.db.command({ insert: 'c', documents: [{}], writeConcern: { w: 3 } })),
    ).not.toBe(null);
  });

  test('collections are made, listed and dropped', async () => {
    await server.db.collection('made').insertOne({});
    expect(
      (await server.db.listCollections({ name: 'made' }).toArray()).map(({ type }) => type),
    ).toEqual(['collection']);
    expect(await server.db.dropCollection('made')).toBe(true);
    expect(await server.db.listCollections({ name: 'made' }).toArray()).toEqual([]);
  });

  test('databases are apart, listed and dropped', async () => {
    const other = server.client.db(`${server.db.databaseName}_other`);
    await other.collection('x').insertOne({ a: 1 });
    expect(await server.db.collection('x').countDocuments()).toBe(0);
    expect(
      (await server.client.db().admin().listDatabases()).databases.map(({ name }) => name),
    ).toContain(other.databaseName);
    await other.dropDatabase();
    expect(await other.collection('x').countDocuments()).toBe(0);
    await other.collection('x').insertOne({ a: 2 });
    expect(
      await other
        .collection('x')
        .find({}, { projection: { _id: 0 } })
        .toArray(),
    ).toEqual([{ a: 2 }]);
    await other.dropDatabase();
  });

  test.each(['', 'a$b', '.x', 'x\u0000y'])('a collection named %j is refused', async (name) => {
    expect(await codeOf(server.db.command({ insert: name, documents: [{}] }))).not.toBe(null);
  });

  test('ping answers many clients at once', async () => {
    const clients = await Promise.all(
      Array.from({ length: 10 }, () => MongoClient.connect(server.uri)),
    );
    const answers = await Promise.all(clients.map((client) => client.db().command({ ping: 1 })));
    expect(answers.every(({ ok }) => ok === 1)).toBe(true);
    await Promise.all(clients.map((client) => client.close()));
  });
});
