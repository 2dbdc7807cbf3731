import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  flat,
  jpegOfScans,
  pdf,
  picture,
  recorded,
  webpOfFrames,
} from '../evidence/support/media-files.js';
import { assignedJob, stored, upload } from '../evidence/support/scene.js';
import { startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Returns the `media` check of a file that is uploaded. */
async function checked(file: Buffer, type: string) {
  const { jobId, token } = await assignedJob(app);
  const { status, body } = await upload(app, { token, file, type });
  expect(status).toBe(201);
  const [item] = (await stored(app, jobId)).evidence;
  expect(item?.sizeBytes).toBe(file.length);
  const check = item?.checks.find(({ name }) => name === 'media');
  expect(body.validation_passed).toBe(check?.result !== 'fail');
  return { result: check?.result, measured: check?.measured };
}

describe('media passes files that decode completely', () => {
  test.each([
    ['image/jpeg', '480 × 360 px', () => picture().jpeg().toBuffer()],
    ['image/jpeg', '480 × 360 px', () => picture().jpeg({ progressive: true }).toBuffer()],
    ['image/png', '480 × 360 px', () => picture().png().toBuffer()],
    ['image/webp', '480 × 360 px', () => picture().webp().toBuffer()],
    ['image/webp', '400 × 400 px', () => webpOfFrames(400, 64)],
    ['image/heic', '480 × 360 px', async () => recorded.heic()],
    ['video/mp4', '1.0 s', async () => recorded.mp4()],
    ['video/mp4', '1.0 s', async () => recorded.fragmentedMp4()],
    ['video/quicktime', '1.0 s', async () => recorded.mov()],
    ['application/pdf', '3 pages', async () => pdf(3)],
    ['application/pdf', '2 pages', async () => pdf(2, 9)],
  ])('%s, %s', async (type, measured, make) => {
    expect(await checked(await make(), type)).toEqual({
      result: 'pass',
      measured: `${type}, ${measured}`,
    });
  });

  test.each([
    ['image/heic', 6, async () => recorded.heic()],
    ['image/jpeg', 2, () => picture().jpeg().toBuffer()],
  ])('%s within %i s of processor time', async (type, seconds, make) => {
    const { jobId, token } = await assignedJob(app);
    await upload(app, { token, file: await make(), type });
    const [item] = (await stored(app, jobId)).evidence;
    const check = item?.checks.find(({ name }) => name === 'media');
    expect(check?.threshold).toContain(`decodes completely within ${seconds} s`);
  });

  test('the photos of the demo', async () => {
    const folder = new URL('../../scripts/demo-photos/', import.meta.url);
    for (const name of ['hall-entrance.jpg', 'staircase.jpg', 'visitor-outside.jpg']) {
      const file = readFileSync(new URL(name, folder));
      expect(await checked(file, 'image/jpeg'), name).toMatchObject({ result: 'pass' });
    }
  });

  test.each([
    [320, 640, 'pass'],
    [640, 319, 'warn'],
    [1, 1, 'warn'],
  ])('a picture of %d × %d px: %s', async (width, height, result) => {
    const file = await picture(width, height).png().toBuffer();
    expect(await checked(file, 'image/png')).toEqual({
      result,
      measured: `image/png, ${width} × ${height} px`,
    });
  });
});

describe('media fails damaged files', () => {
  const cut = (file: Buffer, bytes: number) => file.subarray(0, file.length - bytes);

  test('three files of seven bytes each', async () => {
    const { jobId, token } = await assignedJob(app);
    for (let last = 0; last < 3; last++) {
      const file = Buffer.from([0xff, 0xd8, 0xff, 1, 2, 3, last]);
      expect((await upload(app, { token, file })).body).toMatchObject({
        validation_passed: false,
        validation_errors: [expect.stringMatching(/^media: .*cannot be decoded/)],
        job_status: 'in_progress',
      });
    }
    expect((await stored(app, jobId)).status).toBe('in_progress');
  });

  test.each([
    ['image/jpeg', async () => cut(await picture().jpeg().toBuffer(), 2000)],
    ['image/jpeg', async () => cut(await picture().jpeg({ progressive: true }).toBuffer(), 20)],
    ['image/png', async () => cut(await picture().png().toBuffer(), 20)],
    ['image/webp', async () => cut(await picture().webp().toBuffer(), 20)],
    ['image/heic', async () => cut(recorded.heic(), 20)],
    ['image/heic', async () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
    ['application/pdf', async () => Buffer.from('%PDF-1.7\nno pages\n%%EOF\n')],
    ['application/pdf', async () => pdf(0)],
  ])('%s that is damaged', async (type, make) => {
    expect(await checked(await make(), type)).toEqual({
      result: 'fail',
      measured: `${type}, cannot be decoded`,
    });
  });

  test('a JPEG that ends before its last pixel despite an end marker', async () => {
    const whole = await picture().jpeg().toBuffer();
    const file = Buffer.concat([cut(whole, 5000), Buffer.from('ffd9', 'hex')]);
    expect(await checked(file, 'image/jpeg')).toMatchObject({ result: 'fail' });
  });

  test.each([
    ['video/mp4', () => Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1')],
    // The first frame is located beyond the end.
    ['video/quicktime', () => recorded.mov().subarray(0, 40)],
    [
      'video/mp4',
      () => Buffer.from(recorded.mp4().toString('latin1').replace('vide', 'soun'), 'latin1'),
    ],
    ['video/mp4', () => withField(recorded.mp4(), 'mdhd', 16, 0)],
    ['video/mp4', () => withField(recorded.mp4(), 'stco', 8, 1_000_000)],
    ['video/mp4', () => withField(recorded.fragmentedMp4(), 'trun', 8, 1_000_000)],
  ])('%s without a track, a duration or its first frame', async (type, make) => {
    expect(await checked(make(), type)).toEqual({
      result: 'fail',
      measured: `${type}, no video track`,
    });
  });

  /** Returns a copy of the file with another number at this offset in the box of this type. */
  function withField(file: Buffer, box: string, at: number, value: number): Buffer {
    const changed = Buffer.from(file);
    changed.writeUInt32BE(value, changed.indexOf(box) + 4 + at);
    return changed;
  }
});

describe('media fails files beyond a bound', () => {
  test.each([
    ['image/png', '7300 × 7300 pixels', () => flat(7300).png().toBuffer()],
    ['image/jpeg', '74 scans', () => jpegOfScans(480, 360, 64)],
    ['image/webp', '65 frames', () => webpOfFrames(400, 65)],
  ])('%s of %s', async (type, measured, make) => {
    expect(await checked(await make(), type)).toEqual({
      result: 'fail',
      measured: `${type}, ${measured}`,
    });
  });
});
