import { spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entryText, type LogEntry } from '../../src/modules/transparency/log-entry.js';
import {
  isConsistent,
  leafHash,
  nodeHash,
  rootFromInclusion,
  treeRoot,
} from '../../src/modules/transparency/merkle.js';
import {
  openCheckpoint,
  readVerifierKey,
  signCheckpoint,
} from '../../src/modules/transparency/note.js';
import { tileFile } from '../../src/modules/transparency/tile-file.js';
import { createTransparencyStore } from '../../src/modules/transparency/transparency.store.js';
import { createTransparencyLog } from '../../src/modules/transparency/transparency-log.js';
import { lookAtLog, type ReadLog } from '../../src/modules/transparency/watch.js';
import { completedJob } from '../report/support/flow.js';
import { type Json, startTestApp, type TestApp } from '../support/app.js';
import { faces } from '../support/faces.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function settle(): Promise<void> {
  await app.services.relay.drain();
  await app.services.followers.catchUp();
  await app.services.transparency.publish();
}

/** A report of as many versions, each logged. */
async function reportOf(versions: number): Promise<{ jobId: string; report: Json }> {
  const { jobId } = await completedJob(app);
  let report: Json;
  for (let made = 0; made < versions; made++) {
    if (made > 0) {
      const verdict = made % 2 === 1 ? 'disputed' : 'accepted';
      await app.rest('POST', `/v1/jobs/${jobId}/requester-feedback`, {
        body: { verdict, rating: 3, comment: `Round ${made}` },
      });
    }
    report = (await app.rest('POST', `/v1/jobs/${jobId}/reality-report`)).body;
  }
  await settle();
  return { jobId, report };
}

const read: ReadLog = async (path) => {
  const answer = await app.fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
};
const textAt = async (path: string) => (await read(path)).toString('utf8');
const hashes = (encoded: string[]) => encoded.map((hash) => Buffer.from(hash, 'base64'));

async function head() {
  const { name, key } = readVerifierKey(await textAt('/log/key'));
  return openCheckpoint(await textAt('/log/checkpoint'), key, name);
}

describe.each(faces)('the log over $name', (face) => {
  it('proves each version of a report, once, in the order of the events', async () => {
    const { report } = await reportOf(2);
    const { size, root } = await head();
    const places: number[] = [];
    for (const version of [1, 2]) {
      const { body } = await face.call(app, 'logProof', {
        input: { report_id: report.report_id, version },
      });
      const entry: LogEntry = JSON.parse(body.entry);
      expect(entry).toMatchObject({ report_id: report.report_id, version_number: version });
      const leaf = leafHash(body.entry);
      const proof = hashes(body.inclusion_proof);
      expect(rootFromInclusion(leaf, body.leaf_index, size, proof)).toEqual(root);
      places.push(body.leaf_index);
    }
    expect(places).toEqual([size - 2, size - 1]);
    const last: LogEntry = JSON.parse(
      (await face.call(app, 'logProof', { input: { report_id: report.report_id, version: 2 } }))
        .body.entry,
    );
    expect(last.content_sha256).toBe(report.integrity.content_sha256);
    expect(last.key_id).toBe(report.integrity.key_id);
    expect(last.signed_at).toBe(report.integrity.signed_at);
  });

  it('proves that every earlier tree is the start of the newest', async () => {
    const { size, root } = await head();
    for (let from = 0; from <= size; from++) {
      const { body } = await face.call(app, 'logConsistency', { input: { from } });
      const older = { size: from, root: Buffer.from(body.from_root, 'base64') };
      expect(body.to).toBe(size);
      expect(isConsistent(older, { size, root }, hashes(body.consistency_proof))).toBe(true);
    }
  });

  it('refuses an unknown version, and sizes that there are not', async () => {
    const { report } = await reportOf(1);
    const { size } = await head();
    const reportId = report.report_id;
    const unknown = await face.call(app, 'logProof', {
      input: { report_id: reportId, version: 2 },
    });
    expect(unknown.code).toBe('log_entry_not_found');
    for (const treeSize of [size - 1, size + 1]) {
      const { code } = await face.call(app, 'logProof', {
        input: { report_id: reportId, version: 1, tree_size: treeSize },
      });
      expect(code).toBe('log_size');
    }
    expect((await face.call(app, 'logConsistency', { input: { from: size + 1 } })).code).toBe(
      'log_size',
    );
    expect((await face.call(app, 'logConsistency', { input: { from: 2, to: 1 } })).code).toBe(
      'log_size',
    );
    const bad = await face.call(app, 'logProof', { input: { report_id: reportId, version: 0 } });
    expect(bad.code).toBe('invalid_input');
  });
});

describe('the log', () => {
  it('signs with a key of its own', async () => {
    const { log, reports, tokens } = app.services.serverKeys;
    expect(new Set([log.keyId, reports.keyId, tokens.keyId]).size).toBe(3);
  });

  it('starts with the versions of a database that had none', async () => {
    const { db, services } = app;
    const before = await services.transparency.size();
    for (const name of ['log_entries', 'log_tiles', 'log_checkpoints']) {
      await db.collection(name).deleteMany({});
    }
    await db.collection('followers').deleteOne({ _id: 'log' as never });
    const second = await startTestApp({ MONGODB_DB: db.databaseName });
    expect(await second.services.transparency.size()).toBe(before);
    await second.stop({ keep: true });
  });

  it('keeps its entries when what they are about is erased', async () => {
    const { jobId, report } = await reportOf(1);
    await app.rest('POST', `/v1/jobs/${jobId}/erase`);
    await settle();
    const path = `/v1/log/proof?report_id=${report.report_id}&version=1`;
    const { status, body } = await app.rest('GET', path, { key: null });
    expect(status).toBe(200);
    const { size, root } = await head();
    const leaf = leafHash(body.entry);
    const proof = hashes(body.inclusion_proof);
    expect(rootFromInclusion(leaf, body.leaf_index, size, proof)).toEqual(root);
  });

  it.each([
    '/log/tile/0/001',
    '/log/tile/0/000',
    '/log/tile/0/000.p/255',
    '/log/tile/9/000',
    '/log/tile/entries/0',
    '/log/tile/0/..%2f000',
    '/log/tile/0/000%0A',
  ])('has no tile at %s', async (path) => {
    expect((await app.fetch(path)).status).toBe(404);
  });
});

const { privateKey, publicKey } = generateKeyPairSync('ed25519');

/** A log on a database of its own, of which nothing but the log is there. */
async function bareLog(name: string) {
  const db = app.db.client.db(`${app.db.databaseName}-${name}`);
  const store = createTransparencyStore(db);
  await store.ensureIndexes();
  const log = createTransparencyLog({
    store,
    origin: 'log.test',
    key: privateKey,
    log: app.services.log,
  });
  return { db, store, log };
}

const hash = (text: string) => leafHash(text).toString('hex');
const entryAt = (report: number, version: number): LogEntry => ({
  report_id: `report-${report}`,
  version_number: version,
  content_sha256: hash(`${report}/${version}`),
  previous_sha256: version === 1 ? null : hash(`${report}/${version - 1}`),
  signed_at: '2026-11-22T10:00:00.000Z',
  key_id: 'key',
});

describe('many writers', () => {
  it('append 600 versions from two processes: each once, in one tree, through full tiles', async () => {
    const one = await bareLog('shared');
    const other = await bareLog('shared');
    const all = Array.from({ length: 600 }, (_, index) => entryAt(index, 1));
    const append = async ({ log }: typeof one) => {
      for (const entry of all) await log.append(entry);
    };
    const seen: { size: number; root: Buffer }[] = [];
    const watch = async () => {
      while ((await one.log.size()) < 600) {
        await other.log.publish();
        const head = await one.log.checkpoint();
        const { size, root } = openCheckpoint(head.text, publicKey, 'log.test');
        if (seen.at(-1)?.size !== size) seen.push({ size, root });
      }
    };
    await Promise.all([append(one), append(other), watch()]);
    expect(await one.log.size()).toBe(600);
    const texts = (await one.store.listEntries(0, 600)).map(({ text }) => text);
    expect(texts).toEqual(all.map(entryText));
    const leaves = all.map((entry) => leafHash(entryText(entry)));
    const fromLeaves = (from: number, to: number): Buffer => {
      if (to - from === 1) return leaves[from] as Buffer;
      let split = 1;
      while (split * 2 < to - from) split *= 2;
      const [left, right] = [fromLeaves(from, from + split), fromLeaves(from + split, to)];
      return nodeHash(left, right);
    };
    for (const { size, root } of seen) {
      if (size > 0) expect(root).toEqual(fromLeaves(0, size));
    }
    expect(await treeRoot(other.log.nodes(600), 600)).toEqual(fromLeaves(0, 600));
    expect(await one.db.collection('log_tiles').countDocuments()).toBe(2);
    await one.db.dropDatabase();
  });
});

/** What a watcher reads of a log. */
const publishedBy =
  ({ log }: Awaited<ReturnType<typeof bareLog>>): ReadLog =>
  async (path) => {
    if (path === '/log/key') return Buffer.from(log.verifierKey);
    if (path === '/log/checkpoint') return Buffer.from((await log.checkpoint()).text);
    const [, level = '', tile = ''] = /^\/log\/tile\/([^/]+)\/(.+)$/.exec(path) ?? [];
    const bytes = await tileFile(log, level, tile);
    if (!bytes) throw new Error(`${path}: 404`);
    return bytes;
  };

describe('a watcher', () => {
  let count = 0;
  /** A log of three reports, the first of two versions, seen once. */
  async function seenLog() {
    const bare = await bareLog(`watched-${++count}`);
    for (const entry of [entryAt(1, 1), entryAt(2, 1), entryAt(1, 2), entryAt(3, 1)]) {
      await bare.log.append(entry);
    }
    await bare.log.publish();
    return { ...bare, seen: await lookAtLog(publishedBy(bare), null) };
  }
  type Seen = Awaited<ReturnType<typeof seenLog>>;
  const entriesOf = ({ db }: Seen) =>
    db.collection<{ _id: number; text: string; leaf: Buffer }>('log_entries');
  /** Takes back what was published, as an operator could. */
  async function republish(bare: Seen): Promise<void> {
    await bare.db.collection('log_checkpoints').deleteMany({});
    const size = await bare.log.size();
    const root = await treeRoot(bare.log.nodes(size), size);
    const note = signCheckpoint({ origin: 'log.test', size, root }, privateKey);
    await bare.store.insertCheckpoint(size, note);
  }

  it('sees a log grow', async () => {
    const bare = await seenLog();
    expect(bare.seen.size).toBe(4);
    await bare.log.append(entryAt(2, 2));
    await bare.log.publish();
    const later = await lookAtLog(publishedBy(bare), bare.seen);
    expect(later.size).toBe(5);
    expect(later.reports['report-2']).toEqual([2, hash('2/2')]);
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
        await bare.log.append({ ...entryAt(2, 2), previous_sha256: hash('other') });
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
        const note = signCheckpoint({ origin: 'log.test', size: 5, root }, stranger);
        await bare.store.insertCheckpoint(5, note);
      },
    ],
  ])('names %s', async (_name, message, change) => {
    const bare = await seenLog();
    await change(bare);
    await expect(lookAtLog(publishedBy(bare), bare.seen)).rejects.toThrow(message);
    await bare.db.dropDatabase();
  });
});

const judge = fileURLToPath(new URL('../fixtures/tlog-judge', import.meta.url));
/** Built from modules of the Go proxy; without Go or the proxy there is no judge. */
function buildJudge(): string | null {
  const program = join(mkdtempSync(join(tmpdir(), 'verification-tlog-')), 'judge');
  const built = spawnSync('go', ['build', '-o', program, '.'], { cwd: judge });
  return built.status === 0 ? program : null;
}

it("is read by the code of Go's checksum database", { timeout: 180_000 }, async (test) => {
  const program = buildJudge();
  if (!program) return test.skip('go or golang.org/x/mod is not there');
  const { report } = await reportOf(2);
  const server = serve({ fetch: (request) => app.fetch(pathOf(request)), port: 0 });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const args = [`http://127.0.0.1:${port}`, report.report_id, '2'];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [printed] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  server.close();
  expect(printed).toMatch(/^agreed: \d+ entries\n$/);
});

const pathOf = ({ url }: Request) => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};
