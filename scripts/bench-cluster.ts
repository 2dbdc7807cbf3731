/**
 * Two processes of the service on one store against one: requests a second and CPU, in one run.
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
  key,
  measure,
  median,
  roundMilliseconds,
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

/** Requests a second of all sides at once, and CPU microseconds of all for each request. */
async function together(sides: readonly Side[], call: Call, milliseconds: number) {
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

/** Prints what one process and both do, call by call. */
async function printTable(one: Side, both: readonly Side[], calls: Record<string, Call>) {
  process.stdout.write(
    '| | one/s | two/s | ratio | CPU µs, one | CPU µs, two | cores, one | cores, two |\n|---|---|---|---|---|---|---|---|\n',
  );
  for (const [name, call] of Object.entries(calls)) {
    const results = {
      one: [] as number[],
      two: [] as number[],
      cpu1: [] as number[],
      cpu2: [] as number[],
    };
    await together(both, call, 1_000);
    for (let round = 0; round < rounds; round++) {
      const alone = await together([one], call, roundMilliseconds);
      const shared = await together(both, call, roundMilliseconds);
      results.one.push(alone.perSecond);
      results.two.push(shared.perSecond);
      results.cpu1.push(alone.cpu);
      results.cpu2.push(shared.cpu);
    }
    const [a, b] = [median(results.one), median(results.two)];
    const figures = [a.toFixed(0), b.toFixed(0), (b / a).toFixed(2)];
    const [cpuA, cpuB] = [median(results.cpu1), median(results.cpu2)];
    const cpu = [cpuA.toFixed(0), cpuB.toFixed(0)];
    const cores = [((cpuA * a) / 1e6).toFixed(2), ((cpuB * b) / 1e6).toFixed(2)];
    process.stdout.write(`| ${name} | ${[...figures, ...cpu, ...cores].join(' | ')} |\n`);
  }
}

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-cluster-'));
  const given = process.env['MONGODB_URI'];
  const storeUri = (line: string) => (line.startsWith('mongodb:') ? line : null);
  const uri =
    given ??
    (await startProcess(process.execPath, [compiled('store.js')], { DATA_DIR: dataDir }, storeUri))
      .said;
  const env = {
    MONGODB_URI: uri,
    MONGODB_DB: `bench-${randomUUID()}`,
    PILOT_API_KEY: key,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'info',
  };
  const start = (name: string) =>
    startSide(name, process.execPath, [compiled('bench-side.js')], env);
  const one = await start('one');
  const both = [one, await start('two')];
  for (let i = 0; i < 200; i++) {
    await ask(one.pool, { method: 'POST', path: '/v1/jobs', body: sampleJob() });
  }
  const listed = await ask(one.pool, { method: 'GET', path: '/v1/jobs?limit=200' });
  const ids = (listed as { job_id: string }[]).map((job) => job.job_id);
  let turn = 0;
  const calls: Record<string, Call> = {
    'GET job': { method: 'GET', path: () => `/v1/jobs/${ids[turn++ % ids.length]}` },
    'list of 20': { method: 'GET', path: () => '/v1/jobs' },
    'POST job': { method: 'POST', path: () => '/v1/jobs', body: sampleJob },
  };
  const store = given ? 'MongoDB' : 'the embedded store in a process of its own';
  process.stdout.write(
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${store}, ${connections} connections to each process, medians of ${rounds} rounds of ${roundMilliseconds} ms\n\n`,
  );
  await printTable(one, both, calls);
  if (cpus().length < processes) {
    const share = cpus().length / (2 * processes);
    process.stdout.write(`\nEach of the two held back to ${share} of a core:\n\n`);
    const letGo = holdBack(
      both.map(({ child }) => child),
      share,
    );
    await printTable(one, both, calls).finally(letGo);
  }
  for (const { pool } of both) await pool.destroy();
  await stopAll();
  rmSync(dataDir, { recursive: true, force: true });
}

try {
  await main();
} finally {
  await stopAll();
}
