/**
 * Cost of the transparency log at a million entries: processor time of an append with its receipt and its share of
 * a checkpoint, length, time and reads of an inclusion proof. On an embedded store in a folder of its own.
 */
import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Binary, MongoClient } from 'mongodb';
import { startEmbeddedStore } from '../src/embedded/index.js';
import { type Hash, leafHash } from '../src/lib/merkle.js';
import { rootOver, tileWidth } from '../src/lib/tiles.js';
import { entryText, type LogEntry, versionKey } from '../src/modules/report/log-entry.js';
import { createTransparencyStore } from '../src/modules/transparency/transparency.store.js';
import { createTransparencyLog } from '../src/modules/transparency/transparency-log.js';

const size = Number(process.env['BENCH_LOG_ENTRIES'] ?? 1_000_000);
const appends = 1_000;
/** Versions that one checkpoint covers: what a second brings. */
const burst = 20;
const proofs = 300;
/** Entries that one write of the fill stores. */
const fillBatch = 20_000;
const limits = { appendMs: 3, proofMs: 5, hashes: 20 };

const hex = (text: string) => createHash('sha256').update(text).digest('hex');
const entryAt = (index: number): LogEntry => ({
  report_id: `report-${index}`,
  version_number: 1,
  content_sha256: hex(`content ${index}`),
  previous_sha256: null,
  signed_at: '2026-11-22T10:00:00.000Z',
  key_id: hex('key').slice(0, 43),
});

const dataDir = mkdtempSync(join(tmpdir(), 'bench-log-'));
const embedded = await startEmbeddedStore({ dataDir });
const client = await MongoClient.connect(embedded.uri);
const db = client.db('bench_log');
const plain = createTransparencyStore(db);
let reads = 0;
/** Counts what is read of tiles. */
const counted =
  <A extends unknown[], R>(read: (...args: A) => R) =>
  (...args: A): R => {
    reads += 1;
    return read(...args);
  };
const store: typeof plain = {
  ...plain,
  findTile: counted(plain.findTile),
  findRoots: counted(plain.findRoots),
  listLeaves: counted(plain.listLeaves),
};
await store.ensureIndexes();

/** Stores the entries and the full tiles above them, as a million appends would have. */
async function fill(): Promise<void> {
  const entries = db.collection<{ _id: number }>('log_entries');
  let level: Hash[] = [];
  for (let first = 0; first < size; first += fillBatch) {
    const batch = Array.from({ length: Math.min(fillBatch, size - first) }, (_, at) => {
      const entry = entryAt(first + at);
      const text = entryText(entry);
      const leaf = leafHash(text);
      level.push(leaf);
      const version = versionKey(entry.report_id, 1);
      return { _id: first + at, version, text, leaf: new Binary(leaf) };
    });
    await entries.insertMany(batch);
  }
  for (let height = 0; level.length >= tileWidth; height++) {
    const roots: Hash[] = [];
    for (let index = 0; (index + 1) * tileWidth <= level.length; index++) {
      const hashes = level.slice(index * tileWidth, (index + 1) * tileWidth);
      roots.push(rootOver(hashes));
      await store.insertTile(`${height}/${index}`, hashes, roots.at(-1) as Hash);
    }
    level = roots;
  }
}

const number = (value: number) => value.toFixed(2);
function print(label: string, value: number, limit: number, unit: string): void {
  const verdict = value <= limit ? 'ok' : 'ABOVE';
  console.log(`${label.padEnd(46)} ${number(value)} ${unit} (at most ${limit}): ${verdict}`);
}

try {
  const began = performance.now();
  await fill();
  console.log(`${size} entries stored in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  const log = createTransparencyLog({
    store,
    origin: 'bench.example',
    key: generateKeyPairSync('ed25519').privateKey,
    checkpointMilliseconds: 0,
  });
  await log.publish();

  const spentOn = { appends: 0, receipts: 0 };
  async function spend(label: keyof typeof spentOn, work: () => Promise<void>): Promise<void> {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    spentOn[label] += (user + system) / 1000 / appends;
  }
  for (let at = 0; at < appends; at += burst) {
    const entries = Array.from({ length: burst }, (_, one) => entryAt(size + at + one));
    await spend('appends', async () => {
      for (const entry of entries) await log.append(entry);
      await log.publish();
    });
    await spend('receipts', async () => {
      for (const { report_id } of entries) await log.receiptOf(report_id, 1);
    });
  }
  const appendMs = spentOn.appends;
  print('append with its share of a checkpoint, CPU', appendMs, limits.appendMs, 'ms');
  print('receipt, CPU', spentOn.receipts, limits.proofMs, 'ms');

  reads = 0;
  let [longest, slowest, total] = [0, 0, 0];
  const spent = process.cpuUsage();
  for (let one = 0; one < proofs; one++) {
    const index = Math.floor((one * size) / proofs);
    const start = performance.now();
    const receipt = await log.receiptOf(`report-${index}`, 1);
    const took = performance.now() - start;
    total += took;
    slowest = Math.max(slowest, took);
    longest = Math.max(longest, receipt?.inclusion_proof.length ?? Number.POSITIVE_INFINITY);
  }
  const cpu = process.cpuUsage(spent);
  print('proof, hashes at most', longest, limits.hashes, 'hashes');
  print('proof, mean time', total / proofs, limits.proofMs, 'ms');
  print('proof, CPU', (cpu.user + cpu.system) / 1000 / proofs, limits.proofMs, 'ms');
  console.log(`${'proof, slowest'.padEnd(46)} ${number(slowest)} ms`);
  print('proof, reads of tiles', reads / proofs, Math.ceil(Math.log2(size + appends)), 'reads');
  const fits = appendMs <= limits.appendMs && longest <= limits.hashes;
  process.exitCode = fits && total / proofs <= limits.proofMs ? 0 : 1;
} finally {
  await client.close();
  await embedded.close();
  rmSync(dataDir, { recursive: true, force: true });
}
