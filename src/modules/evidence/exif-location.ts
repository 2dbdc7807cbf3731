import type { MediaType } from './media-types.js';

/**
 * Reads part of a file; fewer bytes than asked for come back at its end, none beyond it.
 * Throws when the budget of the probe is used up.
 */
export type ReadAt = (offset: number, length: number) => Promise<Buffer>;

/** Largest EXIF block that is looked at; a JPEG segment cannot hold more than 64 KiB. */
const exifBytesMax = 256 * 1024;
const metaBytesMax = 512 * 1024;
const boxesMax = 64;

const tiffStart = /^(II\*\0|MM\0\*)/;

/** Cuts what precedes the TIFF header (`Exif\0\0` or nothing). */
function tiffOf(block: Buffer): Buffer | null {
  for (const skip of [0, 6]) {
    if (tiffStart.test(block.toString('latin1', skip, skip + 4))) return block.subarray(skip);
  }
  return null;
}

async function inJpeg(read: ReadAt): Promise<Buffer | null> {
  let offset = 2;
  for (let segments = 0; segments < boxesMax; segments++) {
    const head = await read(offset, 10);
    if (head.length < 10 || head[0] !== 0xff) return null;
    const marker = head[1]!;
    // Fill bytes may precede a marker.
    if (marker === 0xff) {
      offset += 1;
      continue;
    }
    // Pictures start at SOS; application segments come before it.
    if (marker === 0xda || marker === 0xd9) return null;
    const length = head.readUInt16BE(2);
    if (length < 2) return null;
    if (marker === 0xe1 && head.toString('latin1', 4, 10) === 'Exif\0\0') {
      return tiffOf(await read(offset + 4, length - 2));
    }
    offset += 2 + length;
  }
  return null;
}

/** Finds a chunk of a PNG (`eXIf`, any order) or of a WebP (`EXIF`, usually the last). */
async function inChunks(
  read: ReadAt,
  layout: { start: number; wanted: string; padded: boolean; big: boolean; trailer: number },
): Promise<Buffer | null> {
  let offset = layout.start;
  for (;;) {
    const head = await read(offset, 8);
    if (head.length < 8) return null;
    const length = layout.big ? head.readUInt32BE(0) : head.readUInt32LE(4);
    const name = head.toString('latin1', layout.big ? 4 : 0, layout.big ? 8 : 4);
    if (name === layout.wanted) {
      return length > exifBytesMax ? null : tiffOf(await read(offset + 8, length));
    }
    offset += 8 + length + (layout.padded ? length % 2 : 0) + layout.trailer;
  }
}

interface Box {
  type: string;
  /** Offset of the contents, and of the byte after them. */
  start: number;
  end: number;
}

function boxHead(head: Buffer, at: number): Box | null {
  if (head.length < 8) return null;
  const type = head.toString('latin1', 4, 8);
  const short = head.readUInt32BE(0);
  if (short === 1) {
    if (head.length < 16) return null;
    const long = head.readBigUInt64BE(8);
    if (long < 16n || long > BigInt(Number.MAX_SAFE_INTEGER)) return null;
    return { type, start: at + 16, end: at + Number(long) };
  }
  return short < 8 ? null : { type, start: at + 8, end: at + short };
}

function childBox(parent: Buffer, from: number, type: string): Buffer | null {
  let at = from;
  for (let boxes = 0; boxes < boxesMax; boxes++) {
    const box = boxHead(parent.subarray(at, at + 16), at);
    if (!box) return null;
    if (box.type === type) return parent.subarray(box.start, box.end);
    at = box.end;
  }
  return null;
}

/** Id of the item whose type is `Exif` in an `iinf` box (ISO/IEC 14496-12). */
function exifItemId(iinf: Buffer): number | null {
  const wide = iinf[0]! > 0;
  const count = wide ? iinf.readUInt32BE(4) : iinf.readUInt16BE(4);
  let at = wide ? 8 : 6;
  for (let entry = 0; entry < count; entry++) {
    const box = boxHead(iinf.subarray(at, at + 16), at);
    if (!box) return null;
    const version = iinf[box.start]!;
    const idBytes = version === 3 ? 4 : 2;
    const typeAt = box.start + 4 + idBytes + 2;
    if (version >= 2 && iinf.toString('latin1', typeAt, typeAt + 4) === 'Exif') {
      return iinf.readUIntBE(box.start + 4, idBytes);
    }
    at = box.end;
  }
  return null;
}

/** First extent of an item in an `iloc` box, for items that lie in the file itself. */
function itemExtent(iloc: Buffer, wanted: number): { offset: number; length: number } | null {
  const version = iloc[0]!;
  const [offsetBytes, lengthBytes] = [iloc[4]! >> 4, iloc[4]! & 15];
  const [baseBytes, indexBytes] = [iloc[5]! >> 4, version > 0 ? iloc[5]! & 15 : 0];
  let at = 6;
  const take = (bytes: number): number => {
    if (bytes === 0) return 0;
    const value = bytes === 8 ? Number(iloc.readBigUInt64BE(at)) : iloc.readUIntBE(at, bytes);
    at += bytes;
    return value;
  };
  const count = take(version === 2 ? 4 : 2);
  for (let item = 0; item < count; item++) {
    const id = take(version === 2 ? 4 : 2);
    const method = version > 0 ? take(2) & 15 : 0;
    take(2);
    const base = take(baseBytes);
    const extents = take(2);
    for (let extent = 0; extent < extents; extent++) {
      take(indexBytes);
      const offset = base + take(offsetBytes);
      const length = take(lengthBytes);
      if (id === wanted) return method === 0 ? { offset, length } : null;
    }
  }
  return null;
}

async function inHeic(read: ReadAt): Promise<Buffer | null> {
  let at = 0;
  for (let boxes = 0; boxes < boxesMax; boxes++) {
    const box = boxHead(await read(at, 16), at);
    if (!box) return null;
    if (box.type !== 'meta') {
      at = box.end;
      continue;
    }
    if (box.end - box.start > metaBytesMax) return null;
    const meta = await read(box.start, box.end - box.start);
    const iinf = childBox(meta, 4, 'iinf');
    const iloc = childBox(meta, 4, 'iloc');
    const id = iinf && exifItemId(iinf);
    const extent = iloc && id !== null && itemExtent(iloc, id);
    if (!extent || extent.length > exifBytesMax || extent.length < 8) return null;
    const item = await read(extent.offset, extent.length);
    // The item starts with the distance from here to its TIFF header.
    return tiffOf(item.subarray(4 + item.readUInt32BE(0)));
  }
  return null;
}

/**
 * The TIFF block that holds a picture's EXIF data, wherever its container keeps it.
 *
 * @returns null when the file has none or is damaged before it
 * @throws what `read` throws, RangeError on a damaged container
 */
export async function findExif(type: MediaType, read: ReadAt): Promise<Buffer | null> {
  switch (type) {
    case 'image/jpeg':
      return inJpeg(read);
    case 'image/png':
      return inChunks(read, { start: 8, wanted: 'eXIf', padded: false, big: true, trailer: 4 });
    case 'image/webp':
      return inChunks(read, { start: 12, wanted: 'EXIF', padded: true, big: false, trailer: 0 });
    case 'image/heic':
      return inHeic(read);
    default:
      return null;
  }
}
