import { spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { BSON, type Document, MongoClient } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { codeOf, useServer } from './server.js';

const server = useServer();

/** What is answered to an OP_QUERY, in which an older client says hello. */
async function query(command: Document): Promise<Document> {
  const body = BSON.serialize(command);
  const head = Buffer.concat([Buffer.alloc(20), Buffer.from('admin.$cmd\0'), Buffer.alloc(8)]);
  head.writeInt32LE(head.length + body.length);
  head.writeInt32LE(2004, 12);
  head.writeInt32LE(-1, head.length - 4);
  const socket = connect(decodeURIComponent(new URL(server.uri).hostname));
  socket.write(Buffer.concat([head, body]));
  let answer = Buffer.alloc(0);
  for await (const chunk of socket) {
    answer = Buffer.concat([answer, chunk]);
    if (answer.length >= 4 && answer.length === answer.readInt32LE()) break;
  }
  socket.destroy();
  return BSON.deserialize(answer.subarray(36));
}

const greeting = {
  helloOk: true,
  client: { driver: { name: 'PyMongo', version: '4.20' }, os: { type: 'Linux' } },
  compression: ['zstd', 'zlib'],
  saslSupportedMechs: 'admin.user',
  speculativeAuthenticate: { saslStart: 1 },
  forShell: 1,
};

describe('any client', () => {
  test.each(['isMaster', 'ismaster', 'hello'])(
    'is answered its first %s, in both forms',
    async (name) => {
      const expected = {
        ok: 1,
        ismaster: true,
        helloOk: true,
        maxWireVersion: 21,
        readOnly: false,
      };
      expect(await server.db.command({ [name]: 1, ...greeting })).toMatchObject(expected);
      expect(await query({ [name]: 1, ...greeting })).toMatchObject(expected);
    },
  );

  test('may say which API it wants, where it reads and what time it is', async () => {
    const message = {
      apiVersion: '1',
      apiStrict: false,
      apiDeprecationErrors: true,
      $readPreference: { mode: 'primaryPreferred' },
      $clusterTime: {},
    };
    expect((await server.db.command({ count: 'c', ...message })).n).toBe(0);
    const options = { serverApi: { version: '1', deprecationErrors: true } } as const;
    const client = await MongoClient.connect(server.uri, options);
    const collection = client.db(server.db.databaseName).collection('api');
    await collection.insertOne({ a: 1 });
    expect(await collection.countDocuments({ a: 1 })).toBe(1);
    await client.close();
  });

  test.each([
    [{ ping: 1, apiVersion: '2' }, 322],
    [{ ping: 1, apiVersion: '1', apiStrict: true }, 238],
    [{ hello: 1, topologyVersion: {}, maxAwaitTimeMS: 1000 }, 238],
    [{ aggregate: 'c', pipeline: [{ $collStats: {} }], cursor: {} }, 238],
    [{ find: 'c', maxTimeMS: -1 }, 2],
    [{ find: 'c', maxTimeMS: 'x' }, 2],
  ])('is refused by name what would change an answer: %o', async (command, code) => {
    expect(await codeOf(server.db.command(command))).toBe(code);
  });

  test('may say how long a command may take: a search ends then, a write does not', async () => {
    const collection = server.db.collection('timed');
    const docs = Array.from({ length: 5_000 }, (_, i) => ({ i, pad: 'x'.repeat(100) }));
    const command = { insert: 'timed', documents: docs, maxTimeMS: 1 };
    expect(await server.db.command(command)).toMatchObject({ ok: 1, n: 5_000 });
    const slow = { pad: { $not: { $in: Array.from({ length: 2_000 }, (_, i) => `y${i}`) } } };
    const pipeline = [{ $match: slow }, { $group: { _id: '$pad', n: { $sum: '$i' } } }];
    for (const search of [
      { find: 'timed', filter: slow, batchSize: 5_000 },
      { count: 'timed', query: slow },
      { aggregate: 'timed', pipeline, cursor: {} },
    ]) {
      expect(await codeOf(server.db.command({ ...search, maxTimeMS: 1 }))).toBe(50);
      expect(await codeOf(server.db.command({ ...search, maxTimeMS: 600_000 }))).toBe(null);
    }
    // Between two batches its time stands still.
    const cursor = collection.find({}, { batchSize: 10, maxTimeMS: 600_000 });
    expect(await cursor.toArray()).toHaveLength(5_000);
  });

  test('may look at the host, a database and a collection', async () => {
    const collection = server.db.collection('looked_at');
    await collection.insertMany([{ a: 1 }, { a: 2 }]);
    await collection.createIndex({ a: 1 });
    expect(await server.client.db('admin').command({ hostInfo: 1 })).toMatchObject({
      system: { numCores: expect.any(Number), hostname: expect.any(String) },
      os: { type: expect.any(String) },
    });
    const stats = await server.db.command({ collStats: 'looked_at' });
    expect(stats).toMatchObject({ count: 2, nindexes: 2, capped: false });
    const { collections, objects, indexes } = await server.db.command({ dbStats: 1, scale: 1 });
    const all = await server.db.listCollections().toArray();
    expect(collections).toBe(all.length);
    expect(objects).toBeGreaterThanOrEqual(2);
    expect(indexes).toBeGreaterThan(all.length);
  });

  test('may ask who it is, and for some databases', async () => {
    const admin = server.client.db('admin');
    expect(await admin.command({ connectionStatus: 1, showPrivileges: true })).toMatchObject({
      authInfo: { authenticatedUsers: [] },
    });
    await server.db.collection('c').insertOne({});
    const name = server.db.databaseName;
    const list = { listDatabases: 1, nameOnly: true, authorizedDatabases: true };
    const named = await admin.command({ ...list, filter: { name } });
    expect(named['databases']).toMatchObject([{ name }]);
    const others = await admin.command({ ...list, filter: { name: 'other' } });
    expect(others['databases']).toEqual([]);
  });
});

const python = `
import sys, pymongo
from pymongo.server_api import ServerApi
client = pymongo.MongoClient(sys.argv[1], server_api=ServerApi("1"), appname="check")
c = client["python"]["c"]
c.insert_many([{"_id": i, "a": i} for i in range(5)])
c.update_one({"a": 1}, {"$inc": {"a": 5}})
c.create_index("a", unique=True)
try:
    c.insert_one({"a": 2})
except pymongo.errors.DuplicateKeyError as error:
    print(error.details["keyValue"])
print([d["_id"] for d in c.find().sort("a", -1).batch_size(2)], c.count_documents({"a": {"$gt": 2}}))
client.drop_database("python")
`;
const interpreter = process.env['PYTHON'] ?? 'python3';
const hasPymongo = spawnSync(interpreter, ['-c', 'import pymongo']).status === 0;

test.skipIf(!hasPymongo)('pymongo connects, writes and reads', () => {
  const { stdout, stderr } = spawnSync(interpreter, ['-c', python, server.uri], {
    encoding: 'utf8',
  });
  expect({ stdout, stderr }).toEqual({ stdout: "{'a': 2}\n[1, 4, 3, 2, 0] 3\n", stderr: '' });
});
