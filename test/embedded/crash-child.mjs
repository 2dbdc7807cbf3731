// Serves a data folder and writes to it with 20 writers; every acknowledged write is reported on stdout.
import { writeSync } from 'node:fs';
import { MongoClient } from 'mongodb';
import { startEmbeddedStore } from '../../dist/src/embedded/index.js';

const [, , dataDir, round] = process.argv;
const store = await startEmbeddedStore({ dataDir });
const client = new MongoClient(store.uri, { maxPoolSize: 20 });
const db = client.db('crash');
await db.collection('made').createIndex({ writer: 1, n: -1 });
await db.collection('made').createIndex({ tags: 1 }, { sparse: true });
await db.collection('counted').createIndex({ n: 1 });
writeSync(1, 'ready\n');

async function write(writer) {
  const counter = { _id: `${round}-${writer}` };
  await db.collection('counted').updateOne(counter, { $setOnInsert: { n: 0 } }, { upsert: true });
  for (let n = 1; ; n += 1) {
    const _id = `${round}-${writer}-${n}`;
    await db
      .collection('made')
      .insertOne({ _id, writer, n, tags: [n % 7, n % 11], pad: 'x'.repeat((n * 37) % 900) });
    writeSync(1, `made ${_id}\n`);
    const result = await db
      .collection('counted')
      .updateOne(
        { ...counter, n: n - 1 },
        { $set: { n }, $push: { log: { $each: [n, 'x'.repeat(n % 50)] } } },
      );
    if (result.modifiedCount === 1) writeSync(1, `counted ${counter._id} ${n}\n`);
    // Large values and whole collections that are removed, so that pages of every kind are reused.
    if (n % 7 === 0)
      await db.collection(`passing-${writer}`).insertOne({ large: Buffer.alloc(30_000, n) });
    if (n % 21 === 0) await db.collection(`passing-${writer}`).drop();
    if (n % 5 === 0) {
      await db.collection('made').deleteOne({ _id: `${round}-${writer}-${n - 1}` });
      writeSync(1, `gone ${round}-${writer}-${n - 1}\n`);
    }
  }
}

await Promise.all(Array.from({ length: 20 }, (_, writer) => write(writer)));
