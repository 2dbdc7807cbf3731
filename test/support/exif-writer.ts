/**
 * Writes EXIF data with any tags, in either byte order, to a JPEG, PNG, WebP or HEIC. Structure: TIFF 6.0, section 2;
 * tags: CIPA DC-008 (Exif 2.32).
 */
import { crc32, deflateSync } from 'node:zlib';

export type ByteOrder = 'II' | 'MM';

/** A value of a tag: text is ASCII, a pair is a rational, a number is a LONG. */
export type TagValue = string | number | [numerator: number, denominator: number][];
export type Tags = Record<number, TagValue | undefined>;

export interface ExifBlocks {
  main?: Tags;
  exif?: Tags;
  gps?: Tags;
}

export const exifTag = {
  modifyDate: 0x0132,
  dateTimeOriginal: 0x9003,
  dateTimeDigitized: 0x9004,
  offsetTime: 0x9010,
  offsetTimeOriginal: 0x9011,
  offsetTimeDigitized: 0x9012,
} as const;
export const gpsTag = {
  latitudeRef: 1,
  latitude: 2,
  longitudeRef: 3,
  longitude: 4,
  timeStamp: 7,
  status: 9,
  dateStamp: 29,
  positioningError: 31,
} as const;

const u16 = (value: number, order: ByteOrder) => {
  const bytes = Buffer.alloc(2);
  order === 'II' ? bytes.writeUInt16LE(value) : bytes.writeUInt16BE(value);
  return bytes;
};
const u32 = (value: number, order: ByteOrder) => {
  const bytes = Buffer.alloc(4);
  order === 'II' ? bytes.writeUInt32LE(value) : bytes.writeUInt32BE(value);
  return bytes;
};

function encoded(value: TagValue, order: ByteOrder): { type: number; count: number; data: Buffer } {
  if (typeof value === 'string') {
    const data = Buffer.from(`${value}\0`, 'latin1');
    return { type: 2, count: data.length, data };
  }
  if (typeof value === 'number') return { type: 4, count: 1, data: u32(value, order) };
  const data = Buffer.concat(value.flat().map((part) => u32(part, order)));
  return { type: 5, count: value.length, data };
}

function directory(tags: Tags, offset: number, order: ByteOrder): Buffer {
  const entries = Object.entries(tags)
    .flatMap(([tag, value]) => (value === undefined ? [] : [{ tag: Number(tag), value }]))
    .sort((a, b) => a.tag - b.tag);
  const heads: Buffer[] = [u16(entries.length, order)];
  const behind: Buffer[] = [];
  let free = offset + 6 + 12 * entries.length;
  for (const { tag, value } of entries) {
    const { type, count, data } = encoded(value, order);
    const isInside = data.length <= 4;
    const field = isInside
      ? Buffer.concat([data, Buffer.alloc(4 - data.length)])
      : u32(free, order);
    heads.push(u16(tag, order), u16(type, order), u32(count, order), field);
    if (!isInside) {
      const padded = Buffer.concat([data, Buffer.alloc(data.length % 2)]);
      behind.push(padded);
      free += padded.length;
    }
  }
  return Buffer.concat([...heads, u32(0, order), ...behind]);
}

/** Returns a TIFF block with the given tags. */
export function tiffBlock({ main = {}, exif, gps }: ExifBlocks, order: ByteOrder = 'MM'): Buffer {
  const pointers = (exifAt: number, gpsAt: number): Tags => ({
    ...main,
    ...(exif && { 34665: exifAt }),
    ...(gps && { 34853: gpsAt }),
  });
  const exifAt = 8 + directory(pointers(1, 1), 8, order).length;
  const exifBytes = exif ? directory(exif, exifAt, order) : Buffer.alloc(0);
  const gpsAt = exifAt + exifBytes.length;
  const gpsBytes = gps ? directory(gps, gpsAt, order) : Buffer.alloc(0);
  const head = Buffer.concat([Buffer.from(order, 'latin1'), u16(42, order), u32(8, order)]);
  return Buffer.concat([head, directory(pointers(exifAt, gpsAt), 8, order), exifBytes, gpsBytes]);
}

/** Inserts a segment at the start of a JPEG: `0xe1` is APP1. */
function withSegment(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.concat([Buffer.from([0xff, marker]), u16(content.length + 2, 'MM')]);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

export const jpegWithExif = (jpeg: Buffer, tiff: Buffer): Buffer =>
  withSegment(jpeg, 0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]));

/** Returns a JPEG with extra segments of 64 KB at its start, which is how depth maps are stored. */
export function jpegWithDepthMap(jpeg: Buffer, segments: number): Buffer {
  const part = Buffer.alloc(65_000);
  part.write('http://ns.adobe.com/xmp/extension/\0', 'latin1');
  return Array.from({ length: segments }).reduce<Buffer>(
    (file) => withSegment(file, 0xe1, part),
    jpeg,
  );
}

export const jpegWithXmp = (jpeg: Buffer, xmp: string): Buffer =>
  withSegment(jpeg, 0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${xmp}`, 'latin1'));

/** Returns an XMP packet with these properties as attributes. */
export const xmpPacket = (properties: Record<string, string>): string =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description ${Object.entries(properties)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')}/></rdf:RDF></x:xmpmeta>`;

/** Returns a PNG with this chunk after its header, the first chunk: 8 bytes of signature, 25 of IHDR. */
function pngWithChunk(png: Buffer, name: string, content: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  return Buffer.concat([
    png.subarray(0, 33),
    u32(content.length, 'MM'),
    chunk,
    u32(crc32(chunk), 'MM'),
    png.subarray(33),
  ]);
}

export const pngWithExif = (png: Buffer, tiff: Buffer): Buffer => pngWithChunk(png, 'eXIf', tiff);

export const pngWithXmp = (png: Buffer, xmp: string): Buffer =>
  pngWithChunk(png, 'iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${xmp}`, 'latin1'));

/** Returns a PNG with EXIF data as hex in a text chunk, like ImageMagick's. */
export function pngWithRawProfile(png: Buffer, tiff: Buffer, name: 'tEXt' | 'zTXt'): Buffer {
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const lines = exif.toString('hex').replace(/.{72}/g, '$&\n');
  const profile = Buffer.from(`\nexif\n${String(exif.length).padStart(8)}\n${lines}\n`, 'latin1');
  const keyword = `Raw profile type exif\0${name === 'zTXt' ? '\0' : ''}`;
  const content = name === 'zTXt' ? deflateSync(profile) : profile;
  return pngWithChunk(png, name, Buffer.concat([Buffer.from(keyword, 'latin1'), content]));
}

/** Returns a WebP of one frame (`VP8 ` or `VP8L`) in the extended format, followed by its EXIF data. */
export function webpWithExif(webp: Buffer, tiff: Buffer, width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) =>
    Buffer.concat([
      Buffer.from(name, 'latin1'),
      u32(data.length, 'II'),
      data,
      Buffer.alloc(data.length % 2),
    ]);
  const u24 = (value: number) => u32(value, 'II').subarray(0, 3);
  const size = Buffer.concat([u24(width - 1), u24(height - 1)]);
  const extended = chunk('VP8X', Buffer.concat([Buffer.from([8, 0, 0, 0]), size]));
  const body = Buffer.concat([
    Buffer.from('WEBP', 'latin1'),
    extended,
    webp.subarray(12),
    chunk('EXIF', tiff),
  ]);
  return chunk('RIFF', body);
}

export const box = (type: string, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([u32(8 + content.length, 'MM'), Buffer.from(type, 'latin1'), content]);
};

/** Returns a HEIC without a picture whose EXIF item follows `gap` bytes. */
export function heicWithExif(tiff: Buffer, gap = 10): Buffer {
  const big16 = (value: number) => u16(value, 'MM');
  const big32 = (value: number) => u32(value, 'MM');
  const text = (value: string) => Buffer.from(value, 'latin1');
  const ftyp = box('ftyp', text('heic'), big32(0), text('mif1'), text('heic'));
  const infe = box('infe', Buffer.from([2, 0, 0, 0]), big16(7), big16(0), text('Exif\0'));
  const item = Buffer.concat([big32(6), text('Exif\0\0'), tiff]);
  const meta = (offset: number) =>
    box(
      'meta',
      big32(0),
      box('hdlr', big32(0), big32(0), text('pict')),
      box('iinf', big32(0), big16(1), infe),
      box(
        'iloc',
        ...[big32(0), Buffer.from([0x44, 0]), big16(1), big16(7), big16(0), big16(1)],
        ...[big32(offset), big32(item.length)],
      ),
    );
  const start = ftyp.length + meta(0).length + 8 + gap;
  return Buffer.concat([ftyp, meta(start), box('mdat', Buffer.alloc(gap), item)]);
}

/** Returns degrees, minutes and seconds to a thousandth of a second. */
export function sexagesimal(degrees: number): [number, number][] {
  const total = Math.round(Math.abs(degrees) * 3_600_000);
  return [
    [Math.floor(total / 3_600_000), 1],
    [Math.floor(total / 60_000) % 60, 1],
    [total % 60_000, 1000],
  ];
}

/** Returns the GPS tags of a position, and of the time of its fix. */
export function gpsTags(position: { latitude: number; longitude: number }, fixedAt?: Date): Tags {
  const clock: [number, number][] | undefined = fixedAt && [
    [fixedAt.getUTCHours(), 1],
    [fixedAt.getUTCMinutes(), 1],
    [fixedAt.getUTCSeconds(), 1],
  ];
  return {
    [gpsTag.latitudeRef]: position.latitude < 0 ? 'S' : 'N',
    [gpsTag.latitude]: sexagesimal(position.latitude),
    [gpsTag.longitudeRef]: position.longitude < 0 ? 'W' : 'E',
    [gpsTag.longitude]: sexagesimal(position.longitude),
    ...(fixedAt &&
      clock && { [gpsTag.dateStamp]: exifDate(fixedAt).slice(0, 10), [gpsTag.timeStamp]: clock }),
  };
}

/** Returns a time as `2026:03:01 12:00:00` in UTC. */
export const exifDate = (at: Date): string =>
  at.toISOString().slice(0, 19).replaceAll('-', ':').replace('T', ' ');

/** Returns a video with these boxes at the end of its `moov`, which must be the last box of `mp4`. */
export function withMovieBoxes(mp4: Buffer, ...boxes: Buffer[]): Buffer {
  const at = mp4.indexOf('moov') - 4;
  const length = mp4.readUInt32BE(at);
  const moov = box('moov', mp4.subarray(at + 8, at + length), ...boxes);
  const isLast = at + length === mp4.length;
  if (!isLast) throw new RangeError('moov is not the last box');
  return Buffer.concat([mp4.subarray(0, at), moov]);
}

/** Returns a `udta` box with `©xyz`. */
export const xyzBox = (text: string): Buffer =>
  box('udta', box('\xa9xyz', u16(text.length, 'MM'), u16(0x15c7, 'MM'), Buffer.from(text)));

/** Returns a `udta` box with the item list of MP4, which has `©xyz`. */
export const itemListBox = (text: string): Buffer => {
  const data = box('data', u32(1, 'MM'), u32(0, 'MM'), Buffer.from(text));
  const hdlr = box('hdlr', u32(0, 'MM'), u32(0, 'MM'), Buffer.from('mdir'), Buffer.alloc(12));
  return box('udta', box('meta', u32(0, 'MM'), hdlr, box('ilst', box('\xa9xyz', data))));
};

/** Returns a `udta` box with `loci` (3GPP TS 26.244, 8.3), whose name is UTF-8 or UTF-16. */
export const lociBox = (
  { latitude, longitude }: { latitude: number; longitude: number },
  name: 'utf-8' | 'utf-16' = 'utf-8',
): Buffer => {
  const degrees = [longitude, latitude, 0].map((value) => Math.round(value * 65_536) >>> 0);
  const text =
    name === 'utf-8' ? Buffer.from('here\0') : Buffer.from('feff0068006500720065' + '0000', 'hex');
  const place = Buffer.concat(degrees.map((value) => u32(value, 'MM')));
  const body = [u32(0, 'MM'), u16(0x15c7, 'MM'), text, Buffer.alloc(1), place];
  return box('udta', box('loci', ...body, Buffer.from('earth\0\0')));
};

/** Returns the `udta` box of a MOV with an XMP packet. */
export const movXmpBox = (xmp: string): Buffer => box('udta', box('XMP_', Buffer.from(xmp)));

/** Returns the box of an MP4 with an XMP packet, for the end of the file. */
export const mp4XmpBox = (xmp: string): Buffer =>
  box('uuid', Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex'), Buffer.from(xmp));

/** Returns QuickTime's `meta` box with these keys. */
export function keysBox(values: Record<string, string>): Buffer {
  const entries = Object.entries(values);
  const keys = entries.map(([name]) => box('mdta', Buffer.from(name)));
  const items = entries.map(([, value], index) => {
    const item = box('data', u32(1, 'MM'), u32(0, 'MM'), Buffer.from(value));
    return Buffer.concat([u32(8 + item.length, 'MM'), u32(index + 1, 'MM'), item]);
  });
  const hdlr = box('hdlr', u32(0, 'MM'), u32(0, 'MM'), Buffer.from('mdta'), Buffer.alloc(12));
  return box(
    'meta',
    hdlr,
    box('keys', u32(0, 'MM'), u32(entries.length, 'MM'), ...keys),
    box('ilst', ...items),
  );
}
