// Compares the service with a bare hono handler that performs the same reads and writes with the driver, including the
// look-up of the key: in one run, on one store, in one server process.
import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import type { Db } from 'mongodb';
import { Pool } from 'undici';
import { createApp } from '../src/app.js';
import { readConfig } from '../src/config.js';
import { startEmbeddedStore } from '../src/embedded/index.js';
import { startServices } from '../src/start.js';
import { sampleJob } from './sample-job.js';

const key = 'key-of-the-benchmark';
const connections = Number(process.env['BENCH_CONNECTIONS'] ?? 16);
const roundMilliseconds = Number(process.env['BENCH_MS'] ?? 3_000);
const rounds = 3;

/** The baseline: a handler without validation, events, limits or a log. */
function bareApp(db: Db): Hono {
  const app = new Hono();
  const jobs = db.collection<{ _id: string }>('jobs');
  const copies = db.collection<{ _id: string }>('bench_copies');
  app.use(async (c, next) => {
    const hash = createHash('sha256')
      .update(c.req.header('x-api-key') ?? '')
      .digest('hex');
    const owner = await db.collection('integrators').findOne({ 'keys.hash': hash });
    if (!owner) return c.json({ error: 'no key' }, 401);
    await next();
  });
  app.get('/v1/jobs', async (c) =>
    c.json(await jobs.find().sort({ createdAt: -1, _id: -1 }).limit(20).toArray()),
  );
  app.get('/v1/jobs/:id', async (c) => c.json(await jobs.findOne({ _id: c.req.param('id') })));
  app.post('/v1/jobs', async (c) => {
    const template = await c.req.json();
    const job = { ...template, _id: randomUUID(), createdAt: new Date(), steps: [], outbox: [] };
    await copies.insertOne(job);
    return c.json(job, 201);
  });
  return app;
}

const listen = (app: Hono): Promise<{ server: Server; port: number }> =>
  new Promise((resolve) => {
    const server = createAdaptorServer({ fetch: app.fetch }) as Server;
    server.listen(0, '127.0.0.1', () =>
      resolve({ server, port: (server.address() as AddressInfo).port }),
    );
  });

/** Serves both handlers in one process, whose CPU time the parent requests. */
async function serveBoth(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'verification-bench-'));
  const uri = process.env['MONGODB_URI'];
  const store = uri ? null : await startEmbeddedStore({ dataDir });
  const config = readConfig({
    PILOT_API_KEY: key,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'info',
    MONGODB_DB: `bench-${randomUUID()}`,
  });
  const { services, stop } = await startServices({
    config,
    mongodbUri: uri ?? store?.uri ?? '',
    baseUrl: 'http://127.0.0.1',
    announcePilotKey: () => {},
  });
  const app = createApp(services);
  for (let i = 0; i < 200; i++) {
    await app.request('/v1/jobs', {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(sampleJob()),
    });
  }
  const ours = await listen(app as unknown as Hono);
  const bare = await listen(bareApp(services.db));
  process.send?.({ ours: ours.port, bare: bare.port });
  process.on('message', async (message) => {
    if (message === 'cpu') {
      const { user, system } = process.cpuUsage();
      process.send?.({ cpu: user + system });
      return;
    }
    ours.server.closeAllConnections();
    bare.server.closeAllConnections();
    await services.db.dropDatabase();
    await stop();
    await store?.close();
    rmSync(dataDir, { recursive: true, force: true });
    process.exit(0);
  });
}

const answerOf = <T>(child: ChildProcess) =>
  new Promise<T>((resolve) => child.once('message', (message) => resolve(message as T)));

async function cpuMicroseconds(child: ChildProcess): Promise<number> {
  const answer = answerOf<{ cpu: number }>(child);
  child.send('cpu');
  return (await answer).cpu;
}

interface Call {
  method: 'GET' | 'POST';
  path: () => string;
  body?: () => object;
}

/** Returns requests per second, and CPU microseconds of the server per request. */
async function measure(child: ChildProcess, pool: Pool, call: Call, milliseconds: number) {
  const until = performance.now() + milliseconds;
  let count = 0;
  const worker = async () => {
    while (performance.now() < until) {
      const path = call.path();
      const { statusCode, body } = await pool.request({
        method: call.method,
        path,
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: call.body ? JSON.stringify(call.body()) : null,
      });
      await body.dump();
      if (statusCode >= 300) throw new Error(`${call.method} ${path} answered ${statusCode}`);
      count += 1;
    }
  };
  const cpu = await cpuMicroseconds(child);
  const started = performance.now();
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - started) / 1000;
  return { perSecond: count / seconds, cpu: ((await cpuMicroseconds(child)) - cpu) / count };
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

async function main(): Promise<void> {
  // The server's log is written, but discarded.
  const child = fork(fileURLToPath(import.meta.url), ['serve'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ports = await answerOf<{ ours: number; bare: number }>(child);
  const pools = {
    ours: new Pool(`http://127.0.0.1:${ports.ours}`, { connections }),
    bare: new Pool(`http://127.0.0.1:${ports.bare}`, { connections }),
  };
  const list = await pools.ours.request({
    method: 'GET',
    path: '/v1/jobs?limit=200',
    headers: { 'x-api-key': key },
  });
  const jobs = (await list.body.json()) as { job_id: string; [field: string]: unknown }[];
  const [job] = jobs;
  let round = 0;
  const nextId = () => jobs[round++ % jobs.length]?.job_id ?? '';
  const camel = (name: string) => name.replace(/_([a-z])/g, (_, c: string) => c.toUpperCase());
  const scalars = Object.entries(job ?? {})
    .filter(([, value]) => value === null || typeof value !== 'object')
    .map(([name]) => camel(name));
  const query = `query($id: ID!) { job(id: $id) { ${scalars.join(' ')} steps { stepName label status required } } }`;

  const get: Call = { method: 'GET', path: () => `/v1/jobs/${nextId()}` };
  const page: Call = { method: 'GET', path: () => '/v1/jobs' };
  const post: Call = { method: 'POST', path: () => '/v1/jobs', body: sampleJob };
  const tests: [name: string, ours: Call, bare: Call][] = [
    ['GET job', get, get],
    ['GET 20 jobs', page, page],
    ['POST job', post, post],
    [
      'GraphQL job',
      {
        method: 'POST',
        path: () => '/graphql',
        body: () => ({ query, variables: { id: nextId() } }),
      },
      get,
    ],
  ];
  const store = process.env['MONGODB_URI'] ? 'MongoDB' : 'the embedded store';
  process.stdout.write(
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${store}, ${connections} connections, ${rounds} rounds of ${roundMilliseconds} ms, medians\n\n`,
  );
  process.stdout.write(
    '| | ours/s | bare/s | ratio | CPU µs ours | CPU µs bare |\n|---|---|---|---|---|---|\n',
  );
  for (const [name, ours, bare] of tests) {
    await measure(child, pools.ours, ours, 1_000);
    await measure(child, pools.bare, bare, 1_000);
    const results = {
      ours: [] as { perSecond: number; cpu: number }[],
      bare: [] as { perSecond: number; cpu: number }[],
    };
    for (let i = 0; i < rounds; i++) {
      results.ours.push(await measure(child, pools.ours, ours, roundMilliseconds));
      results.bare.push(await measure(child, pools.bare, bare, roundMilliseconds));
    }
    const of = (side: 'ours' | 'bare', figure: 'perSecond' | 'cpu') =>
      median(results[side].map((result) => result[figure]));
    const cells = [
      of('ours', 'perSecond').toFixed(0),
      of('bare', 'perSecond').toFixed(0),
      (of('ours', 'perSecond') / of('bare', 'perSecond')).toFixed(2),
      of('ours', 'cpu').toFixed(0),
      of('bare', 'cpu').toFixed(0),
    ];
    process.stdout.write(`| ${name} | ${cells.join(' | ')} |\n`);
  }
  await Promise.all([pools.ours.close(), pools.bare.close()]);
  child.send('stop');
}

const [, , benchmark] = process.argv;
if (benchmark === 'store') await import('./bench-store.js');
else if (benchmark === 'list' || benchmark === 'ranges') await import('./bench-list.js');
else if (benchmark === 'similar') await import('./bench-similar.js');
else if (benchmark === 'live') await import('./bench-live.js');
else if (benchmark === 'log') await import('./bench-log.js');
else if (benchmark === 'evidence') await import('./bench-evidence.js');
else if (benchmark === 'cluster') await import('./bench-cluster.js');
else if (benchmark === 'start') await import('./bench-start.js');
else if (benchmark === 'peers') await import('./bench-peers.js');
else await (benchmark === 'serve' ? serveBoth() : main());
