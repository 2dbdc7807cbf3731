import { execFile, execFileSync, type StdioOptions, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/** Copies the files of a fresh project, built or not, without packages. */
function copyTree(names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'verification-package-'));
  for (const name of [...names, 'schema/openapi.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  return folder;
}

const sources = ['package.json', 'package-lock.json', 'src', 'scripts'];
const install = ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'];

/** Starts a command, requests each path, and ends the command with SIGTERM. */
async function answersOf(command: string, args: string[], cwd: string, paths: string[]) {
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    PORT: '0',
    LOG_LEVEL: 'warn',
  };
  // A separate process group: npm does not forward signals to the processes of its shell.
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe'];
  const child = spawn(command, args, { cwd, env, stdio, detached: true });
  let printed = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const address = await new Promise<string>((resolve, reject) => {
    const look = (chunk: Buffer) => {
      printed += chunk;
      const found = /listening on (http:\S+)/.exec(printed)?.[1];
      if (found) resolve(found);
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    ended.then(() => reject(new Error(printed)));
  });
  const answers = await Promise.all(paths.map((path) => fetch(`${address}${path}`)));
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  if (child.pid) process.kill(-child.pid, 'SIGTERM');
  return { statuses: answers.map(({ status }) => status), texts, exit: await ended, printed };
}

describe('a tree installed without development dependencies', () => {
  let folder: string;
  beforeAll(() => {
    folder = copyTree([...sources, 'dist']);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('starts when it is built, also without its sources', async () => {
    await run('npm', install, { cwd: folder });
    expect(spawnSync('ls', [join(folder, 'node_modules/typescript')]).status).not.toBe(0);
    // The OpenAPI document, the docs and GraphiQL are read from files and packages.
    const paths = ['/healthz', '/readyz', '/openapi.json', '/docs', '/graphql?query={__typename}'];
    const started = await answersOf('npm', ['start'], folder, paths);
    expect(started.statuses).toEqual([200, 200, 200, 200, 200]);
    expect(started.printed).not.toContain('built');

    // As in the image.
    for (const name of ['src', 'schema']) rmSync(join(folder, name), { recursive: true });
    const alone = await answersOf('node', ['dist/src/main.js'], folder, paths);
    expect(alone).toMatchObject({ statuses: [200, 200, 200, 200, 200], exit: 0 });
    const { examples } = JSON.parse(alone.texts[2] ?? '').components;
    expect(examples.create_job.value).toHaveProperty('job_id');
    // The typefaces of other scripts are found at their installed location.
    const apis = `import { Typefaces } from './dist/src/modules/report/pdf/typefaces.js';
      const faces = new Typefaces();
      await faces.load(['東京の店 سلام 🎉'], () => false);
      console.log(faces.size);`;
    const loaded = await run('node', ['--input-type=module', '-e', apis], { cwd: folder });
    expect(Number(loaded.stdout)).toBeGreaterThan(2);
    const again = await answersOf('npm', ['start'], folder, ['/healthz']);
    expect(again.statuses).toEqual([200]);
  });

  it('reports that it is not built when the compiler is missing', async () => {
    const unbuilt = copyTree(sources);
    symlinkSync(join(folder, 'node_modules'), join(unbuilt, 'node_modules'));
    const failed = await run('npm', ['run', 'prepare'], { cwd: unbuilt }).catch((error) => error);
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain('the build tools are not installed: run `npm ci` first');
    expect(failed.stderr).not.toMatch(/at ensureBuilt/);
    rmSync(unbuilt, { recursive: true, force: true });
  });
});

it('a tree without recorded examples says how to record them, and records them', async () => {
  const folder = copyTree([...sources, 'docs']);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  rmSync(join(folder, 'schema/openapi.json'));
  const failed = await run('npm', ['run', 'build'], { cwd: folder }).catch((error) => error);
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain('schema/openapi.json is missing: restore it, or record it with');
  await run('npm', ['run', 'record-examples'], { cwd: folder });
  for (const name of ['openapi.json', 'schema.graphql']) {
    const [recorded, committed] = [folder, root].map((at) =>
      readFileSync(join(at, 'schema', name), 'utf8'),
    );
    expect(recorded, name).toBe(committed);
  }
  rmSync(folder, { recursive: true, force: true });
});

const hasDocker = spawnSync('docker', ['info']).status === 0;

describe.skipIf(!hasDocker)('the image', () => {
  const image = 'verification-gateway:test';
  const docker = (...args: string[]) =>
    execFileSync('docker', args, { cwd: root }).toString().trim();
  let container = '';
  afterAll(() => {
    if (container) docker('rm', '--force', container);
  });

  it('is built, runs without root, becomes healthy and stops on a signal', async () => {
    await run('docker', ['build', '--file', 'deploy/Dockerfile', '--tag', image, '.'], {
      cwd: root,
      maxBuffer: 64 * 1024 * 1024,
    });
    const env = ['BASE_URL=https://x.example', `SERVER_SECRET=${'s'.repeat(32)}`];
    const allowed = ['ALLOW_EMBEDDED_STORE=1', 'ALLOW_SANDBOX_PAYMENTS=1'];
    const set = [...env, ...allowed].flatMap((one) => ['--env', one]);
    container = docker('run', '--detach', ...set, image);
    expect(docker('exec', container, 'id', '--user')).not.toBe('0');
    const health = () => docker('inspect', '--format', '{{.State.Health.Status}}', container);
    await expect.poll(health, { timeout: 60_000, interval: 1_000 }).toBe('healthy');
    docker('stop', '--time', '20', container);
    expect(docker('inspect', '--format', '{{.State.ExitCode}}', container)).toBe('0');
  });
});
