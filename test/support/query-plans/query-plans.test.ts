import { type Document, GridFSBucket, MongoClient } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { useServer } from '../embedded/server.js';
import { exemptionOf } from './exemptions.js';
import { listedUses, listText } from './listed.js';
import { missingNames } from './missing.js';
import { type Complaint, complaintOf, explain } from './plans.js';
import { unlisted, watchCommands } from './watch.js';
import { stale } from './whole-run.js';

const server = useServer();

/** A client of the test's own server whose commands are watched. */
async function watched() {
  const watch = watchCommands();
  const client = await MongoClient.connect(server.uri, { monitorCommands: true });
  client.on('commandStarted', watch.onCommand);
  return { client, db: client.db(server.db.databaseName), watch };
}

describe('what a command uses is held against the list of what the store has', () => {
  test.each<[Document, string[]]>([
    [{ find: 'c', filter: { a: { $gt: 1 }, $or: [{ b: 1 }] }, sort: { a: 1 } }, []],
    [{ find: 'c', filter: { a: { $near: [] } } }, ['filter operator $near']],
    [{ find: 'c', filter: { $or: [{ $expr: {} }] } }, ['filter operator $expr']],
    [{ find: 'c', filter: { a: /x/ } }, ['filter operator $regex']],
    [{ find: 'c', tailable: true }, ['option find.tailable']],
    [{ find: 'c', projection: { a: { $meta: 'x' } } }, ['projection operator $meta']],
    [
      { update: 'c', updates: [{ q: {}, u: { $rename: { a: 'b' } } }] },
      ['update operator $rename'],
    ],
    [{ update: 'c', updates: [{ q: {}, u: [{ $set: {} }] }] }, ['update operator pipeline']],
    [
      {
        update: 'c',
        updates: [{ q: {}, u: { $set: { a: { $odd: 1 } }, $push: { a: { $each: [1] } } } }],
      },
      [],
    ],
    [
      { update: 'c', updates: [{ q: {}, u: { $push: { a: { $each: [], $odd: 1 } } } }] },
      ['modifier $odd'],
    ],
    [{ update: 'c', updates: [{ q: {}, u: {}, collation: {} }] }, ['option updates.collation']],
    [{ findAndModify: 'c', query: {}, update: { $bit: {} } }, ['update operator $bit']],
    [
      { aggregate: 'c', pipeline: [{ $match: { a: { $mod: [] } } }, { $lookup: {} }], cursor: {} },
      ['filter operator $mod', 'stage $lookup'],
    ],
    [
      { aggregate: 'c', pipeline: [{ $group: { _id: 1, n: { $stdDevPop: '$a' } } }], cursor: {} },
      ['expression $stdDevPop'],
    ],
    [
      { createIndexes: 'c', indexes: [{ key: { a: 1 }, name: 'a', hidden: true }] },
      ['option indexes.hidden'],
    ],
    [{ mapReduce: 'c' }, ['command mapReduce']],
  ])('%o', (command, missing) => {
    expect(missingNames(command)).toEqual(missing);
  });

  test('and the driver, GridFS included, sends nothing that is not in it', async () => {
    const { client, db, watch } = await watched();
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
    const { complaints, seen } = await watch.check(server.db);
    expect(complaints.filter((complaint) => complaint.includes('lacks'))).toEqual([]);
    expect(new Set(seen.flatMap(({ use }) => use?.name)).size).toBeGreaterThan(20);
  });
});

describe('a plan is understood in the forms in which MongoDB gives it', () => {
  const ixscan = { stage: 'IXSCAN', indexName: 'a_1' };
  test.each<[string, Document, Complaint | null]>([
    ['by id', { stage: 'EXPRESS_IXSCAN', indexName: '_id_' }, null],
    ['nested', { stage: 'LIMIT', inputStage: { stage: 'FETCH', inputStage: ixscan } }, null],
    [
      'merged',
      { stage: 'FETCH', inputStage: { stage: 'SORT_MERGE', inputStages: [ixscan] } },
      null,
    ],
    [
      'one branch read',
      { stage: 'OR', inputStages: [ixscan, { stage: 'COLLSCAN' }] },
      'reads the collection',
    ],
    [
      'of the slot-based engine',
      { queryPlan: { stage: 'SORT', inputStage: ixscan }, slotBasedPlan: { stages: 'COLLSCAN' } },
      'sorts in memory',
    ],
  ])('%s', async (_, winningPlan, complaint) => {
    const executionStats = { totalDocsExamined: 3, nReturned: 3 };
    const db = { command: async () => ({ queryPlanner: { winningPlan }, executionStats }) };
    const search = { collection: 'c', filter: {}, sort: {}, limit: 0 };
    expect(complaintOf(await explain(db as never, search))).toBe(complaint);
  });
});

describe('a service that uses its store badly is reported', () => {
  test('of each search that no index serves, and of nothing else', async () => {
    const { client, db, watch } = await watched();
    const collection = db.collection<Document>('badly_used');
    await collection.createIndex({ owner: 1, at: -1 });
    await collection.insertMany(
      Array.from({ length: 60 }, (_, i) => ({ owner: i % 2, at: i, name: `n${i}` })),
    );
    await collection.find({ owner: 1 }).sort({ at: -1 }).limit(5).toArray();
    await collection.findOne({ name: 'n7' });
    await collection.find({ owner: 1 }).sort({ name: 1 }).limit(5).toArray();
    await collection.updateOne({ owner: 1, name: 'n1' }, { $set: { seen: true } });
    await collection.deleteMany({ missing: true });
    await collection.countDocuments({ at: { $gt: 3 } });
    await client.close();
    const { complaints } = await watch.check(server.db);
    expect(complaints.map((complaint) => complaint.split(': {"stages')[0])).toEqual([
      'badly_used { name: ? } reads the collection',
      'badly_used { owner: ? } sort { name: 1 } sorts in memory',
      'badly_used { owner: ?, name: ? } examines too much',
      'badly_used { missing: true } reads the collection',
      'badly_used { at: { $gt: ? } } reads the collection',
    ]);
  });

  test.each([
    'agent_actions { jobId: ? }',
    'beliefs { keyClaim: ? }',
    'director_tickets { openKey: ? }',
    'inbox_messages { fromKey: ? }',
    'mails { messageId: ? }',
    'site_checks { accessTokenHash: ? }',
  ])('of %s where its index is gone: no exemption excuses it', (search) => {
    expect(exemptionOf(search, 'reads the collection')).toBeUndefined();
  });

  test('of an operator that the embedded store lacks, although the server refused it', async () => {
    const { client, db, watch } = await watched();
    const filter = { a: { $mod: [2, 0] } };
    await db
      .collection('badly_used')
      .findOne(filter)
      .catch(() => {});
    await client.close();
    const { complaints } = await watch.check(server.db);
    expect(complaints).toContain('the embedded store lacks badly_used: filter operator $mod');
  });

  test('of what is not on the committed list, and of what is there and not used', () => {
    const use = { collection: 'jobs', kind: 'stage', name: '$out' } as const;
    expect(unlisted([{ use }])).toEqual(['not in test/store-use/uses.json: jobs: stage $out']);
    const listed = { collection: 'jobs', kind: 'command', name: 'insert' } as const;
    expect(stale([{ use: listed }], [use, listed], [])).toEqual([
      'listed and not used: jobs: stage $out',
    ]);
    const complaint = 'sorts in memory';
    const exempted = [/^a$/, /^b$/].map((search) => ({ search, complaint }) as const);
    expect(stale([{ exemption: '^a$ sorts in memory' }], [], exempted)).toEqual([
      'exempted and needed no more: ^b$ sorts in memory',
    ]);
    expect(listText(listedUses())).toBe(listText([...listedUses()].reverse()));
  });
});
