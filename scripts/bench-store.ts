/**
 * Measures the store: operations per second, and as ratios to the driver's bare ping in the same run. Uses MONGODB_URI
 * if set, else a new embedded store.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { startEmbeddedStore } from '../src/embedded/index.js';

const documents = 10_000;
const secondsPerCase = 3;
const owners = 20;

interface Job {
  _id: string;
  owner: number;
  key: string;
  createdAt: Date;
  revision: number;
  body: Record<string, unknown>;
}

function job(i: number): Job {
  const body = {
    objective: 'x'.repeat(200),
    steps: [1, 2, 3].map((n) => ({ name: `step ${n}`, state: 'pending', n })),
  };
  return {
    _id: `job-${i}`,
    owner: i % owners,
    key: `key-${i}`,
    createdAt: new Date(1.7e12 + i * 1000),
    revision: 1,
    body,
  };
}

/** Runs `operation` with the given concurrency for the time of a case. Returns operations per second. */
async function rate(width: number, operation: (i: number) => Promise<unknown>): Promise<number> {
  let [done, next] = [0, 0];
  const start = performance.now();
  const end = start + secondsPerCase * 1000;
  const worker = async (): Promise<void> => {
    while (performance.now() < end) {
      await operation(next++);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return (done * 1000) / (performance.now() - start);
}

const dataDir = mkdtempSync(join(tmpdir(), 'bench-store-'));
const given = process.env['MONGODB_URI'];
const store = given ? null : await startEmbeddedStore({ dataDir });
const client = await MongoClient.connect(given ?? store!.uri, { maxPoolSize: 60 });
const db = client.db('bench_store');
const jobs = db.collection<Job>('jobs');
await jobs.createIndexes([
  { key: { key: 1 }, unique: true },
  { key: { owner: 1, createdAt: -1, _id: -1 } },
]);
await jobs.insertMany(Array.from({ length: documents }, (_, i) => job(i)));

const random = (): number => Math.floor(Math.random() * documents);
const cases: [string, number, (i: number) => Promise<unknown>][] = [
  ['ping', 1, () => db.command({ ping: 1 })],
  ['ping at 50', 50, () => db.command({ ping: 1 })],
  ['find by id', 1, () => jobs.findOne({ _id: `job-${random()}` })],
  ['find by id at 50', 50, () => jobs.findOne({ _id: `job-${random()}` })],
  ['unique find', 1, () => jobs.findOne({ key: `key-${random()}` })],
  [
    'sorted page of 20',
    1,
    () =>
      jobs
        .find({ owner: random() % owners })
        .sort({ createdAt: -1, _id: -1 })
        .limit(20)
        .toArray(),
  ],
  ['insert at 50 writers', 50, (i) => jobs.insertOne(job(documents + i))],
  [
    'guarded update at 50 writers',
    50,
    async (i) => {
      const _id = `job-${i % documents}`;
      const { revision } = (await jobs.findOne({ _id }, { projection: { revision: 1 } }))!;
      return jobs.updateOne(
        { _id, revision },
        { $set: { 'body.state': i }, $inc: { revision: 1 } },
      );
    },
  ],
];
const rates = new Map<string, number>();
for (const [name, width, operation] of cases) {
  await rate(width, operation).then((first) => rates.set(name, first));
  const ping = rates.get(width === 1 ? 'ping' : 'ping at 50')!;
  console.log(
    `${name.padEnd(30)} ${rates.get(name)!.toFixed(0).padStart(8)} /s  ${(rates.get(name)! / ping).toFixed(2)} of ping`,
  );
}
await db.dropDatabase();
await client.close();
await store?.close();
rmSync(dataDir, { recursive: true });
