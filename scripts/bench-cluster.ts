/**
 * Compares 1, 2 and 4 gateways on one MongoDB-compatible server: throughput, and CPU per request of gateways, client and
 * store. Run it with `BENCH_MONGODB_URI=… npm run bench cluster`.
 *
 * Clients spread their connections over the ports of the gateways; there is no proxy. Each gateway has the same number
 * of connections, so the load grows with the gateways. On a machine with fewer cores than processes, the cores limit the
 * requests per second. Efficiency is therefore calculated from the CPU of the gateways alone: n gateways with a core
 * each serve n / CPU per request, so the efficiency is the CPU per request of one gateway divided by that of n.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type Db, MongoClient } from 'mongodb';
import { Pool } from 'undici';
import {
  ask,
  type Call,
  compiled,
  connections,
  key,
  median,
  startProcess,
  stopAll,
} from './bench-sides.js';
import { sampleJob } from './sample-job.js';

const counts = [1, 2, 4];
const rounds = Number(process.env['BENCH_TURNS'] ?? 5);
const roundMilliseconds = Number(process.env['BENCH_MS'] ?? 3_000);
/**
 * Duration for each gateway before a call is measured, so that its code is compiled: n gateways are warmed up for n times
 * as long, because the machine serves as many requests per second.
 */
const warmMilliseconds = Number(process.env['BENCH_WARM_MS'] ?? 10_000);
const jobCount = 400;
/** Process ids of the server, comma-separated; their descendants are included. Without them its CPU is not measured. */
const storePids = (process.env['BENCH_STORE_PIDS'] ?? '').split(',').filter(Boolean).map(Number);
/** Minimum efficiency. */
const goals = { read: 0.9, write: 0.8 };

/** Gateways on a separate database: one relay at a time works for all gateways of a database. */
interface Cluster {
  pids: number[];
  pools: Pool[];
  db: Db;
}

interface MeasuredCall extends Call {
  name: string;
  kind: keyof typeof goals;
}

/** Totals of a round. */
interface Round {
  perSecond: number;
  /** CPU microseconds per request. */
  gateways: number;
  client: number;
  store: number;
}

const microsecondsPerTick = 10_000;

/** Returns the CPU microseconds used by processes and their descendants, including those that have ended. */
function cpuOf(roots: readonly number[]): number {
  const processes = new Map<number, { parent: number; ticks: number }>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      // The fields after the name of the program, which is in parentheses (proc_pid_stat(5)).
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
      processes.set(Number(name), { parent: fields[1] ?? 0, ticks });
    } catch {
      // The process has ended.
    }
  }
  const isBelow = (pid: number): boolean => {
    if (roots.includes(pid)) return true;
    const parent = processes.get(pid)?.parent ?? 0;
    return parent > 0 && isBelow(parent);
  };
  let total = 0;
  for (const [pid, { ticks }] of processes) if (isBelow(pid)) total += ticks;
  return total * microsecondsPerTick;
}

const addressOf = (line: string): string | null => /^listening on (\S+)$/.exec(line)?.[1] ?? null;

async function startCluster(client: MongoClient, uri: string, count: number): Promise<Cluster> {
  const name = `bench-${randomUUID()}`;
  const env = {
    MONGODB_URI: uri,
    MONGODB_DB: name,
    PILOT_API_KEY: key,
    PORT: '0',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'info',
  };
  const cluster: Cluster = { pids: [], pools: [], db: client.db(name) };
  for (let i = 0; i < count; i++) {
    const main = compiled('../src/main.js');
    const { child, output } = await startProcess(process.execPath, [main], env, addressOf);
    cluster.pids.push(child.pid as number);
    cluster.pools.push(new Pool(output, { connections }));
  }
  return cluster;
}

/** Waits until every event is relayed and handled: this work is part of the cost of the requests. */
async function settle({ db }: Cluster): Promise<void> {
  for (;;) {
    const last = await db.collection('events').find().sort({ seq: -1 }).limit(1).next();
    const [waiting, behind] = await Promise.all([
      db.collection('jobs').findOne({ 'outbox.timestamp': { $gt: new Date(0) } }),
      db.collection('followers').findOne({ seq: { $lt: last?.['seq'] ?? 0 } }),
    ]);
    if (!waiting && !behind) return;
    await pause(100);
  }
}

/** Sends a call over all connections, for a time or a number of requests. @returns the number of responses */
async function load(
  { pools }: Cluster,
  { method, path, body }: Call,
  limit: { milliseconds?: number; requests?: number },
): Promise<number> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const { milliseconds = Number.POSITIVE_INFINITY, requests = Number.POSITIVE_INFINITY } = limit;
  const until = performance.now() + milliseconds;
  let sent = 0;
  const worker = async (pool: Pool) => {
    while (performance.now() < until && sent < requests) {
      sent += 1;
      const answer = await pool.request({
        method,
        path: path(),
        headers,
        body: body ? JSON.stringify(body()) : null,
      });
      await answer.body.dump();
      if (answer.statusCode >= 300) throw new Error(`${method} ${path()}: ${answer.statusCode}`);
    }
  };
  const workers = pools.flatMap((pool) => Array.from({ length: connections }, () => worker(pool)));
  await Promise.all(workers);
  return sent;
}

async function measure(cluster: Cluster, call: Call): Promise<Round> {
  const read = () => {
    const { user, system } = process.cpuUsage();
    return { gateways: cpuOf(cluster.pids), client: user + system, store: cpuOf(storePids) };
  };
  await settle(cluster);
  const before = read();
  const started = performance.now();
  const count = await load(cluster, call, { milliseconds: roundMilliseconds });
  const seconds = (performance.now() - started) / 1_000;
  await settle(cluster);
  const after = read();
  return {
    perSecond: count / seconds,
    gateways: (after.gateways - before.gateways) / count,
    client: (after.client - before.client) / count,
    store: (after.store - before.store) / count,
  };
}

/** Creates jobs, and returns calls in which consecutive requests differ. */
async function callsOf(cluster: Cluster): Promise<MeasuredCall[]> {
  const create = { method: 'POST' as const, path: () => '/v1/jobs', body: sampleJob };
  await load(cluster, create, { requests: jobCount });
  const query = `query($after: String) { jobs(first: 200, after: $after) { edges { cursor node { jobId } } } }`;
  const edges: { cursor: string; node: { jobId: string } }[] = [];
  while (edges.length < jobCount) {
    const body = { query, variables: { after: edges.at(-1)?.cursor } };
    const pool = cluster.pools[0] as Pool;
    const { data } = (await ask(pool, { method: 'POST', path: '/graphql', body })) as {
      data: { jobs: { edges: typeof edges } };
    };
    edges.push(...data.jobs.edges);
  }
  let turn = 0;
  // The last pages are shorter.
  const next = () => edges[turn++ % (jobCount - 20)] as (typeof edges)[number];
  const one =
    'query($id: ID!) { job(id: $id) { jobId status objective address steps { stepName label status } } }';
  return [
    { name: 'GET job', kind: 'read', method: 'GET', path: () => `/v1/jobs/${next().node.jobId}` },
    {
      name: 'list of 20',
      kind: 'read',
      method: 'GET',
      path: () => `/v1/jobs?cursor=${next().cursor}`,
    },
    {
      name: 'GraphQL job',
      kind: 'read',
      method: 'POST',
      path: () => '/graphql',
      body: () => ({ query: one, variables: { id: next().node.jobId } }),
    },
    { name: 'POST job', kind: 'write', ...create },
  ];
}

/** Prints the rows of a call, one for each number of gateways. */
async function printCall(clusters: readonly Cluster[], calls: readonly MeasuredCall[]) {
  const sides = clusters.map((cluster, i) => ({
    cluster,
    call: calls[i] as MeasuredCall,
    results: [] as Round[],
  }));
  for (const { cluster, call } of sides) {
    await load(cluster, call, { milliseconds: warmMilliseconds * cluster.pids.length });
  }
  // Every other round runs in reverse order; efficiency is calculated per round, so that other load affects all alike.
  for (let round = 0; round < rounds; round++) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      side.results.push(await measure(side.cluster, side.call));
    }
  }
  const one = sides[0]?.results ?? [];
  for (const { cluster, call, results } of sides) {
    const of = (read: (result: Round, round: number) => number) => median(results.map(read));
    const efficiency = of(({ gateways }, i) => (one[i]?.gateways ?? Number.NaN) / gateways);
    const goal = goals[call.kind];
    const cells = [
      call.name,
      cluster.pids.length,
      of(({ perSecond }) => perSecond).toFixed(0),
      ...(['gateways', 'client', 'store'] as const).map((part) => {
        const isKnown = part !== 'store' || storePids.length > 0;
        return isKnown ? of((result) => result[part]).toFixed(0) : '–';
      }),
      of((result) => (result.gateways * result.perSecond) / 1e6).toFixed(2),
      of((result) => (cluster.pids.length * 1e6) / result.gateways).toFixed(0),
      efficiency.toFixed(2),
      cluster.pids.length === 1 ? '' : `${efficiency >= goal ? 'met' : 'missed'} (${goal})`,
    ];
    process.stdout.write(`| ${cells.join(' | ')} |\n`);
  }
}

async function main(): Promise<void> {
  const uri = process.env['BENCH_MONGODB_URI'] ?? process.env['TEST_MONGODB_URI'];
  if (!uri) {
    process.stderr.write(
      'bench cluster needs a MongoDB-compatible server: set BENCH_MONGODB_URI or TEST_MONGODB_URI.\n',
    );
    process.exitCode = 1;
    return;
  }
  const client = await MongoClient.connect(uri);
  const { version } = await client.db('admin').command({ buildInfo: 1 });
  const clusters: Cluster[] = [];
  const loads = () => loadavg()[0]?.toFixed(1);
  try {
    for (const count of counts) clusters.push(await startCluster(client, uri, count));
    const calls = await Promise.all(clusters.map(callsOf));
    process.stdout.write(
      `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, server ${version}, ${connections} connections to each gateway, medians of ${rounds} rounds of ${roundMilliseconds} ms, load average ${loads()} before\n\n`,
    );
    process.stdout.write(
      '| | gateways | requests/s on this machine | gateway µs | client µs | store µs | cores of the gateways | requests/s with a core for each gateway | efficiency | goal |\n|---|---|---|---|---|---|---|---|---|---|\n',
    );
    for (const [i] of (calls[0] ?? []).entries()) {
      await printCall(
        clusters,
        calls.map((each) => each[i] as MeasuredCall),
      );
    }
    process.stdout.write(
      `\nLoad average ${loads()} after. µs are CPU time per request. ${cpus().length} cores are shared by gateways, client and store and limit the requests per second; the efficiency is the CPU per request of one gateway divided by that of n.\n`,
    );
  } finally {
    for (const { pools } of clusters) for (const pool of pools) await pool.destroy();
    await stopAll();
    for (const { db } of clusters) await db.dropDatabase();
    await client.close();
  }
}

await main();
