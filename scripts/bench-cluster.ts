/**
 * Two processes of the service on one database against one on another of the same store: requests a second and CPU, in
 * one run.
 * `npm run bench cluster`; the store is the one at MONGODB_URI, or the embedded one in a process of its own.
 *
 * The two, their store and this process need a core each. Where there are fewer, the two are held back in a second
 * table until the others have what they need: two processes of cores that are slower, but enough.
 */
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  ask,
  type Call,
  compiled,
  connections,
  type Figures,
  key,
  measure,
  median,
  rounds,
  type Side,
  startProcess,
  startSide,
  stopAll,
} from './bench-sides.js';
import { sampleJob } from './sample-job.js';

/** The two, their store, and this one. */
const processes = 4;
const sliceMilliseconds = 20;
const roundMilliseconds = Number(process.env['BENCH_MS'] ?? 1_500);
const warmMilliseconds = 3_000;

/** Requests a second of all sides at once, and CPU microseconds of all for each request. */
async function together(
  sides: readonly Side[],
  call: Call,
  milliseconds: number,
): Promise<Figures> {
  const figures = await Promise.all(sides.map((side) => measure(side, call, { milliseconds })));
  const perSecond = figures.reduce((sum, each) => sum + each.perSecond, 0);
  const cpu = figures.reduce((sum, each) => sum + each.cpu * each.perSecond, 0) / perSecond;
  return { perSecond, cpu };
}

/** Lets each process run for a part of every 20 ms only, one after the other. @returns what ends it */
function holdBack(children: readonly ChildProcess[], share: number): () => Promise<unknown> {
  let isOver = false;
  const slices = children.map(async (child, i) => {
    await pause((sliceMilliseconds * i) / children.length);
    while (!isOver) {
      child.kill('SIGSTOP');
      await pause(sliceMilliseconds * (1 - share));
      child.kill('SIGCONT');
      await pause(sliceMilliseconds * share);
    }
  });
  return () => {
    isOver = true;
    return Promise.all(slices);
  };
}

/** Sides that share a database, and what is asked of them. */
interface Service {
  sides: readonly Side[];
  calls: Record<string, Call>;
}

/** Starts processes on a database of their own, with jobs to read. */
async function startService(uri: string, names: readonly string[]): Promise<Service> {
  const env = {
    MONGODB_URI: uri,
    MONGODB_DB: `bench-${randomUUID()}`,
    PILOT_API_KEY: key,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'info',
  };
  const sides: Side[] = [];
  for (const name of names) {
    sides.push(await startSide(name, process.execPath, [compiled('bench-side.js')], env));
  }
  const { pool } = sides[0] as Side;
  for (let i = 0; i < 200; i++) {
    await ask(pool, { method: 'POST', path: '/v1/jobs', body: sampleJob() });
  }
  const listed = await ask(pool, { method: 'GET', path: '/v1/jobs?limit=200' });
  const ids = (listed as { job_id: string }[]).map((job) => job.job_id);
  let round = 0;
  const calls: Record<string, Call> = {
    'GET job': { method: 'GET', path: () => `/v1/jobs/${ids[round++ % ids.length]}` },
    'list of 20': { method: 'GET', path: () => '/v1/jobs' },
    'POST job': { method: 'POST', path: () => '/v1/jobs', body: sampleJob },
  };
  return { sides, calls };
}

/** Prints what one process and two do, call by call. */
async function printTable(one: Service, two: Service) {
  process.stdout.write(
    '| | one/s | two/s | ratio | CPU µs, one | CPU µs, two | cores, one | cores, two |\n|---|---|---|---|---|---|---|---|\n',
  );
  for (const [name, call] of Object.entries(one.calls)) {
    const results = { one: [] as Figures[], two: [] as Figures[] };
    const requests = [
      { of: results.one, sides: one.sides, call },
      { of: results.two, sides: two.sides, call: two.calls[name] as Call },
    ];
    for (const each of requests) await together(each.sides, each.call, warmMilliseconds);
    // Every other turn goes backwards, as in comparisons of sides; ratios are taken within a turn.
    for (let round = 0; round < rounds; round++) {
      for (const each of round % 2 === 0 ? requests : requests.toReversed()) {
        each.of.push(await together(each.sides, each.call, roundMilliseconds));
      }
    }
    const medianOf = (read: (one: Figures, two: Figures) => number) =>
      median(results.one.map((figures, round) => read(figures, results.two[round] as Figures)));
    const figures = [
      medianOf((one) => one.perSecond).toFixed(0),
      medianOf((_, two) => two.perSecond).toFixed(0),
      medianOf((one, two) => two.perSecond / one.perSecond).toFixed(2),
      medianOf((one) => one.cpu).toFixed(0),
      medianOf((_, two) => two.cpu).toFixed(0),
      medianOf((one) => (one.cpu * one.perSecond) / 1e6).toFixed(2),
      medianOf((_, two) => (two.cpu * two.perSecond) / 1e6).toFixed(2),
    ];
    process.stdout.write(`| ${name} | ${figures.join(' | ')} |\n`);
  }
}

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-cluster-'));
  const given = process.env['MONGODB_URI'];
  const storeUri = (line: string) => (line.startsWith('mongodb:') ? line : null);
  const uri =
    given ??
    (await startProcess(process.execPath, [compiled('store.js')], { DATA_DIR: dataDir }, storeUri))
      .output;
  // On two databases: beside another process, the one would have or leave the relay's lease.
  const one = await startService(uri, ['one']);
  const two = await startService(uri, ['first of two', 'second of two']);
  const sides = [...one.sides, ...two.sides];
  const store = given ? 'MongoDB' : 'the embedded store in a process of its own';
  process.stdout.write(
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${store}, ${connections} connections to each process, medians of ${rounds} turns of ${roundMilliseconds} ms\n\n`,
  );
  await printTable(one, two);
  if (cpus().length < processes) {
    const share = cpus().length / (2 * processes);
    process.stdout.write(`\nEach process held back to ${share} of a core:\n\n`);
    const letGo = holdBack(
      sides.map(({ child }) => child),
      share,
    );
    await printTable(one, two).finally(letGo);
  }
  for (const { pool } of sides) await pool.destroy();
  await stopAll();
  rmSync(dataDir, { recursive: true, force: true });
}

try {
  await main();
} finally {
  await stopAll();
}
