/**
 * Measures a start: the time from `npm start` on an empty folder to the first response, compared with an npm script
 * whose program is empty, and the service's memory at rest. The two alternate, because a machine's speed varies over
 * time.
 *
 * `npm run bench start`
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { mebibyte } from '../src/lib/units.js';
import { median } from './bench-sides.js';
import { projectRoot } from './demo/service.js';

const rounds = 7;
/** By then the garbage of the start has been collected. */
const restMilliseconds = 10_000;

/** The running process group, which a terminal's Ctrl-C does not reach. */
let running: number | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    if (running) process.kill(-running, signal);
    process.exit(1);
  });
}

/** Runs `npm start` in a folder; `ended` resolves once all of its processes have ended. */
function npmStart(folder: string, env: Record<string, string> = {}) {
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A separate group, so that processes started by npm are stopped too.
    detached: true,
  });
  running = child.pid;
  const ended = once(child, 'close').then(() => {
    running = undefined;
  });
  return { output: child.stdout, ended };
}

async function timeEmpty(folder: string): Promise<number> {
  const begun = performance.now();
  const { output, ended } = npmStart(folder);
  output.resume();
  await ended;
  return performance.now() - begun;
}

/** Reads the addresses that a starting service prints. */
async function addressesOf(output: NodeJS.ReadableStream) {
  let metrics = '';
  for await (const line of createInterface({ input: output })) {
    metrics = /^metrics on (\S+)$/.exec(line)?.[1] ?? metrics;
    const address = /^listening on (\S+)$/.exec(line)?.[1];
    if (address) {
      // Unread output would keep the process from ending.
      output.resume();
      return { address, metrics };
    }
  }
  throw new Error('the service ended before it listened');
}

async function residentMebibytes(metrics: string): Promise<number> {
  const text = await (await fetch(metrics)).text();
  return Number(/^process_resident_memory_bytes (\d+)/m.exec(text)?.[1]) / mebibyte;
}

async function timeService() {
  const dataDir = mkdtempSync(join(tmpdir(), 'verification-bench-'));
  const begun = performance.now();
  const { output, ended } = npmStart(projectRoot, {
    // Ignores the database of the environment.
    MONGODB_URI: '',
    DATA_DIR: dataDir,
    PORT: '0',
    METRICS_PORT: '0',
  });
  try {
    const { address, metrics } = await addressesOf(output);
    const { ok } = await fetch(`${address}/healthz`);
    if (!ok) throw new Error('the first request was refused');
    const first = performance.now() - begun;
    await pause(restMilliseconds);
    return { first, rest: await residentMebibytes(metrics) };
  } finally {
    if (running) process.kill(-running, 'SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const emptyProject = mkdtempSync(join(tmpdir(), 'verification-bench-'));
const scripts = { start: 'node -e 0' };
writeFileSync(join(emptyProject, 'package.json'), JSON.stringify({ private: true, scripts }));
const empty: number[] = [];
const service: Awaited<ReturnType<typeof timeService>>[] = [];
for (let round = 0; round < rounds; round++) {
  empty.push(await timeEmpty(emptyProject));
  service.push(await timeService());
}
rmSync(emptyProject, { recursive: true, force: true });

const of = (figure: 'first' | 'rest') => service.map((round) => round[figure]);
const range = (values: number[], digits: number) =>
  `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)})`;
const ratios = of('first').map((first, round) => first / empty[round]!);
process.stdout.write(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, medians of ${rounds} starts\n\n` +
    '| ms to the first answer | ms of an empty program | ratio | MiB at rest |\n|---|---|---|---|\n' +
    `| ${range(of('first'), 0)} | ${range(empty, 0)} | ${range(ratios, 2)} | ${range(of('rest'), 1)} |\n`,
);
