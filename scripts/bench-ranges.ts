/**
 * Measures the lists of `bench list` other than jobs, as their stores read them: one range in a large and a small
 * collection.
 */
import { randomUUID } from 'node:crypto';
import type { Db } from 'mongodb';
import { createEventLog } from '../src/aggregate/event-log.js';
import { systemClock } from '../src/lib/clock.js';
import type { Found } from '../src/lib/find-page.js';
import { newId } from '../src/lib/ids.js';
import { connect } from '../src/lib/mongo.js';
import { createInboxStore } from '../src/modules/inbox/inbox.store.js';
import { createSiteCheckStore } from '../src/modules/site-check/site-check.store.js';

const limit = 200;
const batchSize = 2_000;
const rounds = 5;
const readsPerRound = 20;
const groups = ['a', 'b', 'c', 'd', 'e'];
const text = 'The entrance is on the square, beside the bakery. '.repeat(10);

/** Opens stores on a database that no service reads, so that no one follows a million events. */
async function openStores(db: Db) {
  const relay = { addSource: () => {}, wake: () => {}, notice: () => {} };
  const home = { db, clock: systemClock, relay };
  const stores = {
    siteChecks: createSiteCheckStore(home),
    inbox: createInboxStore(home),
    events: createEventLog(db),
  };
  for (const store of Object.values(stores)) await store.ensureIndexes();
  return stores;
}

const documents: Record<string, (i: number, at: Date) => object> = {
  site_checks: (i, at) => ({
    customerId: groups[i % groups.length],
    accessTokenHash: randomUUID(),
    status: 'requested',
    createdAt: at,
    outbox: [],
    text,
  }),
  inbox_messages: (i, at) => ({
    provider: 'bench',
    externalMessageId: String(i),
    folder: groups[i % groups.length],
    receivedAt: at,
    outbox: [],
    text,
  }),
  events: (i, at) => ({
    seq: i + 1,
    integratorId: groups[i % groups.length],
    type: 'job.opened',
    timestamp: at,
    data: { job_id: randomUUID(), status: 'open', previous_status: 'created' },
  }),
};

async function fill(db: Db, count: number): Promise<void> {
  const begin = Date.now() - count * 1000;
  for (const [name, make] of Object.entries(documents)) {
    for (let made = 0; made < count; made += batchSize) {
      const batch = Array.from({ length: Math.min(batchSize, count - made) }, (_, i) => ({
        _id: newId(),
        ...make(made + i, new Date(begin + (made + i) * 1000)),
      }));
      await db.collection<{ _id: string }>(name).insertMany(batch, { ordered: false });
    }
  }
}

/** Returns reads of 200 documents, starting in the middle. */
function readsOf(stores: Awaited<ReturnType<typeof openStores>>, count: number) {
  const middle = new Date(Date.now() - (count / 2) * 1000);
  const range = { cursor: { at: middle, id: newId() }, backwards: false, limit };
  const after = Math.floor(count / 2);
  return {
    'events behind a cursor': () => stores.events.page({ after, limit }),
    'events of an integrator behind a cursor': () =>
      stores.events.page({ after, limit, integratorId: 'c' }),
    'site checks of a customer': () => stores.siteChecks.list({ customerId: 'c' }, range),
    'inbox by folder': () => stores.inbox.list({ folder: 'c' }, range),
  };
}

async function measure(read: () => Promise<Found<unknown>>): Promise<number> {
  const before = process.cpuUsage();
  for (let i = 0; i < readsPerRound; i++) {
    const { length } = (await read()).items;
    if (length !== limit) throw new Error(`${length} were found in place of ${limit}`);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / readsPerRound;
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Prints CPU milliseconds of each read, including the store if it runs in this process. */
export async function measureRanges(uri: string, many: number, few: number): Promise<void> {
  const sides = await Promise.all(
    [many, few].map(async (count) => {
      const { client, db } = await connect(uri, `bench-${randomUUID()}`);
      const reads = readsOf(await openStores(db), count);
      await fill(db, count);
      return { client, db, reads };
    }),
  );
  console.log(`\n| 200 from the middle on | CPU ms of ${many} | CPU ms of ${few} | ratio |`);
  console.log('|---|---|---|---|');
  const [ofMany, ofFew] = sides;
  if (!ofMany || !ofFew) return;
  for (const name of Object.keys(ofMany.reads) as (keyof typeof ofMany.reads)[]) {
    const results = { many: [] as number[], few: [] as number[] };
    for (let round = 0; round <= rounds; round++) {
      const [a, b] = [await measure(ofMany.reads[name]), await measure(ofFew.reads[name])];
      if (round === 0) continue;
      results.many.push(a);
      results.few.push(b);
    }
    const [a, b] = [median(results.many), median(results.few)];
    console.log(`| ${name} | ${a.toFixed(1)} | ${b.toFixed(1)} | ${(a / b).toFixed(2)} |`);
  }
  for (const { client, db } of sides) {
    await db.dropDatabase();
    await client.close();
  }
}
