import { randomUUID } from 'node:crypto';
import type { Collection, Db, Document, MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startFailingServer } from '../../test/support/failing-server.js';
import { findAtMost } from './find-at-most.js';
import { connect } from './mongo.js';
import { mebibyte } from './units.js';

interface Item {
  _id: number;
  even: boolean;
  at?: Date;
  long?: string;
}

let server: Awaited<ReturnType<typeof startFailingServer>>;
let client: MongoClient;
let db: Db;
let items: Collection<Item>;
/** Commands sent. */
const sent: string[] = [];
/** Cursors that the server has closed when it was told to. */
let killed = 0;

beforeAll(async () => {
  server = await startFailingServer(inject('mongodbUri'));
  ({ client, db } = await connect(server.uri, `test-${randomUUID()}`, true));
  items = db.collection('items');
  await items.insertMany(
    Array.from({ length: 150 }, (_, _id) => ({ _id, even: _id % 2 === 0, at: new Date(_id) })),
  );
  client.on('commandStarted', ({ commandName }) => sent.push(commandName));
  client.on('commandSucceeded', ({ commandName, reply }) => {
    if (commandName === 'killCursors') killed += (reply as Document)['cursorsKilled'].length;
  });
});
afterAll(async () => {
  server.heal();
  await db.dropDatabase();
  await client.close();
  server.close();
});

const idsOf = (found: readonly { _id: number }[]) => found.map(({ _id }) => _id);
const upTo = (length: number) => Array.from({ length }, (_, at) => at);
const sort = { _id: 1 } as const;

it.each([1, 75, 101, 149, 150, 151, 1000])(
  'one command finds what a cursor would, %i at most',
  async (limit) => {
    sent.length = 0;
    const found = await findAtMost(items, {}, { limit, sort });
    expect(sent).toEqual(['find']);
    expect(found).toEqual(await items.find().sort(sort).limit(limit).toArray());
    expect(idsOf(found)).toEqual(upTo(Math.min(limit, 150)));
  },
);

it('a filter, an order and a projection are kept, and what is undefined is left out', async () => {
  const filter = { even: true, long: undefined } as object;
  const options = { limit: 3, sort: { at: -1 } as const, projection: { at: 1 } };
  expect(await findAtMost(items, filter, options)).toEqual(
    [148, 146, 144].map((_id) => ({ _id, at: new Date(_id) })),
  );
  expect(await findAtMost(items, { _id: -1 }, { limit: 3 })).toEqual([]);
});

it('what has not changed is the same document, what has is as it is stored', async () => {
  const read = () => findAtMost(items, { _id: { $lte: 1 } }, { limit: 2, sort });
  const [, before] = [await read(), await read()];
  await items.updateOne({ _id: 1 }, { $set: { at: new Date(99) } });
  const after = await read();
  expect(after.map(({ at }) => at)).toEqual([new Date(0), new Date(99)]);
  expect(after[0]).toBe(before[0]);
  await items.updateOne({ _id: 1 }, { $set: { at: new Date(1) } });
  expect(await read()).toEqual(before);
});

it.each([1, 2])('what fails %i times is asked for again', async (times) => {
  server.fail({ command: 'find', code: 10107, times });
  expect(idsOf(await findAtMost(items, {}, { limit: 2, sort }))).toEqual([0, 1]);
  expect(server.left()).toBe(0);
});

it('what fails for good is refused, and so is what cannot be asked', async () => {
  server.fail({ command: 'find', code: 10107, times: 1000 });
  await expect(findAtMost(items, {}, { limit: 2 })).rejects.toMatchObject({ code: 10107 });
  server.heal();
  const filter = { even: { $in: 1 } } as object;
  sent.length = 0;
  await expect(findAtMost(items, filter, { limit: 2 })).rejects.toMatchObject({ code: 2 });
  expect(sent).toEqual(['find']);
});

it('what one answer cannot hold is found whole, and no cursor is left', async () => {
  const long = 'x'.repeat(mebibyte);
  const large = upTo(20).map((at) => ({ _id: 1000 + at, even: true, long }));
  for (const document of large) await items.insertOne(document);
  sent.length = 0;
  const found = await findAtMost(items, { _id: { $gte: 1000 } }, { limit: 20, sort });
  expect(found).toEqual(large);
  expect(sent).toEqual(['find', 'killCursors', 'find', 'getMore']);
  expect(killed).toBe(1);
});
