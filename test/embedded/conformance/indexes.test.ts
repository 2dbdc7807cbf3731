import type { Document, IndexDescription, MongoServerError } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { codeOf, collectionOf, otherServer, useServer } from '../server.js';

const server = useServer();

describe('a unique index', () => {
  type Row = [
    name: string,
    index: IndexDescription,
    docs: Document[],
    ok: Document[],
    rejected: Document[],
  ];
  const rows: Row[] = [
    [
      'of one field',
      { key: { a: 1 }, unique: true },
      [{ a: 1 }],
      [{ a: 2 }, { a: '1' }],
      [{ a: 1 }, { a: 1.0 }],
    ],
    [
      'takes one document without the field',
      { key: { a: 1 }, unique: true },
      [{ b: 1 }],
      [],
      [{ b: 2 }, { a: null }],
    ],
    [
      'compound',
      { key: { a: 1, b: -1 }, unique: true },
      [{ a: 1, b: 1 }],
      [{ a: 1, b: 2 }, { a: 1 }],
      [{ a: 1, b: 1 }],
    ],
    [
      'at a path',
      { key: { 'a.b': 1 }, unique: true },
      [{ a: { b: 1 } }],
      [{ a: { b: 2 } }],
      [{ a: { b: 1, c: 1 } }],
    ],
    [
      'sparse, takes many without the field',
      { key: { a: 1 }, unique: true, sparse: true },
      [{ b: 1 }, { a: 1 }],
      [{ b: 2 }, { a: null }],
      [{ a: 1 }],
    ],
    [
      'sparse, keeps null apart from missing',
      { key: { a: 1 }, unique: true, sparse: true },
      [{ a: null }],
      [{}],
      [{ a: null }],
    ],
    [
      'sparse compound, holds what has any field',
      { key: { a: 1, b: 1 }, unique: true, sparse: true },
      [{ a: 1 }],
      [{}, {}, { b: 1 }],
      [{ a: 1, b: null }],
    ],
    [
      'partial by $exists',
      { key: { a: 1 }, unique: true, partialFilterExpression: { a: { $exists: true } } },
      [{ a: 1 }, {}],
      [{}, { a: 2 }],
      [{ a: 1 }],
    ],
    [
      'partial by $exists of two other paths',
      {
        key: { a: 1 },
        unique: true,
        partialFilterExpression: {
          $and: [{ n: { $exists: true } }, { 'on.x': { $exists: true } }],
        },
      },
      [{ a: 1, n: 6, on: { x: null } }],
      [
        { a: 1, n: 5 },
        { a: 1, on: { x: 1 } },
      ],
      [{ a: 1, n: 9, on: [{ x: 1 }] }],
    ],
    [
      'multikey, across documents',
      { key: { a: 1 }, unique: true },
      [{ a: [1, 2] }],
      [{ a: [3, 4] }],
      [{ a: [5, 2] }, { a: 1 }],
    ],
    [
      'multikey, takes a value twice in one document',
      { key: { a: 1 }, unique: true },
      [{ a: [1, 1] }],
      [{ a: [2, 2] }],
      [{ a: [1] }],
    ],
    [
      'multikey of documents in an array',
      { key: { 'a.n': 1 }, unique: true, sparse: true },
      [{ a: [{ n: 1 }, { n: 2 }] }],
      [{ a: [{ n: 3 }] }, {}, { a: [] }],
      [{ a: [{ n: 2 }] }],
    ],
    [
      'of long values',
      { key: { a: 1 }, unique: true },
      [{ a: 'x'.repeat(1000) }],
      [{ a: `${'x'.repeat(999)}y` }, { a: 'x'.repeat(1001) }],
      [{ a: 'x'.repeat(1000) }],
    ],
  ];
  test.each(rows)('%s', async (_, index, docs, ok, rejected) => {
    const collection = await collectionOf(server.db, docs);
    await collection.createIndexes([index]);
    for (const doc of ok) await collection.insertOne({ ...doc });
    const count = await collection.countDocuments();
    for (const doc of rejected) {
      const error = (await collection
        .insertOne({ ...doc })
        .catch((rejection) => rejection)) as MongoServerError;
      expect(error).toMatchObject({ code: 11000, keyPattern: index.key });
    }
    expect(await collection.countDocuments()).toBe(count);
  });

  test('refuses an update into a taken key and leaves the document', async () => {
    const collection = await collectionOf(server.db, [{ a: 1 }, { a: 2 }]);
    await collection.createIndex({ a: 1 }, { unique: true });
    expect(await codeOf(collection.updateOne({ a: 1 }, { $set: { a: 2, b: 1 } }))).toBe(11000);
    expect(await collection.countDocuments({ b: 1 })).toBe(0);
    expect(await codeOf(collection.updateOne({ a: 9 }, { $set: { a: 2 } }, { upsert: true }))).toBe(
      11000,
    );
  });

  test('frees a key when its document goes or changes', async () => {
    const collection = await collectionOf(server.db, [{ a: 1 }, { a: 2 }]);
    await collection.createIndex({ a: 1 }, { unique: true });
    await collection.deleteOne({ a: 1 });
    await collection.updateOne({ a: 2 }, { $set: { a: 1 } });
    await collection.insertOne({ a: 2 });
    expect(await codeOf(collection.insertOne({ a: 1 }))).toBe(11000);
  });

  test('names the element that is taken', async () => {
    const collection = await collectionOf(server.db, [{ a: [1, 2] }]);
    await collection.createIndex({ a: 1 }, { unique: true });
    const error = await collection.insertOne({ a: [7, 2] }).catch((rejection) => rejection);
    expect(error.keyValue).toEqual({ a: 2 });
  });

  test('cannot be made over duplicates, and nothing of it stays', async () => {
    const collection = await collectionOf(server.db, [{ a: 1 }, { a: 1 }]);
    expect(await codeOf(collection.createIndex({ a: 1 }, { unique: true }))).toBe(11000);
    expect(await collection.indexes()).toHaveLength(1);
    await collection.createIndex({ a: 1 });
    expect(await collection.countDocuments({ a: 1 })).toBe(2);
  });
});

describe('making indexes', () => {
  test('over duplicates takes nothing back of what is written at the same time', async () => {
    const collection = await collectionOf(server.db, [{ a: 1 }, { a: 1 }]);
    const writes = Array.from({ length: 20 }, (_, n) => collection.insertOne({ n }));
    const made = collection.createIndex({ a: 1 }, { unique: true });
    const more = Array.from({ length: 20 }, (_, n) => collection.insertOne({ n: n + 20 }));
    expect(await codeOf(made)).toBe(11000);
    await Promise.all([...writes, ...more]);
    expect(await collection.countDocuments({ n: { $gte: 0 } })).toBe(40);
    expect(await collection.indexes()).toHaveLength(1);
  });

  test('again is nothing', async () => {
    const collection = await collectionOf(server.db, [{ a: 1 }]);
    await collection.createIndex({ a: 1 }, { unique: true });
    expect(await collection.createIndex({ a: 1 }, { unique: true })).toBe('a_1');
    expect(await collection.indexes()).toMatchObject([
      { key: { _id: 1 }, name: '_id_' },
      { key: { a: 1 }, name: 'a_1', unique: true },
    ]);
  });

  test('makes the collection', async () => {
    const collection = await collectionOf(server.db, []);
    await collection.createIndex({ a: 1 });
    expect(await collection.indexes()).toHaveLength(2);
  });

  test('of the same key and other options under its name is 86', async () => {
    const collection = await collectionOf(server.db, [{}]);
    await collection.createIndex({ a: 1 });
    expect(await codeOf(collection.createIndex({ a: 1 }, { unique: true }))).toBe(86);
  });

  test('of the same key under another name is 85', async () => {
    const collection = await collectionOf(server.db, [{}]);
    await collection.createIndex({ a: 1 });
    expect(await codeOf(collection.createIndex({ a: 1 }, { name: 'other' }))).toBe(85);
  });

  test('of another key under a taken name is 86', async () => {
    const collection = await collectionOf(server.db, [{}]);
    await collection.createIndex({ a: 1 }, { name: 'x' });
    expect(await codeOf(collection.createIndex({ b: 1 }, { name: 'x' }))).toBe(86);
  });

  test('with another time to live is 85', async () => {
    const collection = await collectionOf(server.db, [{}]);
    await collection.createIndex({ a: 1 }, { expireAfterSeconds: 5 });
    expect(await codeOf(collection.createIndex({ a: 1 }, { expireAfterSeconds: 6 }))).toBe(85);
  });

  test('of any number as its direction', async () => {
    const collection = await collectionOf(
      server.db,
      [2, 1, 3].map((_id) => ({ _id, a: _id }) as Document),
    );
    await server.db.command({
      createIndexes: collection.collectionName,
      indexes: [{ key: { a: 2, b: -0.5 }, name: 'x' }],
    });
    expect((await collection.indexes()).map(({ key }) => key)).toEqual([
      { _id: 1 },
      { a: 2, b: -0.5 },
    ]);
    const found = await collection
      .find({ a: { $gt: 1 } })
      .sort({ a: -1 })
      .toArray();
    expect(found.map(({ a }) => a)).toEqual([3, 2]);
  });

  test('of none is refused', async () => {
    const { collectionName } = await collectionOf(server.db, [{}]);
    const none = { createIndexes: collectionName, indexes: [] };
    expect(await codeOf(server.db.command(none))).toBe(2);
  });

  test.each([
    [{ key: {}, name: 'x' }, 67],
    [{ key: { a: Number.NaN }, name: 'x' }, 67],
    [{ key: { a: 0 }, name: 'x' }, 67],
    [{ key: { 'a..b': 1 }, name: 'x' }, 67],
    [
      { key: { a: 1 }, name: 'x', partialFilterExpression: { a: { $exists: true } }, sparse: true },
      67,
    ],
    [{ key: { a: 1, b: 1 }, name: 'x', expireAfterSeconds: 1 }, 67],
    [{ key: { a: 1 }, name: 'x', expireAfterSeconds: -1 }, 67],
  ])('%o is refused', async (index, code) => {
    const collection = await collectionOf(server.db, [{}]);
    expect(
      await codeOf(
        server.db.command({ createIndexes: collection.collectionName, indexes: [index] }),
      ),
    ).toBe(code);
    expect(await collection.indexes()).toHaveLength(1);
  });

  test.skipIf(otherServer).each([
    { key: { a: 'text' }, name: 'x' },
    { key: { a: '2dsphere' }, name: 'x' },
    { key: { a: 'hashed' }, name: 'x' },
    { key: { '$**': 1 }, name: 'x' },
    { key: { a: 1 }, name: 'x', collation: { locale: 'de' } },
    { key: { a: 1 }, name: 'x', hidden: true },
    { key: { a: 1 }, name: 'x', partialFilterExpression: { a: { $gt: 1 } } },
    { key: { 'a.0': 1 }, name: 'x' },
    { key: { a: 1 }, name: 'x', weights: {} },
    { key: { a: 1 }, name: 'x', partialFilterExpression: { a: { $type: 'string' } } },
  ])('%o is refused by name', async (index) => {
    const collection = await collectionOf(server.db, [{}]);
    expect(
      await codeOf(
        server.db.command({ createIndexes: collection.collectionName, indexes: [index] }),
      ),
    ).toBe(238);
  });

  test('refuses two arrays in one document, before and after', async () => {
    const collection = await collectionOf(server.db, [{ a: [1], b: [1] }]);
    expect(await codeOf(collection.createIndex({ a: 1, b: 1 }))).toBe(171);
    await collection.deleteMany({});
    await collection.createIndex({ a: 1, b: 1 });
    expect(await codeOf(collection.insertOne({ a: [1], b: [1] }))).toBe(171);
    await collection.insertMany([
      { a: [1], b: 1 },
      { a: 1, b: [1] },
    ]);
    expect(await collection.countDocuments({ a: 1, b: 1 })).toBe(2);
  });

  test.skipIf(otherServer)('refuses two paths into one array by name', async () => {
    const collection = await collectionOf(server.db, []);
    await collection.createIndex({ 'a.b': 1, 'a.c': 1 });
    expect(await codeOf(collection.insertOne({ a: [{ b: 1, c: 2 }] }))).toBe(238);
    await collection.insertOne({ a: { b: [1, 2], c: 3 } });
    expect(await collection.countDocuments()).toBe(1);
  });

  test.skipIf(otherServer)('of values of more than 1,024 bytes is refused by name', async () => {
    const collection = await collectionOf(server.db, [{ _id: 1, a: 'x'.repeat(2000) } as Document]);
    expect(await codeOf(collection.createIndex({ a: 1 }))).toBe(238);
    expect(await collection.indexes()).toHaveLength(1);
    await collection.deleteMany({});
    await collection.createIndex({ a: 1 });
    expect(await codeOf(collection.insertOne({ a: 'x'.repeat(1100) }))).toBe(238);
    for (const a of ['x'.repeat(1100), 'x'.repeat(9000)])
      expect(await collection.find({ $or: [{ a }, { a: { $gt: a } }] }).toArray()).toEqual([]);
    expect(await collection.find({ a: { $gte: 'x'.repeat(9000) } }).toArray()).toEqual([]);
    expect(await collection.find({ a: { $in: ['x'.repeat(9000)] } }).toArray()).toEqual([]);
  });

  test('listing those of no collection is 26', async () => {
    expect(await codeOf(server.db.collection('nothing_here').indexes())).toBe(26);
  });
});

describe('a sparse index', () => {
  test('gives no order to those that are not in it', async () => {
    const collection = await collectionOf(server.db, [{ a: 1 }, { b: 1 }]);
    await collection.createIndex({ a: 1 }, { sparse: true });
    expect(await collection.find().sort({ a: 1 }).toArray()).toHaveLength(2);
  });
});
