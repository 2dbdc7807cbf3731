import { randomBytes, randomUUID } from 'node:crypto';
import type { CommandStartedEvent } from 'mongodb';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { openGridFs } from '../../src/lib/files/gridfs.js';
import { connect } from '../../src/lib/mongo.js';
import { fileBytesMax } from '../../src/limits.js';
import { createArrivals } from '../../src/modules/evidence/arriving-bytes.js';
import { createEvidenceFiles } from '../../src/modules/evidence/evidence-files.js';
import { createMediaDecoder } from '../../src/modules/evidence/media-decoder.js';
import { picture } from '../evidence/support/media-files.js';

const database = `test-${randomUUID()}`;
const decoder = createMediaDecoder();
let opened: Awaited<ReturnType<typeof connect>>;
let reads = 0;
let file: Buffer;
beforeAll(async () => {
  opened = await connect(inject('mongodbUri'), database, true);
  opened.client.on('commandStarted', ({ commandName, command }: CommandStartedEvent) => {
    if (commandName === 'find' && command['find'] === 'evidence.chunks') reads += 1;
  });
  // Bytes after the end of a JPEG are not part of the picture: the file is longer than the memory limit in any case.
  file = Buffer.concat([await picture().jpeg().toBuffer(), randomBytes(1024 * 1024)]);
});
afterEach(() => {
  reads = 0;
});
afterAll(async () => {
  decoder.close();
  await opened.db.dropDatabase();
  await opened.client.close();
});

async function* inPieces() {
  for (let at = 0; at < file.length; at += 65_536) yield file.subarray(at, at + 65_536);
}

async function storeWith(arrivals: ReturnType<typeof createArrivals>, sizeMax = fileBytesMax) {
  const gridFs = openGridFs(opened.client)({ database, kind: 'evidence' });
  const files = createEvidenceFiles(opened.db, gridFs, decoder, arrivals);
  await files.ensureIndexes();
  const jobId = randomUUID();
  const stored = await files.store({ jobId, bytes: inPieces(), sizeMax, now: new Date() });
  const readsOfStoring = reads;
  expect((await files.read(stored.fileId, 0, stored.sizeBytes)).equals(file)).toBe(true);
  await files.discard(stored.fileId);
  return { stored, readsOfStoring };
}

test('decodes a picture from memory, or reads it back if memory was full', async () => {
  const kept = await storeWith(createArrivals());
  expect(kept.stored.media.content).toMatchObject({ outcome: 'picture', width: 480, height: 360 });
  expect(kept.readsOfStoring).toBe(0);

  reads = 0;
  const readBack = await storeWith(createArrivals(0));
  expect(readBack.readsOfStoring).toBeGreaterThan(0);
  const { fileId: _, ...facts } = kept.stored;
  expect(readBack.stored).toMatchObject(facts);
});

test('does not keep a file that can be as long as a video completely in memory', async () => {
  const { readsOfStoring } = await storeWith(createArrivals(), 5 * fileBytesMax);
  expect(readsOfStoring).toBeGreaterThan(0);
});

test('frees memory once the file is stored or rejected', async () => {
  const arrivals = createArrivals(2 * file.length);
  for (let i = 0; i < 3; i++) await storeWith(arrivals);
  const tooShort = storeWith(arrivals, file.length - 1);
  await expect(tooShort).rejects.toMatchObject({ code: 'payload_too_large' });
  reads = 0;
  expect((await storeWith(arrivals)).readsOfStoring).toBe(0);
});
