import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, inject, it } from 'vitest';
import { openCheckpoint, readVerifierKey } from '../../src/lib/checkpoint.js';
import {
  consistencyProof,
  isConsistent,
  leafHash,
  rootFromInclusion,
} from '../../src/lib/merkle.js';
import type { LogReceipt } from '../../src/modules/report/integrity.js';
import { entryText, type LogEntry } from '../../src/modules/report/log-entry.js';
import { lookAtLog, type Watched } from '../../src/modules/transparency/watch.js';
import { jobBody, startTestApp, type TestApp } from '../support/app.js';
import { hashes, readOf } from '../transparency/support/log.js';

const writer = fileURLToPath(new URL('./support/log-writer.mjs', import.meta.url));
const [reports, versions, kills] = [40, 300, 3];

const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
});

function startWriter(database: string, letter: string) {
  const args = [writer, inject('mongodbUri'), database, String(versions), letter];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  children.add(child);
  const ended = Promise.all([once(child, 'exit'), text(child.stderr)]).then(([[code], stderr]) => {
    children.delete(child);
    return { code, stderr };
  });
  return { child, ended };
}

type Writer = ReturnType<typeof startWriter>;

/**
 * Creates a database of jobs with an app that then only reads: its writers are closed, so the test's writers own the
 * log.
 */
async function databaseOfJobs(): Promise<string> {
  const app = await startTestApp();
  for (let made = 0; made < reports; made++)
    await app.rest('POST', '/v1/jobs', { body: jobBody() });
  await app.stop({ keep: true });
  return app.db.databaseName;
}

interface StoredVersion {
  log: LogReceipt;
  entry: LogEntry;
}

/** Returns every version with its expected entry. */
async function storedVersions(app: TestApp): Promise<StoredVersion[]> {
  const bodies = app.db.collection<{ _id: string; log: LogReceipt }>('report_bodies');
  const all = await app.jobs.find().toArray();
  return Promise.all(
    all.flatMap((job) =>
      job.reports.map(async (one) => {
        const body = await bodies.findOne({ _id: one.bodyId });
        if (!body) throw new Error('a version has no body');
        const entry = {
          report_id: job.reportId ?? '',
          version_number: one.versionNumber,
          content_sha256: one.contentSha256,
          previous_sha256: one.previousSha256,
          signed_at: one.generatedAt.toISOString(),
          key_id: app.services.serverKeys.reports.keyId,
        };
        return { log: body.log, entry };
      }),
    ),
  );
}

it(`logs ${versions} versions of ${reports} reports once, in order, by 20 writers in two processes that are killed ${kills} times`, async () => {
  const database = await databaseOfJobs();
  const app = await startTestApp({ MONGODB_DB: database });
  // This app only observes; the writers log the versions.
  await app.services.followers.stop();
  const log = app.services.transparency;
  const seen = new Map<string, Watched>();
  let watched: Watched | null = null;
  let running: Writer[] = [];
  const look = async (): Promise<number> => {
    for (const { child, ended } of running) {
      if (child.exitCode) throw new Error(`a writer failed: ${(await ended).stderr}`);
    }
    watched = await lookAtLog(readOf(app), watched);
    seen.set(`${watched.size} ${watched.root}`, watched);
    return watched.size;
  };

  running = [startWriter(database, 'a'), startWriter(database, 'b')];
  for (let kill = 1; kill <= kills; kill++) {
    await expect
      .poll(look, { timeout: 120_000, interval: 20 })
      .toBeGreaterThan((versions * kill) / (kills + 1));
    const [victim, other] = running as [Writer, Writer];
    victim.child.kill('SIGKILL');
    await victim.ended;
    running = [other, startWriter(database, 'ab'[kill % 2] as string)];
  }
  for (const { ended } of running) expect(await ended).toEqual({ code: 0, stderr: '' });
  await look();

  expect(await log.size()).toBe(versions);
  const all = await storedVersions(app);
  expect(all).toHaveLength(versions);
  const { name, key } = readVerifierKey(log.verifierKey);
  const heads = new Map<number, Buffer>();
  for (const { log: receipt, entry } of all) {
    const { size, root } = openCheckpoint(receipt.checkpoint, key, name);
    expect(size).toBe(receipt.tree_size);
    const proof = hashes(receipt.inclusion_proof);
    const leaf = leafHash(entryText(entry));
    expect(rootFromInclusion(leaf, receipt.leaf_index, size, proof)).toEqual(root);
    heads.set(size, root);
  }
  for (const { size, root } of seen.values()) {
    const known = heads.get(size);
    if (known) expect(known.toString('base64')).toBe(root);
    heads.set(size, Buffer.from(root, 'base64'));
  }

  const events = await app.db
    .collection('events')
    .find({ type: 'report.version_created' })
    .sort({ seq: 1 })
    .toArray();
  const nameOf = (id: string, number: number) => `${id}:${number}`;
  const inOrder = [...all].sort((a, b) => a.log.leaf_index - b.log.leaf_index);
  expect(inOrder.map(({ log: { leaf_index } }) => leaf_index)).toEqual([...all.keys()]);
  expect(inOrder.map(({ entry }) => nameOf(entry.report_id, entry.version_number))).toEqual(
    events.map(({ data }) => nameOf(data['report_id'], data['version_number'])),
  );

  const trees = [...heads].map(([size, root]) => ({ size, root })).sort((a, b) => a.size - b.size);
  // The versions of a report are created one receipt after another.
  expect(trees.length).toBeGreaterThanOrEqual(Math.ceil(versions / reports));
  for (const [at, to] of trees.entries()) {
    const nodes = log.nodes(to.size);
    for (const from of trees.slice(0, at)) {
      const proof = await consistencyProof(nodes, from.size, to.size);
      expect(isConsistent(from, to, proof)).toBe(true);
    }
  }
  await app.stop();
});
