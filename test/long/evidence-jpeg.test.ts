import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { createMediaDecoder } from '../../src/modules/evidence/media-decoder.js';
import { picture } from '../evidence/support/media-files.js';

const decoder = createMediaDecoder();
afterAll(() => decoder.close());

async function outcomeOf(file: Buffer): Promise<string> {
  const { content } = await decoder.decode({
    jobId: 'a',
    type: 'image/jpeg',
    load: async () => [file],
  });
  return content.outcome === 'refused' ? content.measured : content.outcome;
}

const hex = (text: string) => Buffer.from(text, 'hex');
const endOfImage = hex('ffd9');

/** Returns the offset of the first segment with this marker. */
function segmentAt(jpeg: Buffer, marker: number): number {
  for (let at = 2; ; at += 2 + jpeg.readUInt16BE(at + 2)) if (jpeg[at + 1] === marker) return at;
}
const inserted = (jpeg: Buffer, at: number, bytes: Buffer) =>
  Buffer.concat([jpeg.subarray(0, at), bytes, jpeg.subarray(at)]);

/** Peculiarities of whole JPEGs that decoders warn about or pass over; each keeps the places of the later ones. */
const peculiarities: Record<string, (jpeg: Buffer) => Buffer> = {
  'a JFIF version of 2.1': (jpeg) => inserted(jpeg, 2, hex('ffe000104a46494600020100000100010000')),
  'scan parameters that its process does not use'(jpeg) {
    const changed = Buffer.from(jpeg);
    const scan = segmentAt(jpeg, 0xda);
    changed.fill(
      0,
      scan + 2 + jpeg.readUInt16BE(scan + 2) - 3,
      scan + 2 + jpeg.readUInt16BE(scan + 2),
    );
    return changed;
  },
  'stray bytes between its segments': (jpeg) =>
    inserted(jpeg, segmentAt(jpeg, 0xc4), hex('010203')),
  'fill bytes before a marker': (jpeg) => inserted(jpeg, segmentAt(jpeg, 0xdb), hex('ffffff')),
  'an unknown application segment': (jpeg) => inserted(jpeg, 2, hex('ffec000641424344')),
  'bytes before its end': (jpeg) =>
    Buffer.concat([jpeg.subarray(0, -2), hex('000000'), endOfImage]),
  'its end twice': (jpeg) => Buffer.concat([jpeg, endOfImage]),
  'data behind its end': (jpeg) => Buffer.concat([jpeg, Buffer.alloc(50_000, 7)]),
  'a second JPEG behind its end': (jpeg) => Buffer.concat([jpeg, jpeg]),
};
const names = Object.keys(peculiarities);

describe('a JPEG with', () => {
  test.each([...names, 'all of these'])(
    '%s passes when it is whole and fails when it is not',
    async (name) => {
      const whole = await picture().jpeg().toBuffer();
      const chosen = name === 'all of these' ? names : [name];
      const apply = (jpeg: Buffer) =>
        chosen.reduce((file, each) => peculiarities[each]!(file), jpeg);
      expect(await outcomeOf(apply(whole))).toBe('picture');

      const cut = Buffer.concat([whole.subarray(0, Math.floor(whole.length * 0.7)), endOfImage]);
      expect(await outcomeOf(apply(cut)), 'cut').toBe('cannot be decoded');
      const holed = Buffer.from(whole);
      holed.fill(0, Math.floor(whole.length * 0.6), Math.floor(whole.length * 0.8));
      expect(await outcomeOf(apply(holed)), 'with a hole').toBe('cannot be decoded');
    },
  );

  test.each(['4:4:4', '4:2:0'])(
    'sampling of %s and three scans passes',
    async (chromaSubsampling) => {
      const options = { progressive: true, chromaSubsampling };
      expect(await outcomeOf(await picture().jpeg(options).toBuffer())).toBe('picture');
    },
  );

  test('four colours passes', async () => {
    expect(await outcomeOf(await picture().toColourspace('cmyk').jpeg().toBuffer())).toBe(
      'picture',
    );
  });

  test.each([
    [0.5, 'the rest', true],
    [0.5, 'the rest', false],
    [0.97, 'the rest', false],
    [0.4, 'a part', true],
  ])(
    'zeros from %d on in place of %s fails (its end marked: %s)',
    async (from, label, isMarked) => {
      // So many bytes for each block that the zeros suffice for the missing ones.
      const file = Buffer.from(await picture(1200, 900).jpeg({ quality: 98 }).toBuffer());
      const start = Math.floor(file.length * from);
      const end = label === 'a part' ? start + 65_536 : file.length - (isMarked ? 2 : 0);
      file.fill(0, start, end);
      expect(await outcomeOf(file)).toBe('cannot be decoded');
    },
  );

  test('zeros that pad its data, with an end or without, passes', async () => {
    const whole = await picture().jpeg({ quality: 98 }).toBuffer();
    const padded = Buffer.concat([whole.subarray(0, -2), Buffer.alloc(5000)]);
    expect(await outcomeOf(padded)).toBe('picture');
    expect(await outcomeOf(Buffer.concat([padded, endOfImage]))).toBe('picture');
  });

  test('an even black surface, which is coded as zeros, passes', async () => {
    const black = sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#000' } });
    const file = await black.jpeg({ optimiseCoding: true }).toBuffer();
    expect(file.includes(Buffer.alloc(512))).toBe(true);
    expect(await outcomeOf(file)).toBe('picture');
  });
});
