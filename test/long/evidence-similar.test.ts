import { randomBytes, randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  alikeBits,
  alikeBitsOfPart,
  keptKeys,
  nearest,
  type Sought,
  soughtKeys,
} from '../../src/modules/evidence/alike.js';
import { blockBits, hashBits, viewBytes } from '../../src/modules/evidence/fingerprint.js';
import { createFingerprintStore } from '../../src/modules/evidence/fingerprint.store.js';
import { assignedJob, createJob, stored, upload } from '../evidence/support/scene.js';
import { startTestApp, type TestApp } from '../support/app.js';

const folder = new URL('../../scripts/demo-photos/', import.meta.url);
const originals = readdirSync(folder)
  .filter((name) => name.endsWith('.jpg'))
  .map((name) => readFileSync(new URL(name, folder)));

/** Returns ten photographs: the six of the demo, and four parts of them. */
async function tenPhotographs(): Promise<Buffer[]> {
  const upright = await Promise.all(originals.map((one) => sharp(one).rotate().jpeg().toBuffer()));
  const halves = upright.slice(0, 4).map(async (one) => {
    const { width, height } = await sharp(one).metadata();
    return sharp(one)
      .extract({ left: 0, top: 0, width: width >> 1, height: height >> 1 })
      .jpeg()
      .toBuffer();
  });
  return [...upright, ...(await Promise.all(halves))];
}

let app: TestApp;
let photographs: Buffer[];
beforeAll(async () => {
  app = await startTestApp();
  photographs = await tenPhotographs();
});
afterAll(() => app.stop());

/** Returns the checks of the newest item of a job, by name. */
async function lastItem(jobId: string) {
  const { evidence } = await stored(app, jobId);
  const item = evidence.at(-1)!;
  const check = (name: string) => item.checks.find((one) => one.name === name)!;
  return { item, similar: check('similar') };
}
const fingerprints = () => app.db.collection('evidence.fingerprints');

const changes: ((one: Sharp, size: { width: number; height: number }) => Sharp)[] = [
  (one) => one.jpeg({ quality: 50 }),
  (one, { width }) => one.resize(width >> 1).jpeg(),
  (one) => one.modulate({ brightness: 1.1 }).jpeg(),
  (one) => one.extend({ top: 40, bottom: 40, left: 40, right: 40, background: '#fff' }).jpeg(),
  (one) => one.png(),
];

describe('the fingerprints', () => {
  const views = (count: number) => randomBytes(count * viewBytes);
  /** Returns a copy of a view with this number of different bits in the hash and in the blocks. */
  function changed(view: Uint8Array, hash: number, blocks: number): Buffer {
    const copy = Buffer.from(view);
    const flip = (bits: number, from: number, size: number) => {
      const places = new Set<number>();
      while (places.size < bits) places.add(from + randomInt(size));
      for (const place of places) copy[place >> 3]! ^= 1 << (place & 7);
    };
    flip(hash, 0, hashBits);
    flip(blocks, hashBits, blockBits);
    return copy;
  }

  test('are found exactly as by comparing with every picture, at every distance', async () => {
    const db = app.db.client.db(`${app.db.databaseName}-prints`);
    const store = createFingerprintStore(db);
    await store.ensureIndexes();
    const all = Array.from({ length: 108 }, () => views(2));
    for (const [i, kept] of all.entries()) {
      const fingerprint = { kept, sought: Buffer.alloc(0), parts: Buffer.alloc(0) };
      await store.add({ fileId: `file-${i}`, jobId: `job-${i}` }, fingerprint);
    }
    for (const [i, kept] of all.entries()) {
      const view = kept.subarray((i % 2) * viewBytes, ((i % 2) + 1) * viewBytes);
      const near = changed(view, i % 9, (i % 3) * 14 + (i % 2));
      const isPart = i % 20 < 10;
      const fingerprint = {
        kept: views(2),
        sought: isPart ? views(1) : near,
        parts: isPart ? Buffer.concat([views(4), near, views(6)]) : views(11),
      };
      const distances = all.map((other) => nearest(fingerprint, other));
      expect(distances.filter((one) => one !== null).length).toBeLessThanOrEqual(1);
      const within = (isPart ? alikeBitsOfPart : alikeBits).hash;
      expect(distances[i] === null).toBe(i % 9 > within || (i % 3) * 14 + (i % 2) > 28);
      expect(await store.findOnOtherJob('another', fingerprint)).toEqual(distances[i]);
      expect(await store.findOnOtherJob(`job-${i}`, fingerprint)).toBeNull();
    }
    await db.dropDatabase();
  });

  /** Positions of each band's bits in the hash. */
  const bandOf = [0, 1, 2].map((band) =>
    Array.from({ length: hashBits }, (_, bit) => bit).filter((bit) => bit % 3 === band),
  );
  test.each(
    [0, 1, 2, 3, 4, 5, 6].flatMap((a) =>
      [0, 1, 2, 3, 4, 5, 6].filter((b) => a + b <= 6).map((b) => [a, b, 6 - a - b] as const),
    ),
  )('share a key where their bands differ in %i, %i and %i bits', (...split) => {
    const kept = views(1);
    const near = Buffer.from(kept);
    for (const [band, bits] of split.entries()) {
      for (const bit of bandOf[band]!.slice(-bits || hashBits)) near[bit >> 3]! ^= 1 << (bit & 7);
    }
    const isShared = (sought: Sought) =>
      soughtKeys(sought).some((key) => keptKeys({ kept }).includes(key));
    const none = Buffer.alloc(0);
    expect(isShared({ sought: near, parts: none })).toBe(true);
    // With two fewer bits of difference in one or two bands, it is found as a part.
    const [a = 0, b = 0] = bandOf
      .flat()
      .filter((bit) => ((near[bit >> 3]! ^ kept[bit >> 3]!) >> (bit & 7)) & 1);
    for (const bit of [a, b]) near[bit >> 3]! ^= 1 << (bit & 7);
    expect(isShared({ sought: none, parts: near })).toBe(true);
  });
});

describe('a picture', () => {
  test('similar to one of another job warns, and its job waits for review', async () => {
    const firstIds: string[] = [];
    for (const file of photographs) {
      const { jobId, token } = await assignedJob(app);
      firstIds.push(jobId);
      expect((await upload(app, { token, file })).status).toBe(201);
      const { similar } = await lastItem(jobId);
      expect(similar).toMatchObject({ result: 'pass', measured: 'none alike' });
    }
    const second = await assignedJob(app);
    const steps = (await stored(app, second.jobId)).steps.map(({ stepName }) => stepName);
    for (const [i, file] of photographs.entries()) {
      const { width, height } = await sharp(file).metadata();
      const changed = await changes[i % changes.length]!(sharp(file), { width, height }).toBuffer();
      const answer = await upload(app, {
        token: second.token,
        file: changed,
        type: i % changes.length === 4 ? 'image/png' : 'image/jpeg',
        fields: { step_name: steps[i % steps.length] },
      });
      expect(answer.status).toBe(201);
      const { similar, item } = await lastItem(second.jobId);
      expect(similar.result).toBe('warn');
      expect(similar.measured).toMatch(/^[0-6] of 64, ([0-9]|1\d|2[0-8]) of 256 bits different$/);
      // The check reports that another job has it, but never which one.
      for (const id of firstIds) expect(JSON.stringify(item)).not.toContain(id);
      expect(item.validationPassed).toBe(true);
    }
    expect((await stored(app, second.jobId)).status).toBe('submitted');
  });

  test('of the same scene passes on its own job, taken twice', async () => {
    const { jobId, token } = await assignedJob(app);
    const scene = sharp(photographs[0]!).flop().negate({ alpha: false });
    const one = await scene.clone().jpeg({ quality: 90 }).toBuffer();
    const other = await scene.clone().modulate({ brightness: 1.05 }).jpeg().toBuffer();
    for (const file of [one, other]) {
      await upload(app, { token, file });
      expect((await lastItem(jobId)).similar.result).toBe('pass');
    }
  });

  test('without detail, and a file that is not a picture, are not compared', async () => {
    const { jobId, token } = await assignedJob(app);
    await upload(app, { token });
    expect((await lastItem(jobId)).similar).toMatchObject({
      result: 'not_run',
      message: expect.stringContaining('too little detail'),
    });
    const pdf = Buffer.from('%PDF-1.4\nnothing');
    await upload(app, { token, file: pdf, type: 'application/pdf' });
    expect((await lastItem(jobId)).similar).toMatchObject({
      result: 'not_run',
      message: 'The file was not decoded as a picture.',
    });
    const { evidence } = await stored(app, jobId);
    const ids = evidence.map(({ fileId }) => fileId);
    expect(await fingerprints().countDocuments({ _id: { $in: ids as never[] } })).toBe(0);
  });

  test('that is rejected, or erased with its job, leaves no fingerprint', async () => {
    const before = await fingerprints().countDocuments({});
    const { jobId, token } = await assignedJob(app);
    const file = await sharp(photographs[1]!).flop().toBuffer();
    const rejected = await upload(app, { token, file, fields: { step_name: 'no_such_step' } });
    expect(rejected.status).toBe(404);
    expect(await fingerprints().countDocuments({})).toBe(before);
    await upload(app, { token, file });
    expect(await fingerprints().countDocuments({ jobId })).toBe(1);
    const cancelled = await app.rest('POST', `/v1/jobs/${jobId}/cancel`, {
      body: { reason: 'A test.' },
    });
    expect(cancelled.status).toBe(200);
    expect((await app.rest('POST', `/v1/jobs/${jobId}/erase`, { body: {} })).status).toBeLessThan(
      300,
    );
    await expect.poll(() => fingerprints().countDocuments({ jobId })).toBe(0);
    // Erased pictures no longer match.
    const next = await createJob(app);
    expect(next).not.toBe(jobId);
    const again = await assignedJob(app);
    await upload(app, {
      token: again.token,
      file: await sharp(file).jpeg({ quality: 60 }).toBuffer(),
    });
    expect((await lastItem(again.jobId)).similar.result).toBe('pass');
  });
});
