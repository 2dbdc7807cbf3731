import {
  BSONSymbol,
  Code,
  Decimal128,
  type Document,
  type MongoBulkWriteError,
  type MongoServerError,
  ObjectId,
  Timestamp,
} from 'mongodb';
import { describe, expect, test } from 'vitest';
import { codeOf, collectionOf, otherServer, useServer } from '../server.js';

const server = useServer();

async function errorOf(promise: Promise<unknown>): Promise<MongoServerError & MongoBulkWriteError> {
  return promise.then(
    () => expect.fail('should have been refused'),
    (error) => error,
  );
}

describe('inserts', () => {
  test('store the _id first and generate a missing one', async () => {
    const collection = await collectionOf(server.db, []);
    await server.db.command({
      insert: collection.collectionName,
      documents: [{ a: 1 }, { a: 2, _id: 5 }],
    });
    const found = await collection.find().sort({ a: 1 }).toArray();
    expect(found.map((doc) => Object.keys(doc))).toEqual([
      ['_id', 'a'],
      ['_id', 'a'],
    ]);
    expect(found[0]!._id).toBeInstanceOf(ObjectId);
  });

  test('reject a taken _id with its key', async () => {
    const collection = await collectionOf(server.db, [{ _id: 'x' as never }]);
    const error = await errorOf(collection.insertOne({ _id: 'x' as never }));
    expect(error.code).toBe(11000);
    expect(error).toMatchObject({ keyPattern: { _id: 1 }, keyValue: { _id: 'x' } });
    expect(error.message).toContain('E11000 duplicate key error');
  });

  test.each([[[1]], [/x/]])('reject %o as _id', async (id) => {
    const collection = await collectionOf(server.db, []);
    expect(await codeOf(collection.insertOne({ _id: id as never }))).toBe(53);
  });

  test('reject an _id with a name that begins with a dollar', async () => {
    const collection = await collectionOf(server.db, []);
    expect(await codeOf(collection.insertOne({ _id: { $a: 1 } as never }))).toBe(52);
    expect(
      await codeOf(
        collection.updateOne(
          { _id: { $eq: { $a: 1 } } as never },
          { $set: { b: 1 } },
          { upsert: true },
        ),
      ),
    ).toBe(52);
    expect(await collection.countDocuments()).toBe(0);
  });

  test('replace empty timestamps with the time, except in the _id and nested fields', async () => {
    const empty = new Timestamp({ t: 0, i: 0 });
    const collection = await collectionOf(server.db, [
      {
        _id: empty as never,
        a: empty,
        b: empty,
        c: { d: empty },
        e: new Timestamp({ t: 0, i: 1 }),
      },
    ]);
    const found = (await collection.findOne())!;
    expect([found._id, found['c'].d].map(String)).toEqual(['0', '0']);
    expect(String(found['e'])).toBe('1');
    const [a, b] = [found['a'] as Timestamp, found['b'] as Timestamp];
    expect(a.high).toBeGreaterThan(1.7e9);
    expect(b.equals(a)).toBe(false);
    await collection.replaceOne({}, { a: empty });
    expect((await collection.findOne())!['a'].high).toBeGreaterThan(1.7e9);
    await collection.updateOne({}, { $set: { a: empty } });
    expect(String((await collection.findOne())!['a'])).toBe('0');
  });

  test.skipIf(otherServer).each([
    ['Decimal128', Decimal128.fromString('1.5')],
    ['the deprecated BSON type 14', new BSONSymbol('x')],
    ['the deprecated BSON type 15', new Code('x', { y: 1 })],
  ])('reject %s by name, and store nothing', async (name, a) => {
    const collection = await collectionOf(server.db, []);
    const error = await errorOf(collection.insertOne({ a }));
    expect(error).toMatchObject({ code: 238, message: expect.stringContaining(name) });
    expect(await collection.countDocuments()).toBe(0);
  });

  test('keep the order of insertion', async () => {
    const collection = await collectionOf(
      server.db,
      [3, 1, 2].map((_id) => ({ _id }) as Document),
    );
    expect((await collection.find().toArray()).map(({ _id }) => _id)).toEqual([3, 1, 2]);
  });

  test('store documents of every shape unchanged', async () => {
    const doc = {
      _id: 1,
      a: [],
      b: {},
      c: [[1], [{}]],
      d: '',
      e: null,
      f: '\u0000',
      '': 1,
      '1': 2,
      g: { constructor: 1, toString: 2 },
    };
    const collection = await collectionOf(server.db, [doc as Document]);
    expect(await collection.findOne()).toEqual(doc);
  });

  test('accept a document of 15 MiB', async () => {
    const collection = await collectionOf(server.db, [{ a: 'x'.repeat(15 * 1024 * 1024) }]);
    expect((await collection.findOne())!.a).toHaveLength(15 * 1024 * 1024);
  });
});

describe('bulk writes', () => {
  const four = [{ _id: 1 }, { _id: 2 }, { _id: 1 }, { _id: 3 }] as Document[];

  test('stop at the first error when ordered', async () => {
    const collection = await collectionOf(server.db, []);
    const error = await errorOf(collection.insertMany(four, { ordered: true }));
    expect([error.code, error.insertedCount]).toEqual([11000, 2]);
    expect(error.writeErrors).toMatchObject([{ index: 2, code: 11000 }]);
    expect(await collection.countDocuments()).toBe(2);
  });

  test('continue after an error when unordered', async () => {
    const collection = await collectionOf(server.db, []);
    const error = await errorOf(collection.insertMany(four, { ordered: false }));
    expect(error.insertedCount).toBe(3);
    expect(await collection.countDocuments()).toBe(3);
  });

  test('combine operations of all kinds', async () => {
    const collection = await collectionOf(server.db, [{ _id: 1, a: 1 } as Document]);
    const result = await collection.bulkWrite([
      { insertOne: { document: { _id: 2 as never, a: 2 } } },
      { updateOne: { filter: { a: 1 }, update: { $set: { a: 9 } } } },
      { updateMany: { filter: {}, update: { $inc: { n: 1 } } } },
      { replaceOne: { filter: { a: 2 }, replacement: { a: 3 } } },
      { deleteOne: { filter: { a: 9 } } },
      { updateOne: { filter: { a: 77 }, update: { $set: { b: 1 } }, upsert: true } },
    ]);
    expect([
      result.insertedCount,
      result.matchedCount,
      result.modifiedCount,
      result.deletedCount,
      result.upsertedCount,
    ]).toEqual([1, 4, 4, 1, 1]);
    expect(
      (await collection.find({}, { projection: { _id: 0 } }).toArray()).map(({ a }) => a),
    ).toEqual([3, 77]);
  });

  test('apply the operations before and after a failed update when unordered', async () => {
    const collection = await collectionOf(server.db, [{ _id: 1, a: 'x' } as Document]);
    const one = { _id: 1 } as Document;
    const bulk = collection.bulkWrite(
      [
        { updateOne: { filter: one, update: { $set: { b: 1 } } } },
        { updateOne: { filter: one, update: { $inc: { a: 1 } } } },
        { updateOne: { filter: one, update: { $set: { c: 1 } } } },
      ],
      { ordered: false },
    );
    expect((await errorOf(bulk)).code).toBe(14);
    expect(await collection.findOne()).toEqual({ _id: 1, a: 'x', b: 1, c: 1 });
  });
});

describe('updates and deletes', () => {
  test('report the matched and modified documents', async () => {
    const collection = await collectionOf(server.db, [{ a: 1 }, { a: 1, b: 1 }, { a: 2 }]);
    const result = await collection.updateMany({ a: 1 }, { $set: { b: 1 } });
    expect([result.matchedCount, result.modifiedCount]).toEqual([2, 1]);
    expect((await collection.deleteMany({ a: 1 })).deletedCount).toBe(2);
    expect((await collection.deleteOne({})).deletedCount).toBe(1);
    expect(await collection.countDocuments()).toBe(0);
  });

  test('visit each document once, although it moves in the index', async () => {
    const collection = await collectionOf(
      server.db,
      Array.from({ length: 500 }, (_, i) => ({ n: i })),
    );
    await collection.createIndex({ n: 1 });
    const result = await collection.updateMany({ n: { $gte: 0 } }, { $inc: { n: 1000 } });
    expect(result.modifiedCount).toBe(500);
    expect(await collection.countDocuments({ n: { $gte: 2000 } })).toBe(0);
  });

  test('let only one of many guarded writers win', async () => {
    const collection = await collectionOf(server.db, [{ _id: 1, revision: 1 } as Document]);
    const tries = Array.from({ length: 20 }, (_, i) =>
      collection.updateOne({ _id: 1, revision: 1 } as Document, {
        $set: { by: i },
        $inc: { revision: 1 },
      }),
    );
    const results = await Promise.all(tries);
    expect(results.filter(({ modifiedCount }) => modifiedCount === 1)).toHaveLength(1);
    expect((await collection.findOne())!.revision).toBe(2);
  });

  test('reject a replacement of many documents', async () => {
    const collection = await collectionOf(server.db, [{ a: 1 }]);
    const updates = [{ q: {}, u: { b: 1 }, multi: true }];
    const reply = await server.db.command({ update: collection.collectionName, updates });
    expect(reply.writeErrors).toMatchObject([{ index: 0, code: 9 }]);
  });

  test('are applied without acknowledgement', async () => {
    const collection = await collectionOf(server.db, [{ a: 1 }]);
    await collection.updateOne({}, { $set: { b: 1 } }, { writeConcern: { w: 0 } });
    await expect.poll(() => collection.countDocuments({ b: 1 })).toBe(1);
  });

  test('accept the write concerns majority and journal', async () => {
    const collection = await collectionOf(server.db, []);
    await collection.insertOne({ a: 1 }, { writeConcern: { w: 'majority', j: true } });
    expect(await collection.countDocuments()).toBe(1);
  });

  test('are rejected for a delete limit other than 0 and 1, including preceding statements', async () => {
    const collection = await collectionOf(server.db, [{ a: 1 }, { a: 1 }]);
    const deletes = [
      { q: { a: 1 }, limit: 1 },
      { q: { a: 1 }, limit: 2 },
    ];
    expect(await codeOf(server.db.command({ delete: collection.collectionName, deletes }))).toBe(9);
    expect(await collection.countDocuments()).toBe(2);
  });

  test('change nothing without a filter or a limit', async () => {
    const collection = await collectionOf(server.db, [{ a: 1 }]);
    const name = collection.collectionName;
    const statements: Document[] = [
      { delete: name, deletes: [{ limit: 0 }] },
      { delete: name, deletes: [{ q: {} }] },
      { update: name, updates: [{ u: { $set: { a: 2 } } }] },
    ];
    for (const statement of statements) {
      const answer = await server.db.command(statement).catch((error) => error);
      expect(answer.writeErrors ?? answer.code).toBeDefined();
    }
    expect(await collection.countDocuments({ a: 1 })).toBe(1);
  });
});

describe('findAndModify', () => {
  const docs = [
    { _id: 1, a: 1 },
    { _id: 2, a: 2 },
  ] as Document[];

  test('returns the document before or after the change', async () => {
    const collection = await collectionOf(server.db, docs);
    expect(await collection.findOneAndUpdate({ a: 1 }, { $set: { b: 1 } })).toEqual({
      _id: 1,
      a: 1,
    });
    expect(
      await collection.findOneAndUpdate({ a: 1 }, { $set: { b: 2 } }, { returnDocument: 'after' }),
    ).toEqual({ _id: 1, a: 1, b: 2 });
  });

  test('changes the first document of the sort', async () => {
    const collection = await collectionOf(server.db, docs);
    expect(
      (await collection.findOneAndUpdate({}, { $set: { b: 1 } }, { sort: { a: -1 } }))!._id,
    ).toBe(2);
  });

  test('applies a projection', async () => {
    const collection = await collectionOf(server.db, docs);
    const options = { projection: { _id: 0, a: 1 }, returnDocument: 'after' } as const;
    expect(await collection.findOneAndUpdate({ a: 1 }, { $set: { b: 1 } }, options)).toEqual({
      a: 1,
    });
  });

  test('supports array filters', async () => {
    const collection = await collectionOf(server.db, [{ a: [1, 5] }]);
    const options = { arrayFilters: [{ e: { $gt: 3 } }], returnDocument: 'after' as const };
    expect(
      (await collection.findOneAndUpdate({}, { $set: { 'a.$[e]': 0 } } as Document, options))!.a,
    ).toEqual([1, 0]);
  });

  test('upserts', async () => {
    const collection = await collectionOf(server.db, []);
    const result = await collection.findOneAndUpdate(
      { a: 1 },
      { $set: { b: 1 } },
      { upsert: true, returnDocument: 'after', includeResultMetadata: true },
    );
    expect(result.value).toMatchObject({ a: 1, b: 1 });
    expect(result.lastErrorObject).toMatchObject({
      n: 1,
      updatedExisting: false,
      upserted: result.value!._id,
    });
    expect(await collection.findOneAndUpdate({ a: 2 }, { $set: { b: 1 } }, { upsert: true })).toBe(
      null,
    );
  });

  test('returns null if nothing matches', async () => {
    const collection = await collectionOf(server.db, docs);
    expect(await collection.findOneAndUpdate({ a: 9 }, { $set: { b: 1 } })).toBe(null);
  });

  test('replaces', async () => {
    const collection = await collectionOf(server.db, docs);
    expect(
      await collection.findOneAndReplace({ a: 1 }, { c: 1 }, { returnDocument: 'after' }),
    ).toEqual({ _id: 1, c: 1 });
  });

  test('rejects a duplicate with its key', async () => {
    const collection = await collectionOf(server.db, docs);
    await collection.createIndex({ a: 1 }, { unique: true });
    const error = await errorOf(collection.findOneAndUpdate({ a: 1 }, { $set: { a: 2 } }));
    expect(error).toMatchObject({ code: 11000, keyPattern: { a: 1 }, keyValue: { a: 2 } });
    expect(await collection.find().toArray()).toEqual(docs);
  });

  test('rejects a command without a change', async () => {
    const { collectionName } = await collectionOf(server.db, docs);
    expect(await codeOf(server.db.command({ findAndModify: collectionName, query: {} }))).toBe(9);
  });
});
