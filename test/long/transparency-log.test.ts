import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openCheckpoint } from '../../src/lib/checkpoint.js';
import {
  isConsistent,
  leafHash,
  nodeHash,
  rootFromInclusion,
  treeRoot,
} from '../../src/lib/merkle.js';
import { sweepErasures } from '../../src/modules/erasure/finish-erasure.js';
import { entryText, type LogEntry } from '../../src/modules/report/log-entry.js';
import { readKeySet } from '../../src/modules/report/verify/key-set.js';
import { verifyReports } from '../../src/modules/report/verify/verify.js';
import { compareWithLog, type ReadLog } from '../../src/modules/transparency/published.js';
import { createTransparencyStore } from '../../src/modules/transparency/transparency.store.js';
import {
  createTransparencyLog,
  type TakeLease,
} from '../../src/modules/transparency/transparency-log.js';
import { lookAtLog } from '../../src/modules/transparency/watch.js';
import { password, register } from '../customer/support/accounts.js';
import { readyReport } from '../delivery/support/scene.js';
import { apis, restApi } from '../support/apis.js';
import { startTestApp, type TestApp } from '../support/app.js';
import {
  bareKeys,
  bareLog,
  bareOrigin,
  entryAt,
  hashes,
  headOf,
  readOf,
  reportOf,
  settleLog,
} from '../transparency/support/log.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const read: ReadLog = (path) => readOf(app)(path);

describe.each(apis)('the log over $name', (api) => {
  it('proves each version of a report, once, in event order', async () => {
    const { report } = await reportOf(app, 2);
    const { size, root } = await headOf(read);
    const places: number[] = [];
    for (const version of [1, 2]) {
      const { body } = await api.call(app, 'logProof', {
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
      (await api.call(app, 'logProof', { input: { report_id: report.report_id, version: 2 } })).body
        .entry,
    );
    expect(last.content_sha256).toBe(report.integrity.content_sha256);
    expect(last.key_id).toBe(report.integrity.key_id);
    expect(last.signed_at).toBe(report.integrity.signed_at);
  });

  it('proves that every earlier tree is a prefix of the newest', async () => {
    const { size, root } = await headOf(read);
    for (let from = 0; from <= size; from++) {
      const { body } = await api.call(app, 'logConsistency', { input: { from } });
      const older = { size: from, root: Buffer.from(body.from_root, 'base64') };
      expect(body.to).toBe(size);
      expect(isConsistent(older, { size, root }, hashes(body.consistency_proof))).toBe(true);
    }
  });

  it('rejects an unknown version, and sizes that do not exist', async () => {
    const { report } = await reportOf(app, 1);
    const { size } = await headOf(read);
    const reportId = report.report_id;
    const unknown = await api.call(app, 'logProof', {
      input: { report_id: reportId, version: 2 },
    });
    expect(unknown.code).toBe('log_entry_not_found');
    for (const treeSize of [size - 1, size + 1]) {
      const { code } = await api.call(app, 'logProof', {
        input: { report_id: reportId, version: 1, tree_size: treeSize },
      });
      expect(code).toBe('log_size');
    }
    expect((await api.call(app, 'logConsistency', { input: { from: size + 1 } })).code).toBe(
      'log_size',
    );
    expect((await api.call(app, 'logConsistency', { input: { from: 2, to: 1 } })).code).toBe(
      'log_size',
    );
    const bad = await api.call(app, 'logProof', { input: { report_id: reportId, version: 0 } });
    expect(bad.code).toBe('invalid_input');
  });

  it('does not include a version before a checkpoint covers it', async () => {
    // A separate app: the log of the shared one contains only the reports of other tests.
    const own = await startTestApp();
    onTestFinished(() => own.stop());
    const { transparency: log } = own.services;
    await log.checkpoint();
    await log.append(entryAt(1, 1));
    const proof = () =>
      api.call(own, 'logProof', { input: { report_id: entryAt(1, 1).report_id, version: 1 } });
    expect((await proof()).code).toBe('log_entry_not_found');
    await log.publish();
    expect((await proof()).code).toBeUndefined();
  });
});

describe('the log', () => {
  it('signs with a dedicated key, as does that of the sandbox', async () => {
    await app.keyFor('keys', ['jobs:read'], 'test');
    const sandbox = (await app.services.sandbox.proofs())?.serverKeys;
    const all = [app.services.serverKeys, sandbox].flatMap((keys) =>
      keys ? [keys.log.keyId, keys.reports.keyId, keys.tokens.keyId] : [],
    );
    expect(all).toHaveLength(6);
    expect(new Set(all).size).toBe(6);
  });

  it('starts with the versions of a database without a log, and gives them receipts', async () => {
    const { db, services } = app;
    const entries = db.collection<{ _id: number; text: string }>('log_entries');
    const textsOf = async () =>
      (await entries.find().sort({ _id: 1 }).toArray()).map(({ text }) => text);
    const before = await textsOf();
    expect(before.length).toBeGreaterThan(2);
    for (const name of ['log_entries', 'log_tiles', 'log_checkpoints']) {
      await db.collection(name).deleteMany({});
    }
    await db.collection('report_bodies').updateMany({}, { $unset: { log: 1 } });
    await db
      .collection<{ _id: string }>('followers')
      .deleteMany({ _id: { $in: ['log', 'log-receipts'] } });
    const second = await startTestApp({ MONGODB_DB: db.databaseName });
    await second.services.followers.catchUp();
    expect(await textsOf()).toEqual(before);
    expect(await services.transparency.size()).toBe(before.length);
    expect(await db.collection('report_bodies').countDocuments({ log: { $exists: false } })).toBe(
      0,
    );
    await second.stop({ keep: true });
  });

  it('keeps its name and continues when BASE_URL changes to another host', async () => {
    const first = await startTestApp();
    await reportOf(first, 1);
    const before = await lookAtLog(readOf(first), null);
    const name = first.services.transparency.origin;
    await first.stop({ keep: true });
    const moved = await startTestApp(
      { MONGODB_DB: first.db.databaseName },
      { baseUrl: 'http://moved.test' },
    );
    onTestFinished(() => moved.stop());
    expect(moved.services.transparency.origin).toBe(name);
    await reportOf(moved, 1);
    const after = await lookAtLog(readOf(moved), before);
    expect(after.size).toBeGreaterThan(before.size);
  });

  it('signs no tree that contradicts a published one', async () => {
    const { log, store, db } = await bareLog(app, 'restored');
    for (const report of [1, 2, 3]) await log.append(entryAt(report, 1));
    await log.publish();
    const published = (await log.checkpoint()).text;
    // Simulates restoring a backup that is older than the checkpoint.
    await db.collection<{ _id: number }>('log_entries').deleteOne({ _id: 2 });
    const { log: restarted } = await bareLog(app, 'restored');
    await expect(restarted.publish()).rejects.toThrow('not those published at 3');
    await restarted.append(entryAt(4, 1));
    await restarted.append(entryAt(5, 1));
    await expect(restarted.receiptOf('report-5', 1)).rejects.toThrow('not those published at 3');
    expect((await restarted.checkpoint()).text).toBe(published);
    expect(await store.size()).toBe(4);
    await db.dropDatabase();
  });

  it('never signs a tree with a gap', async () => {
    const { log, store, db } = await bareLog(app, 'gap');
    const text = entryText(entryAt(2, 1));
    await log.append(entryAt(1, 1));
    await store.insertEntry(2, 'report-2:1', text, leafHash(text));
    await expect(log.publish()).rejects.toThrow('some are missing');
    await db.dropDatabase();
  });

  it('publishes checkpoints only at its interval, which two processes share', async () => {
    const db = app.db.client.db(`${app.db.databaseName}-turns`);
    const store = createTransparencyStore(db);
    await store.ensureIndexes();
    const taken: number[] = [];
    let until = new Date(0);
    const takeLease: TakeLease = async (_holder, now, to) => {
      if (now < until) return false;
      until = to;
      taken.push(Number(now));
      return true;
    };
    const settings = { store, origin: bareOrigin, key: bareKeys.privateKey, takeLease };
    const checkpointMilliseconds = 40;
    const logs = [0, 1].map(() => createTransparencyLog({ ...settings, checkpointMilliseconds }));
    const receipts = [0, 1, 2, 3, 4, 5].map(async (report) => {
      await logs[report % 2]?.append(entryAt(report, 1));
      return logs[report % 2]?.receiptOf(`report-${report}`, 1);
    });
    for (const receipt of await Promise.all(receipts))
      expect(receipt?.tree_size).toBeGreaterThan(0);
    const published = await db.collection('log_checkpoints').countDocuments();
    expect(published).toBeLessThanOrEqual(taken.length);
    await db.dropDatabase();
  });

  it('keeps every proof valid when a customer is erased', async () => {
    const opened = await readyReport(app);
    const customer = await register(app);
    const claimed = await restApi.call(app, 'claimCustomerRequest', {
      session: customer.session,
      input: { access_token: opened.token },
    });
    expect(claimed.code).toBeUndefined();
    const kept = await restApi.call(app, 'customerRequestReport', {
      id: opened.id,
      session: customer.session,
    });
    expect(kept.code).toBeUndefined();
    const before = await headOf(read);
    const erased = await restApi.call(app, 'eraseCustomer', {
      session: customer.session,
      input: { password },
    });
    expect(erased.code).toBeUndefined();
    await settleLog(app);
    await sweepErasures(app.services);
    expect((await app.services.jobs.get(opened.jobId, {})).erasedAt).toBeTruthy();
    // A later version extends the tree.
    await reportOf(app, 1);
    const head = await headOf(read);
    expect(head.size).toBeGreaterThan(before.size);
    const entries = await app.db.collection('log_entries').find().sort({ _id: 1 }).toArray();
    expect(entries).toHaveLength(head.size);
    for (const { text } of entries) {
      const entry: LogEntry = JSON.parse(text);
      const { body } = await restApi.call(app, 'logProof', {
        input: { report_id: entry.report_id, version: entry.version_number },
      });
      const proof = hashes(body.inclusion_proof);
      const root = rootFromInclusion(leafHash(text), body.leaf_index, head.size, proof);
      expect(root).toEqual(head.root);
    }
    const { body } = await restApi.call(app, 'logConsistency', { input: { from: before.size } });
    expect(isConsistent(before, head, hashes(body.consistency_proof))).toBe(true);
    // The customer's copy of the report is verified, offline and against the log.
    const { body: jwks } = await app.rest('GET', '/.well-known/jwks.json', { key: null });
    const bytes = Buffer.from(JSON.stringify(kept.body));
    const { files } = await verifyReports([{ name: 'kept', bytes }], await readKeySet(jwks));
    expect(files[0]).toMatchObject({ errors: [], logged: { size: expect.any(Number) } });
    if (!files[0]?.logged) throw new Error('the report has no receipt');
    expect((await compareWithLog(read, files[0].logged)).size).toBe(head.size);
    // The log contains only ids, hashes and times.
    for (const { text } of entries) {
      expect(Object.keys(JSON.parse(text)).sort()).toEqual([
        'content_sha256',
        'key_id',
        'previous_sha256',
        'report_id',
        'signed_at',
        'version_number',
      ]);
    }
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

describe('many writers', () => {
  it('append 600 versions from two processes: each once, in one tree, across full tiles', async () => {
    const one = await bareLog(app, 'shared');
    const other = await bareLog(app, 'shared');
    const all = Array.from({ length: 600 }, (_, index) => entryAt(index, 1));
    const append = async ({ log }: typeof one) => {
      for (const entry of all) await log.append(entry);
    };
    const seen: { size: number; root: Buffer }[] = [];
    const watch = async () => {
      while ((await one.log.size()) < 600) {
        await other.log.publish();
        const head = await one.log.checkpoint();
        const { size, root } = openCheckpoint(head.text, bareKeys.publicKey, bareOrigin);
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
