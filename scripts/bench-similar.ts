/**
 * How well pictures are recognised that were changed, and at what cost: `npm run bench similar [PICTURES]`,
 * by default among 1,000,000 pictures, on MONGODB_URI when it is set, else on an embedded store of its own.
 *
 * The photographs are the six of the demo, whole and in parts. Parts of one photograph count as different ones.
 * The many pictures are random bits: real ones share bands about as often (6 of 9,506 pairs of photographs).
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Binary, MongoClient } from 'mongodb';
import sharp, { type Sharp } from 'sharp';
import { startEmbeddedStore } from '../src/embedded/index.js';
import { keptKeys, nearest } from '../src/modules/evidence/alike.js';
import {
  type Fingerprint,
  fingerprintOf,
  rasterSide,
  upright,
} from '../src/modules/evidence/fingerprint.js';
import { createFingerprintStore } from '../src/modules/evidence/fingerprint.store.js';
import { projectRoot } from './demo/service.js';

const [pictures = 1_000_000] = process.argv.slice(3).map(Number);
const photographsMax = 40;
const lookUps = 200;
const batch = 20_000;

interface Size {
  width: number;
  height: number;
}

/** The grey raster of a picture, as the decoder makes it. */
const rasterOf = (picture: Sharp, side = rasterSide): Promise<Buffer> =>
  picture
    .resize(side, side, { fit: 'fill' })
    .flatten({ background: '#ffffff' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();

async function fingerprint(jpeg: Buffer): Promise<Fingerprint | null> {
  const { orientation } = await sharp(jpeg).metadata();
  return fingerprintOf(upright(await rasterOf(sharp(jpeg)), orientation));
}

/** Parts of a photograph, side by side. */
async function parts(photo: Buffer, columns: number, rows: number): Promise<Buffer[]> {
  const { width, height } = await sharp(photo).metadata();
  const [w, h] = [Math.floor(width / columns), Math.floor(height / rows)];
  const places = Array.from({ length: columns * rows }, (_, i) => ({
    left: (i % columns) * w,
    top: Math.floor(i / columns) * h,
  }));
  return Promise.all(
    places.map((place) =>
      sharp(photo)
        .extract({ ...place, width: w, height: h })
        .jpeg({ quality: 90 })
        .toBuffer(),
    ),
  );
}

const cropped = (one: Sharp, { width, height }: Size, edges: [number, number, number, number]) => {
  const [left, top, right, bottom] = edges.map((part, i) =>
    Math.round(part * (i % 2 === 0 ? width : height)),
  ) as [number, number, number, number];
  const area = { left, top, width: width - left - right, height: height - top - bottom };
  return one.extract(area).jpeg();
};
const bordered = (one: Sharp, { width, height }: Size, part: number, background: string) => {
  const edge = Math.max(1, Math.round(Math.min(width, height) * part));
  return one.extend({ top: edge, bottom: edge, left: edge, right: edge, background }).jpeg();
};

const changes: [string, (one: Sharp, size: Size) => Sharp][] = [
  ['encoded at quality 50', (one) => one.jpeg({ quality: 50 })],
  ['scaled to half', (one, { width }) => one.resize(Math.round(width / 2)).jpeg()],
  ['cropped by 3 % on each side', (one, size) => cropped(one, size, [0.03, 0.03, 0.03, 0.03])],
  ['cropped by 3 % at a corner', (one, size) => cropped(one, size, [0.03, 0.03, 0, 0])],
  ['cropped by 3 % at the other corner', (one, size) => cropped(one, size, [0, 0, 0.03, 0.03])],
  ['cropped by 3 % at the left', (one, size) => cropped(one, size, [0.03, 0, 0, 0])],
  ['cropped by 3 % above and below', (one, size) => cropped(one, size, [0, 0.03, 0, 0.03])],
  ['brightened by 10 %', (one) => one.modulate({ brightness: 1.1 }).jpeg()],
  ['white border of 5 %', (one, size) => bordered(one, size, 0.05, '#fff')],
  ['dark border of 10 %', (one, size) => bordered(one, size, 0.1, '#112')],
  // Stored lying on its side, with the EXIF tag that turns it upright.
  ['turned by EXIF', (one) => one.rotate(270).withMetadata({ orientation: 6 }).jpeg()],
];

const percent = (part: number, all: number) => `${((100 * part) / all).toFixed(1)} %`;
const print = (line: string) => process.stdout.write(`${line}\n`);

async function readPhotographs(): Promise<Buffer[]> {
  const folder = join(projectRoot, 'scripts/demo-photos');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.jpg'));
  return Promise.all(
    names.map(async (name) =>
      sharp(await readFile(join(folder, name)))
        .rotate()
        .jpeg({ quality: 95 })
        .toBuffer(),
    ),
  );
}

async function recognise(photographs: readonly Buffer[]): Promise<void> {
  const halves = (await Promise.all(photographs.map((one) => parts(one, 3, 2)))).flat();
  const all = [...photographs, ...halves].slice(0, photographsMax);
  const known = await Promise.all(all.map(fingerprint));
  const plain = known.filter((one) => one === null).length;
  print(
    `${all.length} photographs, ${plain} of them too plain to be compared. Of the others found:`,
  );
  for (const [name, change] of changes) {
    let found = 0;
    for (const [i, photo] of all.entries()) {
      const original = known[i];
      if (!original) continue;
      const { width, height } = await sharp(photo).metadata();
      const copy = await fingerprint(await change(sharp(photo), { width, height }).toBuffer());
      if (copy && nearest(copy, original.kept)) found += 1;
    }
    print(`  ${name.padEnd(36)}${percent(found, all.length - plain)}`);
  }
}

async function confuse(photographs: readonly Buffer[]): Promise<void> {
  const tiles = (await Promise.all(photographs.map((one) => parts(one, 5, 4)))).flat();
  const known = (await Promise.all(tiles.map(fingerprint))).filter((one) => one !== null);
  let [pairs, alike] = [0, 0];
  for (const [i, one] of known.entries()) {
    for (const other of known.slice(0, i)) {
      pairs += 1;
      if (nearest(one, other.kept)) alike += 1;
    }
  }
  print(`${alike} of ${pairs} pairs of different photographs are taken for alike`);
}

/** Processor time of the whole process, in milliseconds. */
async function cpu(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

async function cost(photographs: readonly Buffer[]): Promise<void> {
  const photo = await sharp(photographs[0]!)
    .resize(4_000, 3_000, { fit: 'fill' })
    .jpeg()
    .toBuffer();
  const least = async (work: () => Promise<unknown>) => {
    const times = [];
    for (let i = 0; i < 10; i++) times.push(await cpu(work));
    return Math.min(...times);
  };
  const decoding = await least(() => sharp(photo).resize(64, 64, { fit: 'fill' }).raw().toBuffer());
  const both = await least(() => fingerprint(photo));
  print(
    `12 megapixels: decoding ${decoding.toFixed(1)} ms, with the fingerprint ${both.toFixed(1)} ms of CPU`,
  );
}

/** A fingerprint of random bits, of as many views as that one has. */
const randomLike = ({ kept, sought, parts }: Fingerprint): Fingerprint => ({
  kept: randomBytes(kept.length),
  sought: randomBytes(sought.length),
  parts: randomBytes(parts.length),
});

async function lookUp(photograph: Buffer): Promise<void> {
  const real = await fingerprint(photograph);
  if (!real) throw new Error('the photograph is too plain');
  const randomFingerprint = () => randomLike(real);
  const given = process.env['MONGODB_URI'];
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-similar-'));
  const store = given ? null : await startEmbeddedStore({ dataDir });
  const client = await MongoClient.connect(given ?? store!.uri);
  const db = client.db(`bench_similar_${process.pid}`);
  try {
    const fingerprints = createFingerprintStore(db);
    await fingerprints.ensureIndexes();
    for (let stored = 0; stored < pictures; stored += batch) {
      const documents = Array.from({ length: Math.min(batch, pictures - stored) }, (_, i) => {
        const one = randomFingerprint();
        const views = new Binary(one.kept);
        return { _id: `${stored + i}`, jobId: `job ${stored + i}`, views, bands: keptKeys(one) };
      });
      await db.collection<{ _id: string }>('evidence.fingerprints').insertMany(documents);
    }
    const times: number[] = [];
    const used: number[] = [];
    for (let i = 0; i < lookUps; i++) {
      const one = randomFingerprint();
      const start = performance.now();
      used.push(await cpu(() => fingerprints.findOnOtherJob('another job', one)));
      times.push(performance.now() - start);
    }
    const formatted = (values: number[]) => {
      values.sort((a, b) => a - b);
      const at = (part: number) => `${values[Math.floor(part * values.length)]!.toFixed(1)} ms`;
      return `least ${at(0)}, median ${at(0.5)}, nine of ten within ${at(0.9)}`;
    };
    print(`look-up among ${pictures} pictures: ${formatted(times)};`);
    print(`  CPU of service and store: ${formatted(used)}`);
  } finally {
    await db.dropDatabase();
    await client.close();
    await store?.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const photographs = await readPhotographs();
await recognise(photographs);
await confuse(photographs);
await cost(photographs);
await lookUp(photographs[0]!);
