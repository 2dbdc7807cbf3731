import { spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCheckpoint, signCheckpoint } from '../../src/lib/checkpoint.js';
import { compiledUrl } from '../../src/lib/compiled.js';
import { leafHash, treeRoot } from '../../src/lib/merkle.js';
import { nodesOf } from '../../src/lib/tiles.js';
import { entryText } from '../../src/modules/report/log-entry.js';
import type { ReadLog } from '../../src/modules/transparency/published.js';
import { LogFault, lookAtLog } from '../../src/modules/transparency/watch.js';
import { startTestApp, type TestApp } from '../support/app.js';
import {
  bareKeys,
  bareLog,
  bareOrigin,
  entryAt,
  hexOf,
  publishedBy,
  readOf,
  reportOf,
} from '../transparency/support/log.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe('a watcher', () => {
  let count = 0;
  /** Creates a log of three reports, the first with two versions, that was watched once. */
  async function seenLog() {
    const bare = await bareLog(app, `watched-${++count}`);
    for (const entry of [entryAt(1, 1), entryAt(2, 1), entryAt(1, 2), entryAt(3, 1)]) {
      await bare.log.append(entry);
    }
    await bare.log.publish();
    return { ...bare, seen: await lookAtLog(publishedBy(bare), null) };
  }
  type Seen = Awaited<ReturnType<typeof seenLog>>;
  const entriesOf = ({ db }: Seen) =>
    db.collection<{ _id: number; text: string; leaf: Buffer }>('log_entries');
  /** Deletes the published checkpoints, as an operator could. */
  async function republish(bare: Seen): Promise<void> {
    await bare.db.collection('log_checkpoints').deleteMany({});
    const size = await bare.log.size();
    const root = await treeRoot(nodesOf(bare.log.readTile, size), size);
    const note = signCheckpoint({ origin: bareOrigin, size, root }, bareKeys.privateKey);
    await bare.store.insertCheckpoint(size, note);
  }

  it('accepts a growing log', async () => {
    const bare = await seenLog();
    expect(bare.seen.size).toBe(4);
    await bare.log.append(entryAt(2, 2));
    await bare.log.publish();
    const later = await lookAtLog(publishedBy(bare), bare.seen);
    expect(later.size).toBe(5);
    expect(later.reports['report-2']).toEqual([2, hexOf('2/2')]);
  });

  it.each<[string, RegExp, (bare: Seen) => Promise<unknown>]>([
    [
      'a changed entry',
      /entry 1 was changed/,
      (bare) => entriesOf(bare).updateOne({ _id: 1 }, { $set: { text: entryText(entryAt(9, 1)) } }),
    ],
    [
      'a changed tile',
      /tiles are not those/,
      (bare) => entriesOf(bare).updateOne({ _id: 1 }, { $set: { leaf: leafHash('another') } }),
    ],
    [
      'a log that was cut',
      /rollback: 4 entries were there, now 3/,
      async (bare) => {
        await entriesOf(bare).deleteOne({ _id: 3 });
        await republish(bare);
      },
    ],
    [
      'a second tree of equal size',
      /fork: there are two trees of 4 entries/,
      async (bare) => {
        await entriesOf(bare).deleteOne({ _id: 3 });
        const text = entryText(entryAt(4, 1));
        await bare.store.insertEntry(3, 'report-4:1', text, leafHash(text));
        await republish(bare);
      },
    ],
    [
      'a longer log with another beginning',
      /fork: the first 4 entries are not those/,
      async (bare) => {
        await entriesOf(bare).deleteMany({});
        const others = [5, 6, 7, 8, 9].map((report) => entryAt(report, 1));
        for (const [place, entry] of others.entries()) {
          const text = entryText(entry);
          await bare.store.insertEntry(place, `${entry.report_id}:1`, text, leafHash(text));
        }
        await republish(bare);
      },
    ],
    [
      'a version that is missing',
      /broken chain: version 2 of report report-2 is missing/,
      async (bare) => {
        await bare.log.append(entryAt(2, 3));
        await bare.log.publish();
      },
    ],
    [
      'a version that is there twice',
      /broken chain: report report-1, version 2 is in the log twice/,
      async (bare) => {
        const text = entryText(entryAt(1, 2));
        await bare.store.insertEntry(4, 'again', text, leafHash(text));
        await republish(bare);
      },
    ],
    [
      'a version that does not follow the one before',
      /broken chain: report report-2, version 2 does not follow/,
      async (bare) => {
        await bare.log.append({ ...entryAt(2, 2), previous_sha256: hexOf('other') });
        await bare.log.publish();
      },
    ],
    [
      'a checkpoint of another key',
      /not signed by the key/,
      async (bare) => {
        await bare.db.collection('log_checkpoints').deleteMany({});
        const stranger = generateKeyPairSync('ed25519').privateKey;
        const root = leafHash('other');
        const note = signCheckpoint({ origin: bareOrigin, size: 5, root }, stranger);
        await bare.store.insertCheckpoint(5, note);
      },
    ],
    ...(
      [
        ['is no JSON', '{"report_id":'],
        ['is no object', 'null'],
        ['has a part of a version', entryText({ ...entryAt(2, 2), version_number: 1.5 })],
        ['lacks a member', '{"report_id":"report-2","version_number":2}'],
      ] as const
    ).map(([which, text]): [string, RegExp, (bare: Seen) => Promise<unknown>] => [
      `an entry that ${which}`,
      /entry 4 is not that of a report version/,
      async (bare) => {
        await bare.store.insertEntry(4, 'strange', text, leafHash(text));
        await republish(bare);
      },
    ]),
    [
      'a gap below a name that every object has',
      /broken chain: version 1 of report __proto__ is missing/,
      async (bare) => {
        await bare.log.append({ ...entryAt(2, 2), report_id: '__proto__' });
        await bare.log.publish();
      },
    ],
  ])('reports %s', async (_name, message, change) => {
    const bare = await seenLog();
    await change(bare);
    const fault: Error = await lookAtLog(publishedBy(bare), bare.seen).then(
      String,
      (error) => error,
    );
    expect(fault.message).toMatch(message);
    // This makes the command exit with 1, and keep its state.
    expect(fault).toBeInstanceOf(LogFault);
    // Both signed heads, with which the watcher can prove the fault to others.
    const stored = await bare.store.newestCheckpoint();
    expect((fault as LogFault).checkpoint).toBe(stored?.text);
    const { size, root } = bare.seen;
    expect(openCheckpoint(bare.seen.checkpoint ?? '', bareKeys.publicKey, bareOrigin)).toEqual({
      origin: bareOrigin,
      size,
      root: Buffer.from(root, 'base64'),
    });
    await bare.db.dropDatabase();
  });
});

it('reports a tile replaced by one of another log, seen before or not', async () => {
  const [bare, other] = [await bareLog(app, 'swapped'), await bareLog(app, 'swapped-other')];
  for (const report of [1, 2, 3, 4]) {
    await bare.log.append(entryAt(report, 1));
    await other.log.append(entryAt(report + 4, 1));
  }
  await bare.log.publish();
  const seen = await lookAtLog(publishedBy(bare), null);
  for (const tile of ['/log/tile/0/', '/log/tile/entries/']) {
    const read: ReadLog = (path) => publishedBy(path.startsWith(tile) ? other : bare)(path);
    for (const before of [null, seen]) {
      const fault = await lookAtLog(read, before).catch((error: Error) => error);
      expect(fault, tile).toBeInstanceOf(LogFault);
      expect(String(fault)).toMatch(
        tile.includes('entries') ? /entry 0 was changed/ : /tiles are not those/,
      );
    }
  }
  for (const { db } of [bare, other]) await db.dropDatabase();
});

it('reports a bundle of entries with more bytes than its entries', async () => {
  const bare = await bareLog(app, 'longer');
  await bare.log.append(entryAt(1, 1));
  await bare.log.publish();
  const read: ReadLog = async (path) => {
    const content = await publishedBy(bare)(path);
    return path.includes('/entries/') ? Buffer.concat([content, Buffer.of(0)]) : content;
  };
  await expect(lookAtLog(read, null)).rejects.toThrow(LogFault);
  await expect(lookAtLog(read, null)).rejects.toThrow('entries of tile 0 are damaged');
  await bare.db.dropDatabase();
});

const verify = fileURLToPath(new URL('../fixtures/tlog-judge', import.meta.url));
/** Builds the verifier from modules of the Go proxy. Returns null without Go or the proxy. */
function buildVerifier(): string | null {
  const program = join(mkdtempSync(join(tmpdir(), 'verification-tlog-')), 'judge');
  const built = spawnSync('go', ['build', '-o', program, '.'], { cwd: verify });
  return built.status === 0 ? program : null;
}

/** Serves the app, or something else, at an address while `use` runs. */
async function served<T>(
  use: (address: string) => Promise<T>,
  answer: (path: string) => Response | Promise<Response> = (path) => app.fetch(path),
): Promise<T> {
  const server = serve({ fetch: (request) => answer(pathOf(request)), port: 0 });
  await once(server, 'listening');
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
  }
}

async function run(program: string, ...args: string[]) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { status, output, stderr };
}

describe('the commands', () => {
  const folder = mkdtempSync(join(tmpdir(), 'verification-log-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (name: string) => join(folder, name);
  const script = (name: string) =>
    compiledUrl(new URL(`../../scripts/${name}.ts`, import.meta.url).href, `./${name}.js`).pathname;
  const command = (name: string, ...args: string[]) => run(process.execPath, script(name), ...args);

  it('verify-report --log compares a receipt with the log, and exits with 1 if it is of another log', async () => {
    const { jobId } = await reportOf(app, 1);
    const { body } = await app.rest('GET', `/v1/jobs/${jobId}/report`);
    writeFileSync(file('report.json'), JSON.stringify(body));
    const { body: keys } = await app.rest('GET', '/.well-known/jwks.json', { key: null });
    writeFileSync(file('jwks.json'), JSON.stringify(keys));
    // Opens the sandbox, which has a separate log.
    await app.keyFor('other', ['jobs:read'], 'test');
    await served(async (address) => {
      const good = await command('verify-report', file('report.json'), '--log', address);
      expect(good, good.output).toMatchObject({ status: 0, stderr: '' });
      expect(good.output).toMatch(/its receipt agrees with the log at .+, \d+ entries/);
      const other = `${address}/sandbox`;
      const bad = await command('verify-report', file('report.json'), '--log', other);
      expect(bad).toMatchObject({ status: 1, stderr: '' });
      expect(bad.output).toMatch(/^WRONG {2}report\.json: /m);
    });
  });

  it('watch-log stores its state, and exits with 1 if the log contradicts it', async () => {
    await reportOf(app, 1);
    const watch = (address: string) =>
      command('watch-log', address, '--once', '--state', file('seen.json'));
    await served(async (address) => {
      for (const look of [1, 2]) {
        const good = await watch(address);
        expect(good, `look ${look}`).toMatchObject({ status: 0, stderr: '' });
      }
      const seen = JSON.parse(readFileSync(file('seen.json'), 'utf8'));
      // Another log is not a fork of this one.
      const other = await watch(`${address}/sandbox/`);
      expect(other).toMatchObject({ status: 1, output: '' });
      expect(other.stderr).toContain(`seen at ${address}; name another file with --state`);
      expect(JSON.parse(readFileSync(file('seen.json'), 'utf8'))).toEqual(seen);
      const rolled = JSON.stringify({ ...seen, size: seen.size + 1 });
      writeFileSync(file('seen.json'), rolled);
      const { status, output } = await watch(address);
      expect({ status, output }).toEqual({
        status: 1,
        output: expect.stringMatching(/^WRONG {2}rollback: /),
      });
      // The stored note, and the one that contradicts it.
      expect(output.split(seen.checkpoint)).toHaveLength(3);
      // The state that proves the fault is kept.
      expect(readFileSync(file('seen.json'), 'utf8')).toBe(rolled);
      const root = leafHash('other').toString('base64');
      writeFileSync(file('seen.json'), JSON.stringify({ ...seen, root }));
      const forked = await watch(address);
      expect(forked).toMatchObject({ status: 1, output: expect.stringMatching(/fork: /) });
    });
  });

  it.each([
    ['/log/tile/0/', 404],
    ['/log/tile/entries/', 410],
  ])(
    'report a tile below %s that the log has signed and withholds, by %i',
    async (below, status) => {
      await reportOf(app, 1);
      const { checkpoint } = await lookAtLog(readOf(app), null);
      const answer = (path: string) =>
        path.startsWith(below) ? new Response('gone', { status }) : app.fetch(path);
      await served(async (address) => {
        // Without --once: the fault ends the watch.
        const watching = await command(
          'watch-log',
          address,
          '--state',
          file(`seen-${status}.json`),
        );
        expect(watching).toMatchObject({ status: 1, stderr: '' });
        expect(watching.output).toMatch(
          new RegExp(`^WRONG {2}a tile is missing: ${address}${below}\\S+ answers ${status}\n`),
        );
        expect(watching.output.split(checkpoint as string)).toHaveLength(2);
      }, answer);
    },
  );

  it.each(['{}', 'null', '{"vkey":"x","size":1', '[1]'])(
    'watch-log rejects the state %s without accusing the log',
    async (content) => {
      writeFileSync(file('damaged.json'), content);
      await served(async (address) => {
        const state = file('damaged.json');
        const { output, stderr, status } = await command('watch-log', address, '--state', state);
        expect({ output, status }).toEqual({ output: '', status: 1 });
        expect(stderr).toBe(
          `${state} is not what a watcher keeps; name another file with --state\n`,
        );
        expect(readFileSync(state, 'utf8')).toBe(content);
      });
    },
  );

  it('watch-log reports that it cannot store its state', async () => {
    await served(async (address) => {
      const state = file('no-folder/seen.json');
      const { output, stderr, status } = await command('watch-log', address, '--state', state);
      expect({ output, status }).toEqual({ output: '', status: 1 });
      expect(stderr).toMatch(/^ENOENT: .+no-folder/);
    });
  });
});

it("is readable by the code of Go's checksum database", { timeout: 180_000 }, async (test) => {
  const program = buildVerifier();
  if (!program) return test.skip('go or golang.org/x/mod is not there');
  const { report } = await reportOf(app, 2);
  const verified = await served((address) => run(program, address, report.report_id, '2'));
  expect(verified).toMatchObject({
    stderr: '',
    output: expect.stringMatching(/^agreed: \d+ entries\n$/),
  });
  // Enough entries for a full tile.
  const bare = await bareLog(app, 'tiles');
  for (let at = 0; at < 300; at++) await bare.log.append(entryAt(at, 1));
  await bare.log.publish();
  const read = publishedBy(bare);
  const large = await served(
    (address) => run(program, address),
    async (path) => new Response(new Uint8Array(await read(path))),
  );
  expect(large).toMatchObject({ stderr: '', output: 'agreed: 300 entries\n' });
  await bare.db.dropDatabase();
});

const pathOf = ({ url }: Request) => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};
