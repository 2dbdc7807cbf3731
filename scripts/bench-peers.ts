/**
 * Compares the service with implementations in other frameworks, in one run: each side is a separate process on one
 * store, with the same documents and the same look-up of the key. `npm run bench peers` installs the frameworks into
 * `.bench-peers` if they are missing; `-- NAME…` measures only those.
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ask,
  type Call,
  compare,
  compiled,
  connections,
  key,
  roundRequests,
  rounds,
  type Side,
  startProcess,
  startSide,
  stopAll,
  warmRequests,
} from './bench-sides.js';
import { sampleJob } from './sample-job.js';

const root = compiled('../../');
const recipe = join(root, 'scripts', 'bench-peers');
const folder = join(root, '.bench-peers');
const python = join(folder, 'python', 'bin', 'python');
const wanted = process.argv.slice(3);
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);

const run = (command: string, args: readonly string[]) =>
  spawnSync(command, args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;

/**
 * Installs the other frameworks.
 *
 * @returns true if Python's are available too
 */
function install(): boolean {
  mkdirSync(folder, { recursive: true });
  const installed = join(folder, 'installed.json');
  const wish = readFileSync(join(recipe, 'package.json'), 'utf8');
  const isInstalled = existsSync(installed) && readFileSync(installed, 'utf8') === wish;
  cpSync(recipe, folder, { recursive: true });
  if (!isInstalled) {
    if (!run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'])) {
      throw new Error('the peers cannot be installed');
    }
    cpSync(join(recipe, 'package.json'), installed);
  }
  if (!isWanted('fastapi')) return false;
  if (!existsSync(python) && !run('python3', ['-m', 'venv', 'python'])) return false;
  return run(python, ['-m', 'pip', 'install', '--quiet', '-r', 'requirements.txt']);
}

const scalars =
  'jobId status statusReason serviceKey objective address latitude longitude notes nonce autoOpen requestId evidenceCount revision createdAt updatedAt openedAt submittedAt completedAt expiresAt';
const fields = `${scalars} steps { stepName label status required }`;

/** Enough jobs that a page is not read twice. */
const unknownJobs = 12_000;

/** The call that each side receives. */
interface Comparison {
  ours: Call;
  /** Call for sides without cursors. */
  others?: Call;
  /** Call for the bare handler, which has no GraphQL and returns the same from its path. */
  bare?: Call;
}

/** Returns the cursors of the newest jobs, up to `count`. */
async function cursorsOf({ pool }: Side, count: number): Promise<string[]> {
  const query =
    'query Cursors($first: Int, $after: String) { jobs(first: $first, after: $after) { edges { cursor } } }';
  const cursors: string[] = [];
  while (cursors.length < count) {
    const first = Math.min(200, count - cursors.length);
    const body = { query, variables: { first, after: cursors.at(-1) } };
    const { data } = (await ask(pool, { method: 'POST', path: '/graphql', body })) as {
      data: { jobs: { edges: { cursor: string }[] } };
    };
    cursors.push(...data.jobs.edges.map(({ cursor }) => cursor));
    if (data.jobs.edges.length < first) break;
  }
  return cursors;
}

async function main(): Promise<void> {
  const hasPython = install();
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-peers-'));
  const given = process.env['MONGODB_URI'];
  const uri =
    given ??
    (
      await startProcess(process.execPath, [compiled('store.js')], { DATA_DIR: dataDir }, (line) =>
        line.startsWith('mongodb:') ? line : null,
      )
    ).output;
  const env = {
    MONGODB_URI: uri,
    MONGODB_DB: `bench-${randomUUID()}`,
    PILOT_API_KEY: key,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'info',
    // The setting used in production; several libraries run extra checks otherwise.
    NODE_ENV: 'production',
    BASE_URL: 'http://127.0.0.1',
    SERVER_SECRET: randomUUID(),
    ALLOW_SANDBOX_PAYMENTS: '1',
  };
  const ours = await startSide('ours', process.execPath, [compiled('bench-side.js')], env);
  for (let i = 0; i < 200; i++) {
    await ask(ours.pool, { method: 'POST', path: '/v1/jobs', body: sampleJob() });
  }
  const listed = await ask(ours.pool, { method: 'GET', path: '/v1/jobs?limit=200' });
  const ids = (listed as { job_id: string }[]).map((job) => job.job_id);
  const sides = new Map<string, Side>([['ours', ours]]);
  for (const name of ['hono', 'mercurius', 'apollo'].filter(isWanted)) {
    const args = [join(folder, `${name}.mjs`)];
    sides.set(name, await startSide(name, process.execPath, args, env));
  }
  if (hasPython) {
    const args = [join(folder, 'fastapi_peer.py')];
    sides.set('fastapi', await startSide('fastapi', python, args, env));
  }

  let round = 0;
  const next = (values: readonly string[]) => values[round++ % values.length] ?? '';
  const job: Call = { method: 'GET', path: () => `/v1/jobs/${next(ids)}` };
  const list: Call = { method: 'GET', path: () => '/v1/jobs' };
  const query = (document: string, variables: () => object): Call => ({
    method: 'POST',
    path: () => '/graphql',
    body: () => ({ query: document, variables: variables() }),
  });
  const one = `query Job($id: ID!) { job(id: $id) { ${fields} } }`;
  const many = `query Jobs { jobs(first: 20) { nodes { ${fields} } } }`;
  const page = `query Page($after: String) { jobs(first: 20, after: $after) { nodes { ${fields} } } }`;
  const pagesBehind = (cursors: readonly string[]): Comparison => ({
    ours: { method: 'GET', path: () => `/v1/jobs?cursor=${next(cursors)}` },
    others: list,
  });
  const graphPagesBehind = (cursors: readonly string[]): Comparison => ({
    ours: query(page, () => ({ after: next(cursors) })),
    others: query(many, () => ({})),
    bare: list,
  });
  const cursors = await cursorsOf(ours, ids.length - 20);
  const tests: Record<string, Comparison> = {
    'GET job': { ours: job },
    'list of 20': { ours: list },
    'pages of 20, no two the same': pagesBehind(cursors),
    'POST job': { ours: { method: 'POST', path: () => '/v1/jobs', body: sampleJob } },
    'GraphQL job': { ours: query(one, () => ({ id: next(ids) })), bare: job },
    'GraphQL list of 20': { ours: query(many, () => ({})), bare: list },
    'GraphQL pages of 20, no two the same': graphPagesBehind(cursors),
  };

  const names = [...sides.keys()];
  const store = given ? 'MongoDB' : 'the embedded store in a process of its own';
  process.stdout.write(
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}, ${store}, ${connections} connections, medians of ${rounds} turns of ${roundRequests} requests, after ${warmRequests}\n`,
  );
  if (!hasPython) process.stdout.write('left out: fastapi (needs Python 3 with venv and pip)\n');
  const table = async (title: string, rows: Record<string, Comparison>, at: number) => {
    const cells = names.map((name) => `${name}: CPU µs, /s`).join(' | ');
    process.stdout.write(`\n| ${title} | ${cells} | CPU of ours to each (throughput) |\n`);
    process.stdout.write(`|---|${names.map(() => '---').join('|')}|---|\n`);
    for (const [test, { ours: call, others = call, bare = others }] of Object.entries(rows)) {
      const takesPart = names.flatMap((name): [Side, Call][] => {
        const side = sides.get(name)!;
        if (name === 'ours') return [[side, call]];
        if (name === 'hono') return [[side, bare]];
        return test.startsWith('GraphQL') === (name !== 'fastapi') ? [[side, others]] : [];
      });
      const figures = await compare(takesPart, { at });
      const of = new Map(takesPart.map(([{ name }], i) => [name, figures[i]!]));
      const shown = names.map((name) => {
        const side = of.get(name);
        return side ? `${side.cpu.toFixed(0)}, ${side.perSecond.toFixed(0)}` : '–';
      });
      const ratios = [...of]
        .slice(1)
        .map(([name, { ratio, speed }]) => `${name} ${ratio.toFixed(2)} (${speed.toFixed(2)})`);
      process.stdout.write(`| ${test} | ${shown.join(' | ')} | ${ratios.join(', ')} |\n`);
    }
  };
  await table(`${connections} connections`, tests, connections);
  await table('1 connection', { 'GET job': { ours: job } }, 1);
  // Pages over many jobs; a short run does not create enough.
  const all = (await cursorsOf(ours, unknownJobs)).filter((_, i) => i % 20 === 0);
  if (all.length * 20 === unknownJobs) {
    const unknown = {
      'pages of 20': pagesBehind(all),
      'GraphQL pages of 20': graphPagesBehind(all),
    };
    await table(`${connections} connections, ${unknownJobs} jobs`, unknown, connections);
  }
  for (const { pool } of sides.values()) await pool.destroy();
  await stopAll();
  rmSync(dataDir, { recursive: true, force: true });
}

try {
  await main();
} finally {
  await stopAll();
}
