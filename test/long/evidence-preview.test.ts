import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { photo } from '../evidence/support/photos.js';
import { assignedJob, stored, upload } from '../evidence/support/scene.js';
import { startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const previews = () => app.db.collection('evidence.previews');

async function linkTo(file: Buffer, type = 'image/jpeg') {
  const { jobId, token } = await assignedJob(app);
  await upload(app, { token, file, type });
  const { body } = await app.rest('GET', `/v1/jobs/${jobId}/evidence`);
  const url = new URL(body[0].media_url);
  const [item] = (await stored(app, jobId)).evidence;
  return { jobId, path: url.pathname + url.search, fileId: item?.fileId ?? '' };
}

/** A landscape photo taken with the phone upright, with a position in its EXIF data. */
const sideways = async () =>
  sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#3a7' } })
    .withExif({ IFD0: { Make: 'Secret camera' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

test('a preview is an upright JPEG of at most 640 pixels without metadata', async () => {
  const { path } = await linkTo(await sideways());
  const answer = await app.fetch(`${path}&preview=640`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/jpeg');
  expect(answer.headers.get('cache-control')).toMatch(/^private, max-age=\d+, immutable$/);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.includes('Secret camera')).toBe(false);
  const { width, height, format, exif, orientation } = await sharp(bytes).metadata();
  expect({ width, height, format, exif, orientation }).toEqual({
    width: 480,
    height: 640,
    format: 'jpeg',
    exif: undefined,
    orientation: undefined,
  });
});

test('a preview is created once, even for many concurrent readers, and its link supports 304 and ranges', async () => {
  const { path, fileId } = await linkTo(await photo());
  const answers = await Promise.all([1, 2, 3, 4].map(() => app.fetch(`${path}&preview=640`)));
  const tags = new Set(answers.map((answer) => answer.headers.get('etag')));
  expect(tags.size).toBe(1);
  expect(await previews().countDocuments({ _id: fileId as never })).toBe(1);
  // The response is the stored preview.
  const jpeg = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#000' } })
    .jpeg()
    .toBuffer();
  await previews().updateOne({ _id: fileId as never }, { $set: { jpeg } });
  const kept = await app.fetch(`${path}&preview=640`);
  expect(Buffer.from(await kept.arrayBuffer()).equals(jpeg)).toBe(true);
  const etag = kept.headers.get('etag') ?? '';
  const again = await app.fetch(`${path}&preview=640`, { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
  const part = await app.fetch(`${path}&preview=640`, { headers: { range: 'bytes=2-5' } });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer()).equals(jpeg.subarray(2, 6))).toBe(true);
});

test('a HEIC has a preview', async () => {
  const { path } = await linkTo(await readFile('test/fixtures/media/photo.heic'), 'image/heic');
  const answer = await app.fetch(`${path}&preview=640`);
  expect(answer.status).toBe(200);
  const { format, width = 0, height = 0 } = await sharp(await answer.arrayBuffer()).metadata();
  expect(format).toBe('jpeg');
  expect(Math.max(width, height)).toBeLessThanOrEqual(640);
});

test.each([
  ['a video', () => readFile('test/fixtures/media/clip.mp4'), 'video/mp4'],
  ['a picture that cannot be decoded', async () => (await photo()).subarray(0, 700), 'image/jpeg'],
])('%s has no preview: 415', async (_, file, type) => {
  const { path } = await linkTo(await file(), type);
  for (let tries = 0; tries < 2; tries++) {
    const answer = await app.fetch(`${path}&preview=640`);
    expect([answer.status, (await answer.json()).code]).toEqual([415, 'unsupported_media_type']);
  }
});

test('another size returns 422, a damaged link 404', async () => {
  const { path } = await linkTo(await photo());
  const answer = await app.fetch(`${path}&preview=641`);
  expect(answer.status).toBe(422);
  expect((await answer.json()).detail[0].loc).toEqual(['query', 'preview']);
  const damaged = await app.fetch(`${path.slice(0, -1)}&preview=640`);
  expect(damaged.status).toBe(404);
});

test('the preview is deleted with its file', async () => {
  const { path, fileId } = await linkTo(await photo());
  await app.fetch(`${path}&preview=640`);
  expect(await previews().countDocuments({ _id: fileId as never })).toBe(1);
  await app.services.evidenceFiles.discard(fileId);
  expect(await previews().countDocuments({ _id: fileId as never })).toBe(0);
});

test('a file that is discarded while its preview is created leaves no preview', async () => {
  const { fileId, jobId } = await linkTo(await photo());
  const [item] = (await stored(app, jobId)).evidence;
  const { evidencePreviews, evidenceFiles } = app.services;
  const read = evidenceFiles.read;
  evidenceFiles.read = async (...args) => {
    const bytes = await read(...args);
    await evidenceFiles.discard(fileId);
    return bytes;
  };
  try {
    await evidencePreviews.get(item!);
  } finally {
    evidenceFiles.read = read;
  }
  expect(await previews().countDocuments({ _id: fileId as never })).toBe(0);
});
