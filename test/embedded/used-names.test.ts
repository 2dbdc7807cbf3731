import { type Document, GridFSBucket, MongoClient } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { useServer } from './server.js';
import { missingNames, watchCommands } from './used-names.js';

const server = useServer();

describe('what a command uses is held against the list of what the store has', () => {
  test.each<[Document, string[]]>([
    [{ find: 'c', filter: { a: { $gt: 1 }, $or: [{ b: 1 }] }, sort: { a: 1 } }, []],
    [{ find: 'c', filter: { a: { $near: [] } } }, ['filter operator $near']],
    [{ find: 'c', filter: { $or: [{ $expr: {} }] } }, ['filter operator $expr']],
    [{ find: 'c', tailable: true }, ['field tailable of find']],
    [{ find: 'c', projection: { a: { $slice: 1 } } }, ['projection operator $slice']],
    [
      { update: 'c', updates: [{ q: {}, u: { $rename: { a: 'b' } } }] },
      ['update operator $rename'],
    ],
    [{ update: 'c', updates: [{ q: {}, u: [{ $set: {} }] }] }, ['update by a pipeline']],
    [
      {
        update: 'c',
        updates: [{ q: {}, u: { $set: { a: { $odd: 1 } }, $push: { a: { $each: [1] } } } }],
      },
      [],
    ],
    [{ update: 'c', updates: [{ q: {}, u: {}, collation: {} }] }, ['field collation in updates']],
    [{ findAndModify: 'c', query: {}, update: { $bit: {} } }, ['update operator $bit']],
    [
      { update: 'c', updates: [{ q: {}, u: { $push: { a: { $each: [1], $slice: -1 } } } }] },
      ['modifier of $push $slice'],
    ],
    [
      { aggregate: 'c', pipeline: [{ $match: { a: { $mod: [] } } }, { $lookup: {} }], cursor: {} },
      ['filter operator $mod', 'stage $lookup'],
    ],
    [
      { aggregate: 'c', pipeline: [{ $group: { _id: 1, n: { $stdDevPop: '$a' } } }], cursor: {} },
      ['expression in $group $stdDevPop'],
    ],
    [
      { createIndexes: 'c', indexes: [{ key: { a: 1 }, name: 'a', hidden: true }] },
      ['index option hidden'],
    ],
    [{ mapReduce: 'c' }, ['command mapReduce']],
  ])('%o', (command, missing) => {
    expect(missingNames(command)).toEqual(missing);
  });

  test('and the driver, GridFS included, sends nothing that is not in it', async () => {
    const client = await MongoClient.connect(server.uri, { monitorCommands: true });
    const watched = watchCommands(client);
    const db = client.db(server.db.databaseName);
    const collection = db.collection<Document>('watched');
    await collection.createIndex(
      { a: 1 },
      { unique: true, partialFilterExpression: { a: { $exists: true } } },
    );
    await collection.bulkWrite([
      { insertOne: { document: { a: 1 } } },
      { deleteMany: { filter: { a: 2 } } },
    ]);
    await collection.findOneAndUpdate({ a: 1 }, { $push: { l: { $each: [1] } } } as Document, {
      returnDocument: 'after',
    });
    await collection.countDocuments({ a: { $gte: 1 } });
    await collection.estimatedDocumentCount();
    const bucket = new GridFSBucket(db);
    const upload = bucket.openUploadStream('x');
    await new Promise((resolve, reject) =>
      upload.on('finish', resolve).on('error', reject).end(Buffer.alloc(300_000)),
    );
    await bucket.openDownloadStream(upload.id, { start: 10, end: 20 }).toArray();
    await bucket.delete(upload.id);
    await client.close();
    expect([...watched.missing]).toEqual([]);
    expect(watched.used.size).toBeGreaterThan(5);
  });
});
