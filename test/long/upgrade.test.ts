import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEmbeddedStore } from '../../src/embedded/index.js';
import { readKeySet } from '../../src/modules/report/verify/key-set.js';
import { verifyReports } from '../../src/modules/report/verify/verify.js';
import { type Json, startTestApp } from '../support/app.js';

const fixtures = new URL('../fixtures/releases/', import.meta.url);
const releases = await readdir(fixtures);
const migrate = fileURLToPath(new URL('../../dist/scripts/migrate.js', import.meta.url));
const stepId = 'live/jobs-2-search';
const description = 'search tags, cell and deadline of jobs that were created without them';

const opened: (() => Promise<void>)[] = [];
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'verification-upgrade-'));
});
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
  await rm(dataDir, { recursive: true });
});

const fileOf = (release: string, name: string) =>
  readFile(fileURLToPath(new URL(`${release}/${name}`, fixtures)));

/** Copies the data of a release into the data folder. */
const copyData = async (release: string) =>
  writeFile(join(dataDir, 'store.mdb'), gunzipSync(await fileOf(release, 'store.mdb.gz')));

/** Runs `npm run migrate -- --status`. */
async function status() {
  const child = spawn(process.execPath, [migrate, '--status'], {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir },
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { lines: stdout.trimEnd().split('\n'), stderr };
}

describe.each(releases)('the data of the release of %s', (release) => {
  it('answers as before once it is migrated, and its report is still signed', async () => {
    await copyData(release);
    const { address, at, answers, checks }: Json = JSON.parse(
      (await fileOf(release, 'answers.json')).toString(),
    );
    expect((await status()).lines).toContain(`    ${stepId}: not begun (${description})`);
    const store = await startEmbeddedStore({ dataDir });
    opened.push(store.close);
    // Nothing falls due after the fixture was made.
    const app = await startTestApp(
      { MONGODB_DB: 'verification' },
      { mongodbUri: store.uri, frozenAt: new Date(at), baseUrl: address },
    );
    opened.push(() => app.stop());
    await app.services.schedules.runDue();
    const { lines } = await status();
    expect(lines[0]).toBe('jobs: this release stores shape 2');
    expect(lines[1]).toMatch(/^ {2}live: \d+ of shape 2$/);
    expect(lines[2]).toMatch(/live\/jobs-2-search: 1 documents left, last pass \S+Z \(/);

    const get = async (path: string) => (await app.rest('GET', path)).body;
    for (const [path, answer] of Object.entries<Json>(answers)) {
      const now = await get(path);
      // Reading a report counts as a view.
      const { view_count: views, last_viewed_at: _, ...before } = answer;
      expect([path, now]).toMatchObject([path, before]);
      expect(now.view_count).toBe(views === undefined ? undefined : views + 1);
      expect(JSON.stringify(now)).not.toContain('"shape"');
    }
    for (const [path, { token, answer }] of Object.entries<Json>(checks)) {
      expect([path, await get(`${path}?access_token=${token}`)]).toMatchObject([path, answer]);
    }
    const keys = await readKeySet(await get('/.well-known/jwks.json'));
    const reports = Object.keys(answers).filter((path) => path.endsWith('/report'));
    expect(reports).not.toEqual([]);
    for (const name of reports) {
      const bytes = Buffer.from(JSON.stringify(await get(name)));
      const { files } = await verifyReports([{ name, bytes }], keys);
      expect(files).toMatchObject([{ errors: [] }]);
    }
  });
});

describe('npm run migrate -- --status', () => {
  it('rejects a folder without a store, and leaves it empty', async () => {
    expect((await status()).stderr).toBe(`DATA_DIR ${dataDir} has no store\n`);
    expect(await readdir(dataDir)).toEqual([]);
  });
});
