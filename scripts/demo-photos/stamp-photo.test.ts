import { readdirSync, readFileSync } from 'node:fs';
import exifr from 'exifr';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { distanceMetres } from '../../src/lib/geo.js';
import { type Stamp, stampPhoto } from './stamp-photo.js';

const photo = (name: string) => readFileSync(new URL(name, import.meta.url));
const photos = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('.jpg'));

const berlin: Stamp = {
  takenAt: new Date('2026-03-01T23:30:15.400Z'),
  offset: '+01:00',
  latitude: 52.521918,
  longitude: 13.413215,
};

const read = (jpeg: Buffer) =>
  exifr.parse(jpeg, { reviveValues: false, translateValues: false }) as Promise<
    Record<string, unknown>
  >;

/** Returns the bytes after the application segments: tables, frame and compressed pixels. */
function picture(jpeg: Buffer): Buffer {
  let at = 2;
  while (jpeg.readUInt16BE(at) >= 0xffe0 && jpeg.readUInt16BE(at) <= 0xffef) {
    at += 2 + jpeg.readUInt16BE(at + 2);
  }
  return jpeg.subarray(at);
}

describe('stampPhoto', () => {
  it('writes the time in local time and UTC, across midnight', async () => {
    expect(await read(await stampPhoto(photo('hall-roof.jpg'), berlin))).toMatchObject({
      DateTimeOriginal: '2026:03:02 00:30:15',
      OffsetTimeOriginal: '+01:00',
      GPSDateStamp: '2026:03:01',
      GPSTimeStamp: [23, 30, 15],
    });
  });

  it.each([
    ['north east', 52.521918, 13.413215],
    ['south east', -33.868812, 151.209312],
    ['north west', 40.712776, -74.005974],
    ['south west', -23.550519, -46.633308],
    ['the origin', 0, 0],
    ['±90° and ±180°', -90, 180],
    ['a second that rounds up to a minute', 10.9999999999, -0.0000000001],
  ])('writes the position to the centimetre: %s', async (_name, latitude, longitude) => {
    const stamped = await stampPhoto(photo('hall-roof.jpg'), { ...berlin, latitude, longitude });
    const found = (await exifr.gps(stamped)) as { latitude: number; longitude: number };
    expect(distanceMetres(found, { latitude, longitude })).toBeLessThan(0.01);
  });

  it.each([
    ['hall-roof.jpg', 1],
    ['hall-entrance.jpg', 6],
    ['hall-interior.jpg', 8],
  ])('keeps the orientation of %s: %i', async (name, orientation) => {
    const stamped = await stampPhoto(photo(name), berlin);
    expect(await exifr.orientation(stamped)).toBe(orientation);
    expect((await sharp(stamped).metadata()).orientation).toBe(orientation);
  });

  it.each(photos)('does not change the compressed picture of %s', async (name) => {
    const original = photo(name);
    const stamped = await stampPhoto(original, berlin);
    expect(picture(stamped).equals(picture(original))).toBe(true);
    await expect(sharp(stamped, { failOn: 'warning' }).stats()).resolves.toBeDefined();
  });

  it('replaces an earlier stamp and keeps a JFIF header and a colour profile', async () => {
    const made = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .withIccProfile('srgb')
      .jpeg()
      .toBuffer();
    const jfif = Buffer.from('ffe000104a46494600010100000100010000', 'hex');
    const source = Buffer.concat([made.subarray(0, 2), jfif, made.subarray(2)]);
    const once = await stampPhoto(source, { ...berlin, latitude: -1 });
    const twice = await stampPhoto(once, berlin);
    expect(twice.subarray(2, 2 + jfif.length).equals(jfif)).toBe(true);
    expect(twice.toString('latin1').split('Exif\0\0')).toHaveLength(2);
    expect((await exifr.gps(twice)).latitude).toBeCloseTo(berlin.latitude, 6);
    expect((await sharp(twice).metadata()).icc).toBeDefined();
  });

  it('rejects a file that is not a JPEG, an invalid offset and an impossible position', async () => {
    const roof = photo('hall-roof.jpg');
    await expect(stampPhoto(Buffer.from('%PDF-1.7'), berlin)).rejects.toThrow('not a JPEG');
    await expect(stampPhoto(roof, { ...berlin, offset: '+1' })).rejects.toThrow('+1');
    await expect(stampPhoto(roof, { ...berlin, latitude: 91 })).rejects.toThrow('±90');
  });
});

describe('the demo photographs', () => {
  it('are at least six, each credited, at most 500 KB and 2000 px long', async () => {
    expect(photos.length).toBeGreaterThanOrEqual(6);
    const credits = photo('CREDITS.md').toString();
    for (const name of photos) {
      const { width, height } = await sharp(photo(name)).metadata();
      expect(credits).toContain(`\`${name}\``);
      expect(photo(name).length).toBeLessThanOrEqual(500_000);
      expect(Math.max(width, height)).toBeLessThanOrEqual(2000);
    }
  });
});
