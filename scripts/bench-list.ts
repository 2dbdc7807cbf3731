/**
 * Compares the cost of a page of 200 jobs in a large and a small collection: CPU time per request of the service and
 * its store, in one process. The two databases are measured alternately, so that other load on the machine affects
 * both.
 *
 * Then measures the same for the stores of events, site checks and the inbox.
 *
 * `npm run bench list [MANY] [FEW]`, or `bench ranges` for the second part alone, by default 1,000,000 and 10,000 jobs of one integrator.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../src/app.js';
import { readConfig } from '../src/config.js';
import { startEmbeddedStore } from '../src/embedded/index.js';
import { encodeCursor } from '../src/lib/cursor.js';
import { newId } from '../src/lib/ids.js';
import type { Job } from '../src/modules/job/job.js';
import { startServices } from '../src/start.js';
import { measureRanges } from './bench-ranges.js';
import { sampleJob } from './sample-job.js';

const headers = { 'x-api-key': 'key-of-the-benchmark', 'content-type': 'application/json' };
const statuses: Job['status'][] = ['open', 'assigned', 'submitted', 'completed', 'cancelled'];
const limit = 200;
const batchSize = 2_000;
const rounds = 5;
const requestsPerRound = 20;

const [many = 1_000_000, few = 10_000] = process.argv.slice(3).map(Number);
// A whole page must follow the middle one of the jobs in one state.
const fewest = 2 * limit * statuses.length;
if (!(Math.min(many, few) > fewest)) throw new Error(`MANY and FEW must be over ${fewest}`);

/** Starts a service on a new database. */
async function startService(mongodbUri: string) {
  const config = readConfig({
    PILOT_API_KEY: headers['x-api-key'],
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    MONGODB_DB: `bench-${randomUUID()}`,
  });
  const baseUrl = 'http://127.0.0.1';
  const { services, stop } = await startServices({
    config,
    mongodbUri,
    baseUrl,
    announcePilotKey: () => {},
  });
  return { services, stop, app: createApp(services) };
}
type Service = Awaited<ReturnType<typeof startService>>;

/** Fills the service's database with copies of one job, one second apart. */
async function fill({ services, app }: Service, count: number): Promise<void> {
  const body = JSON.stringify(sampleJob());
  await app.request('/v1/jobs', { method: 'POST', headers, body });
  await services.relay.drain();
  const jobs = services.jobs.collection;
  const job = (await jobs.findOne()) as Job;
  const begin = job.createdAt.getTime() - count * 1000;
  for (let made = 0; made < count; made += batchSize) {
    const length = Math.min(batchSize, count - made);
    const copies = Array.from({ length }, (_, i): Job => {
      const at = new Date(begin + (made + i) * 1000);
      const status = statuses[(made + i) % statuses.length] ?? job.status;
      return { ...job, _id: newId(), nonce: newId(), status, createdAt: at, updatedAt: at };
    });
    await jobs.insertMany(copies, { ordered: false });
  }
}

/** Returns the path of a page: the first, or the one after the job in the middle. */
async function pathOf({ services }: Service, status: Job['status'] | null, deep: boolean) {
  const query = new URLSearchParams({ limit: String(limit), ...(status && { status }) });
  if (deep) {
    const jobs = services.jobs.collection;
    const [first, last] = await Promise.all(
      ([1, -1] as const).map((direction) =>
        jobs.find().sort({ createdAt: direction }).limit(1).next(),
      ),
    );
    const middle = (Number(first?.createdAt) + Number(last?.createdAt)) / 2;
    const [job] = await jobs
      .find({ createdAt: { $lte: new Date(middle) } })
      .sort({ createdAt: -1 })
      .limit(1)
      .toArray();
    if (!job) throw new Error('there is no job in the middle');
    const scope = ['created_at_desc', status, null, null, null];
    query.set('cursor', encodeCursor({ at: job.createdAt, id: job._id }, scope));
  }
  return `/v1/jobs?${query}`;
}

/** Returns CPU and wall-clock milliseconds per request, averaged over a round. */
async function measure({ app }: Service, path: string) {
  const cpu = process.cpuUsage();
  const started = performance.now();
  for (let i = 0; i < requestsPerRound; i++) {
    const answer = await app.request(path, { headers });
    const page = (await answer.json()) as unknown[];
    if (page.length !== limit)
      throw new Error(`${path} answered ${JSON.stringify(page).slice(0, 200)}`);
  }
  const { user, system } = process.cpuUsage(cpu);
  return {
    cpu: (user + system) / 1000 / requestsPerRound,
    wall: (performance.now() - started) / requestsPerRound,
  };
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

const dataDir = mkdtempSync(join(tmpdir(), 'bench-list-'));
const given = process.env['MONGODB_URI'];
const store = given ? null : await startEmbeddedStore({ dataDir });
const uri = given ?? store?.uri ?? '';

async function measureLists(): Promise<void> {
  const sides = { many: await startService(uri), few: await startService(uri) };
  const filling = performance.now();
  await fill(sides.few, few);
  await fill(sides.many, many);
  const seconds = ((performance.now() - filling) / 1000).toFixed(0);
  console.log(
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${given ? 'MongoDB' : 'the embedded store'}; ${many} and ${few} jobs, inserted in ${seconds} s; medians of ${rounds} rounds of ${requestsPerRound} requests, one at a time\n`,
  );
  console.log(`| 200 jobs | CPU ms of ${many} | CPU ms of ${few} | ratio | wall ms | wall ms |`);
  console.log('|---|---|---|---|---|---|');
  for (const status of [null, 'completed'] as const) {
    for (const deep of [false, true]) {
      const results = {
        many: [] as number[],
        few: [] as number[],
        wallMany: [] as number[],
        wallFew: [] as number[],
      };
      const paths = {
        many: await pathOf(sides.many, status, deep),
        few: await pathOf(sides.few, status, deep),
      };
      for (let round = 0; round <= rounds; round++) {
        const [ofMany, ofFew] = [
          await measure(sides.many, paths.many),
          await measure(sides.few, paths.few),
        ];
        if (round === 0) continue;
        results.many.push(ofMany.cpu);
        results.few.push(ofFew.cpu);
        results.wallMany.push(ofMany.wall);
        results.wallFew.push(ofFew.wall);
      }
      const name = `${deep ? 'from the middle on' : 'first page'}${status ? `, ${status}` : ''}`;
      const [a, b] = [median(results.many), median(results.few)];
      const walls = [results.wallMany, results.wallFew].map((values) => median(values).toFixed(1));
      console.log(
        `| ${name} | ${a.toFixed(1)} | ${b.toFixed(1)} | ${(a / b).toFixed(2)} | ${walls.join(' | ')} |`,
      );
    }
  }
  for (const { services, stop } of Object.values(sides)) {
    if (given) await services.db.dropDatabase();
    await stop();
  }
}

if (process.argv[2] === 'list') await measureLists();
await measureRanges(uri, many, few);
await store?.close();
rmSync(dataDir, { recursive: true });
