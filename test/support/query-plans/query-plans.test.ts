import { type Document, MongoClient } from 'mongodb';
import { describe, expect, test } from 'vitest';
import { useServer } from '../../embedded/server.js';
import { exemptionOf } from './exemptions.js';
import { type Complaint, complaintOf, explain } from './plans.js';
import { watchSearches } from './watch.js';

const server = useServer();

/** Returns a client whose searches are recorded. */
async function watched() {
  const watch = watchSearches();
  const client = await MongoClient.connect(server.uri, { monitorCommands: true });
  client.on('commandStarted', watch.onCommand);
  return { client, db: client.db(server.db.databaseName), watch };
}

describe('complaintOf checks the plan of a search', () => {
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

describe('watchSearches', () => {
  test('complains about each search without an index and about no other', async () => {
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
    const complaints = await watch.check(server.db);
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
  ])('would complain about %s if its index were missing', (search) => {
    expect(exemptionOf(search, 'reads the collection')).toBeUndefined();
  });
});
