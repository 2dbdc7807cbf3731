import { readFileSync } from 'node:fs';
import sharp from 'sharp';

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/media/${name}`, import.meta.url));

/**
 * Real files of the kinds that sharp does not make: one second of 320 × 240, a photo of 480 × 360, one tile of
 * 512 × 512. The photos in colour are parts of `scripts/demo-photos/hall-interior.jpg`, coded by x265.
 */
export const recorded = {
  heic: () => fixture('photo.heic'),
  heicTile: () => fixture('tile.heic'),
  /** 10 bits, 4:2:2, as cameras of Canon and Sony write it. */
  heicOf10Bits: () => fixture('photo-10-bit.heic'),
  /** With an auxiliary picture, turned. */
  heicWithAlpha: () => fixture('photo-alpha.heic'),
  mp4: () => fixture('clip.mp4'),
  fragmentedMp4: () => fixture('clip-fragmented.mp4'),
  mov: () => fixture('clip.mov'),
};

/** A picture with enough detail to be truncated anywhere. */
export const picture = (width = 480, height = 360) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });

/** A square of one color: a small file even with large dimensions. */
export const flat = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#345' } });

/** A PDF with this many empty pages, whose page list claims `claimed` pages. */
export function pdf(pages: number, claimed = pages): Buffer {
  const ids = Array.from({ length: pages }, (_, at) => at + 3);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${claimed} /Kids [${ids.map((id) => `${id} 0 R`).join(' ')}] >>`,
    ...ids.map(() => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>'),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>`;
  return Buffer.from(`${text}${table}${trailer}\nstartxref\n${text.length}\n%%EOF\n`);
}

/** A progressive JPEG with this many scans: its last one is repeated, without data. */
export async function jpegOfScans(width: number, height: number, scans: number): Promise<Buffer> {
  const whole = await picture(width, height).jpeg({ progressive: true }).toBuffer();
  const last = whole.lastIndexOf(Buffer.from('ffda', 'hex'));
  const head = whole.subarray(last, last + 2 + whole.readUInt16BE(last + 2));
  const empty = Array.from({ length: scans }, () => head);
  return Buffer.concat([whole.subarray(0, -2), ...empty, Buffer.from('ffd9', 'hex')]);
}

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 0, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** An animated WebP of a few KB that repeats one picture of `side` × `side`. */
export async function webpOfFrames(side: number, frames: number): Promise<Buffer> {
  const still = await flat(side).webp({ lossless: true, effort: 0 }).toBuffer();
  const vp8l = still.subarray(still.indexOf('VP8L'));
  const u24 = (value: number) => Buffer.from([value & 255, (value >> 8) & 255, value >> 16]);
  const size = Buffer.concat([u24(side - 1), u24(side - 1)]);
  const frame = Buffer.concat([u24(0), u24(0), size, u24(100), Buffer.from([0]), vp8l]);
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    chunk('VP8X', Buffer.concat([Buffer.from([2, 0, 0, 0]), size])),
    chunk('ANIM', Buffer.alloc(6)),
    ...Array.from({ length: frames }, () => chunk('ANMF', frame)),
  ]);
  return chunk('RIFF', body);
}

/** The start of a video of this many bytes: a recorded one, and the header of a box that fills the rest. */
export function videoStart(sizeBytes: number): Buffer {
  const clip = recorded.mp4();
  const free = Buffer.alloc(8);
  free.writeUInt32BE(sizeBytes - clip.length);
  free.write('free', 4, 'latin1');
  return Buffer.concat([clip, free]);
}
