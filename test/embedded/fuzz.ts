import { connect, type Socket } from 'node:net';
import { Binary, BSON, Double, Long, MongoClient, ObjectId } from 'mongodb';
import { expect } from 'vitest';

const collection = 'fuzz';
const commands: BSON.Document[] = [
  { hello: 1, $db: 'admin' },
  {
    insert: collection,
    documents: [
      {
        a: [1, { b: 'x' }],
        d: new Date(),
        o: new ObjectId(),
        n: Long.MAX_VALUE,
        f: new Double(1),
        z: new Binary(Buffer.from('x')),
      },
    ],
    $db: 'x',
  },
  {
    find: collection,
    filter: { a: { $elemMatch: { $gt: 1 } }, r: 'x' },
    sort: { a: -1 },
    projection: { 'a.b': 1 },
    batchSize: 1,
    $db: 'x',
  },
  {
    update: collection,
    updates: [
      {
        q: { a: 1 },
        u: { $push: { a: { $each: [1] } }, $inc: { n: 1 } },
        upsert: true,
      },
    ],
    $db: 'x',
  },
  {
    aggregate: collection,
    pipeline: [{ $match: {} }, { $group: { _id: '$a', n: { $sum: 1 } } }],
    cursor: {},
    $db: 'x',
  },
  {
    findAndModify: collection,
    query: { a: 1 },
    update: { $set: { 'a.$[e]': 1 } },
    arrayFilters: [{ e: 1 }],
    $db: 'x',
  },
  { createIndexes: collection, indexes: [{ key: { a: 1 }, name: 'a_1' }], $db: 'x' },
  { delete: collection, deletes: [{ q: {}, limit: 1 }], $db: 'x' },
];

function message(command: BSON.Document, sequence: boolean): Buffer {
  const { documents, ...rest } = command;
  const body = Buffer.from(BSON.serialize(sequence && documents ? rest : command));
  const parts = [Buffer.alloc(20), Buffer.from([0]), body];
  if (sequence && documents) {
    const docs = Buffer.concat([
      Buffer.from('documents\0'),
      ...documents.map((doc: BSON.Document) => BSON.serialize(doc)),
    ]);
    const size = Buffer.alloc(5);
    size[0] = 1;
    size.writeInt32LE(docs.length + 4, 1);
    parts.push(size, docs);
  }
  const bytes = Buffer.concat(parts);
  bytes.writeInt32LE(bytes.length, 0);
  bytes.writeInt32LE(7, 4);
  bytes.writeInt32LE(2013, 12);
  return bytes;
}

/** Returns the bytes with changed bytes, replaced lengths, and removed or repeated pieces. */
function mutated(bytes: Buffer, next: () => number): Buffer {
  let result = Buffer.from(bytes);
  for (let left = 1 + Math.floor(next() * 4); left > 0; left -= 1) {
    const at = Math.floor(next() * result.length);
    const kind = next();
    if (kind < 0.5) result[at] = Math.floor(next() * 256);
    else if (kind < 0.8 && at + 4 <= result.length)
      result.writeInt32LE(
        [0, -1, 1, 4, 5, 2 ** 31 - 1, -(2 ** 31), result.length][Math.floor(next() * 8)]!,
        at,
      );
    else if (kind < 0.9) result = result.subarray(0, Math.max(4, at));
    else result = Buffer.concat([result.subarray(0, at), result.subarray(at / 2)]);
  }
  // Most mutations should get past the framing.
  if (next() < 0.8 && result.length >= 16) {
    result.writeInt32LE(result.length, 0);
    result.writeInt32LE(2013, 12);
  }
  return result;
}

function opened(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path).once('error', reject);
    socket.once('connect', () =>
      resolve(socket.off('error', reject).on('error', () => socket.destroy())),
    );
  });
}

/**
 * Sends mutated messages, each followed by a ping on the same connection. The ping must be answered or the connection
 * closed within 15 seconds, the time a busy disk can need. At the end, the store must answer a driver and must not have
 * grown.
 */
export async function fuzz(uri: string, count: number, next: () => number): Promise<void> {
  const path = decodeURIComponent(new URL(uri).hostname);
  const ping = message({ ping: 1, $db: 'x' }, false);
  const rssBefore = process.memoryUsage().rss;
  let socket = await opened(path);
  for (let i = 0; i < count; i += 1) {
    if (socket.destroyed || socket.readableEnded) socket = await opened(path);
    const command = commands[Math.floor(next() * commands.length)]!;
    const bytes = mutated(message(command, next() < 0.5), next);
    const claimed = bytes.length >= 4 ? bytes.readInt32LE(0) : 0;
    const pong = Buffer.alloc(8);
    pong.writeInt32LE(1_000_000 + i);
    pong.writeInt32LE(2013, 4);
    const ended = new Promise<void>((resolve) => {
      let answer = Buffer.alloc(0);
      const current = socket;
      const take = (chunk: Buffer): void => {
        answer = Buffer.concat([answer, chunk]);
        if (answer.includes(pong)) done();
      };
      const done = (): void => {
        current.off('data', take).off('close', done).off('end', done);
        resolve();
      };
      current.on('data', take).once('close', done).once('end', done);
    });
    ping.writeInt32LE(1_000_000 + i, 4);
    // A changed length shifts the following frames, and the store can wait for more bytes without replying.
    const sent = new Promise<void>((resolve) => {
      socket.write(Buffer.concat([bytes, ping]), () => resolve());
    });
    await Promise.race([ended, sent]);
    if (claimed !== bytes.length && claimed >= 21 && claimed <= 48_000_000) {
      socket.destroy();
      continue;
    }
    const timeout = new Promise<'late'>((resolve) => setTimeout(resolve, 15_000, 'late').unref());
    if ((await Promise.race([ended, timeout])) === 'late')
      expect.fail(`no answer to ${bytes.toString('hex')}`);
    if (next() < 0.3) socket.destroy();
  }
  socket.destroy();
  const client = await MongoClient.connect(uri);
  expect((await client.db('x').command({ ping: 1 })).ok).toBe(1);
  expect(await client.db('x').command({ validate: collection })).toMatchObject({ valid: true });
  await client.close();
  expect(process.memoryUsage().rss - rssBefore).toBeLessThan(400 * 1024 * 1024);
}
