/** What comparisons of several server processes on one store have in common. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';

export const key = 'key-of-the-benchmark';
export const connections = Number(process.env['BENCH_CONNECTIONS'] ?? 16);
/**
 * What a comparison measures of a side in one turn: so few that the machine is the same for all sides, so many that
 * the drain behind a turn, 5 ms of the service's CPU, does not count for much.
 */
export const roundRequests = Number(process.env['BENCH_REQUESTS'] ?? 1_000);
export const rounds = Number(process.env['BENCH_TURNS'] ?? 11);
/** Before a call is measured, so that what is measured is compiled: V8 goes on optimizing for so long. */
export const warmRequests = Number(process.env['BENCH_WARM'] ?? 10_000);

/** A server process that is measured. */
export interface Side {
  name: string;
  pool: Pool;
  child: ChildProcess;
}

export interface Call {
  method: 'GET' | 'POST';
  path: () => string;
  body?: () => object;
}

export interface Figures {
  perSecond: number;
  /** Of the serving process, for each request, in microseconds. */
  cpu: number;
}

export const compiled = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const children = new Set<ChildProcess>();

/** Starts a process and returns its first line of output that `read` understands; the others are dropped. */
export function startProcess<T>(
  command: string,
  args: readonly string[],
  env: Record<string, string>,
  read: (line: string) => T | null,
): Promise<{ child: ChildProcess; output: T }> {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${args[0] ?? command} ended with ${code}`)));
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const output = read(line);
      if (output !== null) resolve({ child, output });
    });
  });
}

const portOf = (line: string): number | null =>
  /^\{"port": ?(\d+)\}$/.exec(line) ? Number(JSON.parse(line).port) : null;

export async function startSide(
  name: string,
  command: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<Side> {
  const { child, output: port } = await startProcess(command, args, env, portOf);
  return { name, child, pool: new Pool(`http://127.0.0.1:${port}`, { connections }) };
}

export async function stopAll(): Promise<void> {
  await Promise.all(
    [...children].map(
      (child) =>
        new Promise<void>((resolve) => {
          if (child.exitCode !== null || child.signalCode !== null) return resolve();
          child.removeAllListeners('exit');
          child.once('exit', () => resolve());
          child.kill('SIGTERM');
          setTimeout(() => child.kill('SIGKILL'), 3_000).unref();
        }),
    ),
  );
}

export async function ask(
  pool: Pool,
  { method, path, body }: { method: 'GET' | 'POST'; path: string; body?: object | undefined },
): Promise<unknown> {
  const answer = await pool.request({
    method,
    path,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: body ? JSON.stringify(body) : null,
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
  return JSON.parse(text);
}

async function cpuOf({ pool }: Side): Promise<number> {
  return ((await ask(pool, { method: 'GET', path: '/cpu' })) as { cpu: number }).cpu;
}

/** One turn of a call at so many connections; what follows from it in the process is waited for. */
export async function measure(
  side: Side,
  call: Call,
  {
    milliseconds = Number.POSITIVE_INFINITY,
    at = connections,
    requests = Number.POSITIVE_INFINITY,
  } = {},
): Promise<Figures> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  const before = await cpuOf(side);
  const started = performance.now();
  const until = started + milliseconds;
  let sent = 0;
  let count = 0;
  const worker = async () => {
    while (performance.now() < until && sent < requests) {
      sent += 1;
      const { statusCode, body } = await side.pool.request({
        method: call.method,
        path: call.path(),
        headers,
        body: call.body ? JSON.stringify(call.body()) : null,
      });
      await body.dump();
      if (statusCode >= 300) throw new Error(`${side.name}: ${call.path()} gave ${statusCode}`);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: at }, worker));
  const seconds = (performance.now() - started) / 1000;
  return { perSecond: count / seconds, cpu: ((await cpuOf(side)) - before) / count };
}

export const median = (values: number[]) =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** The figures of a side in a comparison. */
export interface Compared extends Figures {
  /** The first side's CPU for each request to this side's, turn by turn; the median. */
  ratio: number;
  /** The same of requests a second. */
  speed: number;
}

/**
 * The medians of several turns of so many requests, the sides one after the other, so that what else the
 * machine does falls on all; ratios are taken within a turn. Every other turn goes backwards: who is asked later
 * in a turn is a little cheaper, whoever it is.
 */
export async function compare(
  sides: readonly [Side, Call][],
  options: { at?: number } = {},
): Promise<Compared[]> {
  const results = sides.map(() => [] as Figures[]);
  for (const [side, call] of sides) {
    await measure(side, call, { ...options, requests: warmRequests });
  }
  for (let round = 0; round < rounds; round++) {
    const order = [...sides.entries()];
    for (const [i, [side, call]] of round % 2 === 0 ? order : order.reverse()) {
      results[i]?.push(await measure(side, call, { ...options, requests: roundRequests }));
    }
  }
  const [first = []] = results;
  return results.map((of) => ({
    perSecond: median(of.map(({ perSecond }) => perSecond)),
    cpu: median(of.map(({ cpu }) => cpu)),
    ratio: median(of.map(({ cpu }, round) => (first[round]?.cpu ?? Number.NaN) / cpu)),
    speed: median(
      of.map(({ perSecond }, round) => (first[round]?.perSecond ?? Number.NaN) / perSecond),
    ),
  }));
}
