import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { pixelsMax as servicePixelsMax } from '../../src/modules/evidence/media-content.js';
import { mediaTypes } from '../../src/modules/evidence/media-types.js';
import { capturedAtOf, pixelsMax, problemOf } from '../../src/pages/client/capture/photo-file.js';
import { readHeader, withExif } from '../../src/pages/client/capture/photo-header.js';
import { stubEnglishPage } from '../support/english-page.js';
import {
  exifTag,
  heicWithExif,
  jpegWithExif,
  pngWithExif,
  type Tags,
  tiffBlock,
  webpWithExif,
} from '../support/exif-writer.js';
import { heicGrid } from './support/heic-grid.js';
import { recorded } from './support/media-files.js';

const { dateTimeOriginal, offsetTimeOriginal } = exifTag;
const jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#456' } })
  .jpeg()
  .toBuffer();
const bytesOf = (file: Buffer) => new Uint8Array(file);
const taken: Tags = {
  [dateTimeOriginal]: '2026:03:01 14:05:06',
  [offsetTimeOriginal]: '+02:00',
};

beforeAll(stubEnglishPage);

describe('the header of a picture', () => {
  test.each(['II', 'MM'] as const)(
    'in byte order %s has the size and the time of capture',
    (order) => {
      const tiff = tiffBlock({ exif: taken }, order);
      const takenAt = Date.parse('2026-03-01T12:05:06Z');
      expect(readHeader(bytesOf(jpegWithExif(jpeg, tiff)))).toMatchObject({
        size: { width: 64, height: 48 },
        takenAt,
      });
      expect(readHeader(bytesOf(heicWithExif(tiff)))).toMatchObject({ size: null, takenAt });
    },
  );

  test('is read from PNG, WebP and HEIC too', async () => {
    const tiff = tiffBlock({ exif: taken });
    const takenAt = Date.parse('2026-03-01T12:05:06Z');
    const size = { width: 64, height: 48 };
    const image = sharp(jpeg);
    const png = await image.png().toBuffer();
    const [lossy, lossless] = await Promise.all(
      [false, true].map((isLossless) => sharp(jpeg).webp({ lossless: isLossless }).toBuffer()),
    );
    const of = (file: Buffer) => readHeader(bytesOf(file));
    expect(of(pngWithExif(png, tiff))).toMatchObject({ size, takenAt });
    expect(of(webpWithExif(lossy!, tiff, 64, 48))).toMatchObject({ size, takenAt });
    expect(of(lossy!)).toMatchObject({ size, takenAt: null });
    expect(of(lossless!)).toMatchObject({ size, takenAt: null });
    expect(of(recorded.heic()).size).toEqual({ width: 480, height: 360 });
    expect(of(heicGrid({ columns: 4, rows: 3 })).size).toEqual({ width: 2048, height: 1536 });
  });

  test.each([
    ['no EXIF data', {}],
    ['a date that does not exist', { ...taken, [dateTimeOriginal]: '2026:02:30 10:00:00' }],
    ['a zero date', { ...taken, [dateTimeOriginal]: '0000:00:00 00:00:00' }],
  ])('with %s has no time', (_, exif) => {
    const file = jpegWithExif(jpeg, tiffBlock({ exif }));
    expect(readHeader(bytesOf(file)).takenAt).toBeNull();
  });

  test('that is truncated anywhere is read without an error', () => {
    const file = bytesOf(jpegWithExif(jpeg, tiffBlock({ exif: taken })));
    for (let length = 0; length < file.length; length++) readHeader(file.slice(0, length));
  });

  test('of a smaller copy keeps the EXIF data, turned upright', async () => {
    const tiff = tiffBlock({ main: { 274: 6 }, exif: taken });
    const { exif } = readHeader(bytesOf(jpegWithExif(jpeg, tiff)));
    const copy = withExif(bytesOf(jpeg), exif!);
    expect(readHeader(copy).takenAt).toBe(Date.parse('2026-03-01T12:05:06Z'));
    expect(await sharp(copy).metadata()).toMatchObject({ width: 64, height: 48 });
  });
});

describe('a file that reaches the page', () => {
  const now = Date.parse('2026-03-02T12:00:00Z');
  const header = { size: null, exif: null, takenAt: Date.parse('2026-03-01T12:05:06Z') };
  const lastModified = Date.parse('2026-02-20T08:00:00Z');

  test.each([
    ['from the camera carries the current time', header, true, '2026-03-02T12:00:00.000Z'],
    ['from the gallery carries its EXIF time', header, false, '2026-03-01T12:05:06.000Z'],
    ['without EXIF time carries lastModified', null, false, '2026-02-20T08:00:00.000Z'],
  ])('%s', (_, read, isFresh, expected) => {
    expect(capturedAtOf({ lastModified }, read, isFresh, now)).toBe(expected);
  });

  test.each([
    ['image/jpeg', 16_320, 12_240, false],
    ['image/jpeg', 20_000, 12_240, true],
    ['image/png', 8_192, 6_144, false],
    ['image/png', 9_000, 6_144, true],
  ])('%s of %d × %d px is offered smaller: %s', (type, width, height, isOffered) => {
    const problem = problemOf({ size: 1000, type }, { ...header, size: { width, height } });
    expect(problem?.canShrink ?? false).toBe(isOffered);
  });

  test('is offered smaller if it has too many bytes, except a video', () => {
    const size = 101 * 1024 * 1024;
    expect(problemOf({ size, type: 'image/heic' }, null)).toMatchObject({ canShrink: true });
    expect(problemOf({ size, type: 'video/mp4' }, null)).toMatchObject({ canShrink: false });
  });

  test('has the same limits as in the service', () => {
    for (const type of mediaTypes.filter((one) => one.startsWith('image/'))) {
      expect(pixelsMax(type)).toBe(servicePixelsMax(type));
    }
  });
});
