import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { ReadAt } from './exif-location.js';
import { probeBytesMax, probeMedia } from './media-probe.js';

/** A file in memory that counts how many bytes are read. */
function fileOf(bytes: Buffer): { read: ReadAt; readBytes: () => number } {
  let count = 0;
  const read: ReadAt = async (offset, length) => {
    const part = bytes.subarray(offset, offset + length);
    count += part.length;
    return Buffer.from(part);
  };
  return { read, readBytes: () => count };
}
const probe = (bytes: Buffer) => probeMedia(fileOf(bytes).read, bytes.length);

const exif = {
  IFD2: { DateTimeOriginal: '2026:03:01 14:05:06', OffsetTimeOriginal: '+02:00' },
  IFD3: {
    GPSLatitudeRef: 'S',
    GPSLatitude: '33/1 51/1 35900/1000',
    GPSLongitudeRef: 'E',
    GPSLongitude: '151/1 12/1 40000/1000',
    GPSTimeStamp: '11/1 59/1 30/1',
    GPSDateStamp: '2026:03:01',
  },
};
const canvas = () => sharp({ create: { width: 32, height: 24, channels: 3, background: '#456' } });
const jpeg = (data: typeof exif | { IFD2: object } | { IFD3: object }) =>
  canvas()
    .withExif(data as object)
    .jpeg()
    .toBuffer();

/** Returns the TIFF block of a JPEG made by sharp. */
async function tiff(): Promise<Buffer> {
  const bytes = await jpeg(exif);
  const at = bytes.indexOf('Exif\0\0');
  return bytes.subarray(at + 6, at - 2 + bytes.readUInt16BE(at - 2));
}

const box = (type: string, ...parts: Buffer[]) => {
  const content = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
};
const u16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const text = (value: string) => Buffer.from(value, 'latin1');

/** Returns a HEIC file without a picture, whose EXIF item is stored after `gap` bytes, as in libheif's files. */
function heic(block: Buffer, gap: number): Buffer {
  const ftyp = box('ftyp', text('heic'), u32(0), text('mif1'), text('heic'));
  const infe = box(
    'infe',
    Buffer.from([2, 0, 0, 0]),
    u16(7),
    u16(0),
    text('Exif'),
    Buffer.from([0]),
  );
  const iinf = box('iinf', u32(0), u16(1), infe);
  const item = Buffer.concat([u32(6), text('Exif\0\0'), block]);
  const meta = (offset: number) =>
    box(
      'meta',
      u32(0),
      box('hdlr', u32(0), u32(0), text('pict')),
      iinf,
      box(
        'iloc',
        u32(0),
        Buffer.from([0x44, 0]),
        u16(1),
        u16(7),
        u16(0),
        u16(1),
        u32(offset),
        u32(item.length),
      ),
    );
  const start = ftyp.length + meta(0).length + 8 + gap;
  return Buffer.concat([ftyp, meta(start), box('mdat', Buffer.alloc(gap), item)]);
}

const ftypOnly = (brand: string) =>
  Buffer.concat([box('ftyp', text(brand), u32(0), text(brand)), box('mdat', Buffer.alloc(5000))]);

describe('type detection by the first bytes', () => {
  test.each([
    ['image/jpeg', () => canvas().jpeg().toBuffer()],
    ['image/png', () => canvas().png().toBuffer()],
    ['image/webp', () => canvas().webp().toBuffer()],
    ['image/heic', async () => ftypOnly('heic')],
    ['image/heic', async () => ftypOnly('mif1')],
    ['video/mp4', async () => ftypOnly('isom')],
    ['video/mp4', async () => ftypOnly('mp42')],
    ['video/quicktime', async () => ftypOnly('qt  ')],
    ['application/pdf', async () => text('%PDF-1.7\n%âãÏÓ\n')],
    [null, () => canvas().gif().toBuffer()],
    [null, () => canvas().avif().toBuffer()],
    [null, async () => text('<html><script>alert(1)</script></html>')],
    [null, async () => Buffer.alloc(0)],
    [null, async () => Buffer.from([0xff])],
  ])('%s', async (type, make) => {
    expect(await probe(await make())).toMatchObject({ type });
  });
});

describe('time and position from EXIF in each container', () => {
  const position = {
    source: 'exif_gps',
    latitude: expect.closeTo(-33.859972, 5),
    longitude: expect.closeTo(151.211111, 5),
    accuracyMetres: null,
  };
  const known = {
    times: [
      { source: 'exif_original', at: new Date('2026-03-01T12:05:06Z') },
      { source: 'gps_time', at: new Date('2026-03-01T11:59:30Z') },
    ],
    localTimes: [],
    positions: [position],
    voids: [],
  };

  test.each(['jpeg', 'png', 'webp'] as const)('%s', async (format) => {
    const bytes = await canvas().withExif(exif)[format]().toBuffer();
    expect(await probe(bytes)).toEqual({ type: `image/${format}`, stated: known });
  });

  test('heic, with the item near the start or after the picture', async () => {
    const block = await tiff();
    expect(await probe(heic(block, 10))).toEqual({ type: 'image/heic', stated: known });
    const far = fileOf(heic(block, 8_000_000));
    expect(await probeMedia(far.read, 8_001_000)).toEqual({ type: 'image/heic', stated: known });
    expect(far.readBytes()).toBeLessThan(probeBytesMax);
  });
});

describe('damaged files', () => {
  test('probes truncated files and files with a changed byte without an error', async () => {
    const whole = [
      await jpeg(exif),
      heic(await tiff(), 10),
      await canvas().withExif(exif).webp().toBuffer(),
      await canvas().withExif(exif).png().toBuffer(),
    ];
    for (const bytes of whole) {
      for (let cut = 0; cut < Math.min(bytes.length, 900); cut += 31) {
        await probe(bytes.subarray(0, cut));
      }
      for (let at = 0; at < Math.min(bytes.length, 900); at += 17) {
        for (const value of [0, 255]) {
          const damaged = Buffer.from(bytes);
          damaged[at] = value;
          await probe(damaged);
        }
      }
    }
  });

  test('stops at boxes of length zero and endless chunks', async () => {
    const zero = Buffer.concat([
      box('ftyp', text('heic'), u32(0), text('heic')),
      Buffer.alloc(100),
    ]);
    expect((await probe(zero)).type).toBe('image/heic');
    const chunk = Buffer.concat([u32(0), text('tEXt'), u32(0)]);
    const png = Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      Buffer.concat(Array.from({ length: 300_000 }, () => chunk)),
    ]);
    const file = fileOf(png);
    expect((await probeMedia(file.read, png.length)).type).toBe('image/png');
    expect(file.readBytes()).toBeLessThanOrEqual(probeBytesMax + 8192);
  });

  test.each([' ', '\0'])('stops at once at an offset with 250 000 of %j in it', async (fill) => {
    const entry = (tag: number, type: number, count: number, value: number) =>
      Buffer.concat([u16(tag), u16(type), u32(count), u32(value)]);
    const offset = text(`+${fill.repeat(250_000)}x\0`);
    const block = Buffer.concat([
      ...[text('MM\0*'), u32(8)],
      ...[u16(1), entry(0x8769, 4, 1, 26), u32(0)],
      ...[u16(2), entry(0x9003, 2, 20, 56), entry(0x9011, 2, offset.length, 76), u32(0)],
      ...[text('2026:03:01 14:05:06\0'), offset],
    ]);
    const file = Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      ...[u32(block.length), text('eXIf'), block, u32(0)],
    ]);
    expect(await probe(file)).toMatchObject({
      type: 'image/png',
      stated: { times: [], positions: [] },
    });
  });

  test('rethrows errors of the store', async () => {
    const bytes = await jpeg(exif);
    let reads = 0;
    const failing: ReadAt = async (offset, length) => {
      reads += 1;
      if (reads > 1) throw new Error('store is gone');
      return bytes.subarray(offset, offset + length);
    };
    await expect(probeMedia(failing, bytes.length)).rejects.toThrow('store is gone');
  });
});
