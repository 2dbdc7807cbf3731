/**
 * Measures the lists of `bench list` other than jobs, and jobs by each filter, as their stores read them: one range in a
 * large and a small collection.
 */
import { randomUUID } from 'node:crypto';
import { type CommandStartedEvent, type Db, type Document, MongoClient } from 'mongodb';
import { createEventLog } from '../src/aggregate/event-log.js';
import { systemClock } from '../src/lib/clock.js';
import type { Found } from '../src/lib/find-page.js';
import { newId } from '../src/lib/ids.js';
import { loadCatalogue } from '../src/modules/catalogue/catalogue.js';
import { createInboxStore } from '../src/modules/inbox/inbox.store.js';
import { assignmentOf, newJob } from '../src/modules/job/create-job.js';
import { createJobStore } from '../src/modules/job/job.store.js';
import type { JobFilter } from '../src/modules/job/job-conditions.js';
import { searchIndexOf } from '../src/modules/job/search-tags.js';
import { createSiteCheckStore } from '../src/modules/site-check/site-check.store.js';

const limit = 200;
/** Each insert is one write to disk: with batches of 500, a million jobs would wait for 2,000 of them. */
const batchSize = 5_000;
const progressEvery = 100_000;
const rounds = 5;
const readsPerRound = 5;
const groups = ['a', 'b', 'c', 'd', 'e'];
const statuses = ['open', 'assigned', 'submitted', 'completed', 'cancelled'] as const;
const schedules = Array.from({ length: 1_000 }, () => newId());
const catalogue = loadCatalogue(undefined);
const serviceKeys = ['storefront_open', 'site_check', 'site_check'];
/** Steps and questions are the same for all jobs of a service. */
const assignments = new Map(
  serviceKeys.map((serviceKey) => [
    serviceKey,
    assignmentOf(catalogue, { serviceKey, objective: 'Is the shop open?' }),
  ]),
);
const text = 'The entrance is on the square, beside the bakery. '.repeat(10);

/** Opens a database. A machine that is busy for a while does not end the measurement. */
async function connect(uri: string) {
  const client = new MongoClient(uri, {
    ignoreUndefined: true,
    enableUtf8Validation: false,
    connectTimeoutMS: 60_000,
    monitorCommands: true,
  });
  await client.connect();
  return { client, db: client.db(`bench-${randomUUID()}`) };
}

/** Opens stores on a database that no service reads, so that no one follows a million events. */
async function openStores(db: Db) {
  const relay = { addSource: () => {}, wake: () => {}, notice: () => {} };
  const home = { db, clock: systemClock, relay, shapeOf: () => 1 };
  const stores = {
    siteChecks: createSiteCheckStore(home),
    inbox: createInboxStore(home),
    events: createEventLog(db),
    jobs: createJobStore(home),
  };
  for (const store of Object.values(stores)) await store.ensureIndexes();
  return stores;
}

/** A job as `createJob` stores it; every fifth is completed, disputed and without a report, every hundredth in the same shop. */
function jobOf(i: number, at: Date) {
  const city = catalogue.market_cities[i % catalogue.market_cities.length];
  const serviceKey = serviceKeys[i % serviceKeys.length] ?? 'site_check';
  const input = {
    objective: `Is shop ${i % 1_000} open?`,
    address: `Street ${i % 97}, ${city?.name}`,
    latitude: (city?.latitude ?? 0) + (i % 100) / 1_000,
    longitude: (city?.longitude ?? 0) + (i % 89) / 1_000,
    notes: text,
    nonce: randomUUID(),
    referencePhotos: [],
    autoOpen: true,
    serviceKey,
  };
  const status = statuses[i % statuses.length] ?? 'open';
  const assignment = assignments.get(serviceKey) ?? { steps: [], questions: [] };
  const job = newJob(input, 'bench', at, assignment);
  const metadata = [{ key: 'shop', value: String(i % 100) }];
  return {
    ...job,
    metadata,
    status,
    openedAt: at,
    deadlineAt: new Date(at.getTime() + 3_600_000),
    completedAt: status === 'completed' ? at : null,
    expiresAt: status === 'completed' ? null : new Date(at.getTime() + 86_400_000),
    scheduleId: schedules[i % schedules.length],
    feedback: status === 'completed' ? [{ verdict: 'disputed' }] : [],
    ...searchIndexOf(catalogue, { ...job, metadata }),
  };
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
  jobs: jobOf,
};

/** Filters of jobs that no index has in order alone. */
function filtersOf(count: number): Record<string, JobFilter> {
  const [city] = catalogue.market_cities;
  const { latitude = 0, longitude = 0 } = city ?? {};
  const hoursAgo = (share: number) => new Date(Date.now() - count * share * 1000);
  return {
    'a status and a service': { statuses: ['completed'], serviceKeys: ['storefront_open'] },
    'a city': { marketCityKey: city?.key },
    'a time of change': { updatedAfter: hoursAgo(0.4), updatedBefore: hoursAgo(0.2) },
    'a time of completion': { completedAfter: hoursAgo(0.4), completedBefore: hoursAgo(0.2) },
    'a deadline': { expiresAfter: hoursAgo(0.4) },
    metadata: { metadata: { shop: '42' } },
    'a schedule': { scheduleId: schedules[42] },
    'disputed ones': { disputed: true },
    'overdue ones': { overdue: true },
    'those with a report': { hasReport: true },
    'those without a report': { hasReport: false },
    'a box': {
      box: { west: longitude, south: latitude, east: longitude + 1, north: latitude + 1 },
    },
    'a circle': { near: { latitude, longitude, radiusMetres: 5_000 } },
    'a common word': { q: 'shop' },
    'a rare word': { q: '777' },
    'a word and metadata': { q: '142', metadata: { shop: '42' } },
    'a word, a city and a status': { q: 'open', marketCityKey: city?.key, statuses: ['completed'] },
  };
}

/** Fills the collections with documents that are one second apart, and prints its progress. */
async function fill(db: Db, count: number): Promise<void> {
  const begin = Date.now() - count * 1000;
  for (const [name, make] of Object.entries(documents)) {
    const started = performance.now();
    let inserting: Promise<unknown> = Promise.resolve();
    for (let made = 0; made < count; made += batchSize) {
      const batch = Array.from({ length: Math.min(batchSize, count - made) }, (_, i) => ({
        _id: newId(),
        ...make(made + i, new Date(begin + (made + i) * 1000)),
      }));
      await inserting;
      // The store inserts a batch while the next one is made.
      inserting = db.collection<{ _id: string }>(name).insertMany(batch, { ordered: false });
      if (made % progressEvery === 0) {
        const seconds = Math.round((performance.now() - started) / 1000);
        console.error(`${name}: ${made} of ${count} stored after ${seconds} s`);
      }
    }
    await inserting;
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

/** Returns reads of the first page by each filter, of up to 200 jobs. */
function filteredReadsOf({ jobs }: Awaited<ReturnType<typeof openStores>>, count: number) {
  const scope = { integratorId: 'bench' };
  const range = { order: 'created_at_desc', cursor: null, backwards: false, limit } as const;
  return Object.fromEntries(
    Object.entries(filtersOf(count)).map(([name, filter]) => [
      `jobs by ${name}`,
      () => jobs.list({ scope, filter, ...range, withEvidence: false }),
    ]),
  );
}

/** @param isFull false for a page that can have fewer documents */
async function measure(read: () => Promise<Found<unknown>>, isFull: boolean): Promise<number> {
  const before = process.cpuUsage();
  for (let i = 0; i < readsPerRound; i++) {
    const { length } = (await read()).items;
    if (isFull && length !== limit) throw new Error(`${length} were found in place of ${limit}`);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / readsPerRound;
}

/** Returns the number of documents and index keys that the store examines to answer a read. */
async function examine(
  { client, db }: { client: MongoClient; db: Db },
  read: () => Promise<unknown>,
): Promise<number> {
  const finds: Document[] = [];
  const watch = ({ command }: CommandStartedEvent) => {
    if ('find' in command) finds.push(command);
  };
  client.on('commandStarted', watch);
  await read().finally(() => client.off('commandStarted', watch));
  let examined = 0;
  for (const { find, filter, sort, projection, hint, skip, limit } of finds) {
    const given = { find, filter, sort, projection, hint, skip, limit };
    const command = Object.fromEntries(Object.entries(given).filter(([, value]) => value));
    const { executionStats } = await db.command({
      explain: command,
      verbosity: 'executionStats',
    });
    examined += executionStats.totalDocsExamined + executionStats.totalKeysExamined;
  }
  return examined;
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/**
 * Prints for each read what the store examines, which no other load changes, and its CPU milliseconds, including the
 * store if it runs in this process.
 */
export async function measureRanges(uri: string, many: number, few: number): Promise<void> {
  const sides = await Promise.all(
    [many, few].map(async (count) => {
      const { client, db } = await connect(uri);
      const stores = await openStores(db);
      const reads: Record<string, () => Promise<Found<unknown>>> = readsOf(stores, count);
      const filtered = filteredReadsOf(stores, count);
      await fill(db, count);
      return { client, db, full: new Set(Object.keys(reads)), reads: { ...reads, ...filtered } };
    }),
  );
  console.log(
    `\n| 200 from the middle on, or up to 200 by a filter | examined of ${many} | of ${few} | ratio | CPU ms of ${many} | of ${few} | ratio |`,
  );
  console.log('|---|---|---|---|---|---|---|');
  const [ofMany, ofFew] = sides;
  if (!ofMany || !ofFew) return;
  for (const [name, ofManyRead] of Object.entries(ofMany.reads)) {
    const ofFewRead = ofFew.reads[name];
    if (!ofFewRead) continue;
    const isFull = ofMany.full.has(name);
    const results = { many: [] as number[], few: [] as number[] };
    for (let round = 0; round <= rounds; round++) {
      const [a, b] = [await measure(ofManyRead, isFull), await measure(ofFewRead, isFull)];
      if (round === 0) continue;
      results.many.push(a);
      results.few.push(b);
    }
    const examined = [await examine(ofMany, ofManyRead), await examine(ofFew, ofFewRead)] as const;
    const cpu = [median(results.many), median(results.few)] as const;
    const cells = [
      ...[...examined, (examined[0] / examined[1]).toFixed(2)],
      ...[...cpu.map((value) => value.toFixed(1)), (cpu[0] / cpu[1]).toFixed(2)],
    ];
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
  for (const { client, db } of sides) {
    await db.dropDatabase();
    await client.close();
  }
}
