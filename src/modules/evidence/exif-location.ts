import { inflateSync } from 'node:zlib';
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

/** Blocks of metadata in a picture; null where it has none. */
export interface MetadataBlocks {
  /** The TIFF block with the EXIF data. */
  exif: Buffer | null;
  xmp: Buffer | null;
}
const noBlocks: MetadataBlocks = { exif: null, xmp: null };

const xmpSignature = 'http://ns.adobe.com/xap/1.0/\0';
const segmentsMax = 256;
const strayBytesMax = 4096;

/** Reads nothing where the budget is used up, so that what was found before it counts. */
const orNothing =
  (read: ReadAt): ReadAt =>
  (offset, length) =>
    read(offset, length).catch((error) => {
      if (error instanceof RangeError) return Buffer.alloc(0);
      throw error;
    });

async function inJpeg(unguarded: ReadAt): Promise<MetadataBlocks> {
  // Colour profiles and depth maps of several megabytes can follow the EXIF data.
  const read = orNothing(unguarded);
  const found = { ...noBlocks };
  let offset = 2;
  let stray = 0;
  for (let segments = 0; segments < segmentsMax && !(found.exif && found.xmp); segments++) {
    const head = await read(offset, 4);
    if (head.length < 4) return found;
    // Fill bytes and stray bytes can precede a marker.
    if (head[0] !== 0xff || head[1] === 0xff) {
      const part = await read(offset, strayBytesMax);
      const next = part.findIndex(
        (byte, at) => byte === 0xff && (part[at + 1] ?? 0) >= 0xc0 && part[at + 1] !== 0xff,
      );
      if (next < 0 || ++stray > boxesMax) return found;
      offset += next;
      continue;
    }
    const marker = head[1]!;
    // Pictures start at SOS; application segments come before it.
    if (marker === 0xda || marker === 0xd9) return found;
    const length = head.readUInt16BE(2);
    if (length < 2) return found;
    if (marker === 0xe1) {
      // Most of a segment of another kind, such as a part of a depth map, is not read.
      const name = (await read(offset + 4, xmpSignature.length)).toString('latin1');
      if (!found.exif && name.startsWith('Exif\0')) {
        found.exif = tiffOf(await read(offset + 4, length - 2));
      }
      if (!found.xmp && name === xmpSignature) {
        found.xmp = (await read(offset + 4, length - 2)).subarray(name.length);
      }
    }
    offset += 2 + length;
  }
  return found;
}

interface ChunkLayout {
  start: number;
  exif: string;
  xmp: string;
  padded: boolean;
  big: boolean;
  trailer: number;
}

const pngXmpKeyword = 'XML:com.adobe.xmp\0';

/** EXIF data as hex in a text chunk of a PNG, as ImageMagick writes them; null for any other text. */
function tiffOfRawProfile(chunk: Buffer, isCompressed: boolean): Buffer | null {
  const keyword = /^Raw profile type (?:exif|APP1)\0/.exec(chunk.toString('latin1', 0, 32));
  if (!keyword) return null;
  const options = { maxOutputLength: 2 * exifBytesMax + 1024 };
  // One byte names the method of compression.
  const content = chunk.subarray(keyword[0].length + (isCompressed ? 1 : 0));
  try {
    const text = (isCompressed ? inflateSync(content, options) : content).toString('latin1');
    // A line with the name and a line with the length precede the hex.
    const hex = /^\n\w+\n\s*\d+\n([\da-f\s]*)$/i.exec(text);
    return hex && tiffOf(Buffer.from(hex[1]!.replace(/\s/g, ''), 'hex'));
  } catch {
    return null;
  }
}

/** Reads the chunks of a PNG (`eXIf` and `iTXt`, any order) or of a WebP (`EXIF` and `XMP `, usually last). */
async function inChunks(unguarded: ReadAt, layout: ChunkLayout): Promise<MetadataBlocks> {
  // A chunk of a damaged file can be too far away to be read.
  const read = orNothing(unguarded);
  const found = { ...noBlocks };
  let offset = layout.start;
  while (!found.exif || !found.xmp) {
    const head = await read(offset, 8);
    if (head.length < 8) break;
    const length = layout.big ? head.readUInt32BE(0) : head.readUInt32LE(4);
    const name = head.toString('latin1', layout.big ? 4 : 0, layout.big ? 8 : 4);
    if (length <= exifBytesMax) {
      if (name === layout.exif) found.exif ??= tiffOf(await read(offset + 8, length));
      if (layout.big && (name === 'zTXt' || name === 'tEXt')) {
        found.exif ??= tiffOfRawProfile(await read(offset + 8, length), name === 'zTXt');
      }
      if (name === layout.xmp) {
        const block = await read(offset + 8, length);
        const isXmp =
          !layout.big || block.toString('latin1', 0, pngXmpKeyword.length) === pngXmpKeyword;
        if (isXmp) found.xmp ??= block;
      }
    }
    offset += 8 + length + (layout.padded ? length % 2 : 0) + layout.trailer;
  }
  return found;
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

interface ItemIds {
  exif: number | null;
  xmp: number | null;
}

/** Ids of the items with EXIF and XMP in an `iinf` box (ISO/IEC 14496-12). */
function metadataItemIds(iinf: Buffer): ItemIds {
  const found: ItemIds = { exif: null, xmp: null };
  const wide = iinf[0]! > 0;
  const count = wide ? iinf.readUInt32BE(4) : iinf.readUInt16BE(4);
  let at = wide ? 8 : 6;
  for (let entry = 0; entry < count; entry++) {
    const box = boxHead(iinf.subarray(at, at + 16), at);
    if (!box) return found;
    const version = iinf[box.start]!;
    const idBytes = version === 3 ? 4 : 2;
    const typeAt = box.start + 4 + idBytes + 2;
    const type = version >= 2 ? iinf.toString('latin1', typeAt, typeAt + 4) : '';
    if (type === 'Exif') found.exif ??= iinf.readUIntBE(box.start + 4, idBytes);
    if (
      type === 'mime' &&
      iinf.toString('latin1', typeAt, box.end).includes('application/rdf+xml')
    ) {
      found.xmp ??= iinf.readUIntBE(box.start + 4, idBytes);
    }
    at = box.end;
  }
  return found;
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

/** The TIFF block of an item, which starts with the distance from here to its TIFF header. */
function tiffOfItem(item: Buffer): Buffer | null {
  if (item.length < 8) return null;
  return tiffOf(item.subarray(4 + item.readUInt32BE(0))) ?? tiffOf(item.subarray(4));
}

async function inHeic(read: ReadAt): Promise<MetadataBlocks> {
  let at = 0;
  for (let boxes = 0; boxes < boxesMax; boxes++) {
    const box = boxHead(await read(at, 16), at);
    if (!box) return noBlocks;
    if (box.type !== 'meta') {
      at = box.end;
      continue;
    }
    if (box.end - box.start > metaBytesMax) return noBlocks;
    const meta = await read(box.start, box.end - box.start);
    const iinf = childBox(meta, 4, 'iinf');
    const iloc = childBox(meta, 4, 'iloc');
    if (!iinf || !iloc) return noBlocks;
    const ids = metadataItemIds(iinf);
    const readItem = async (id: number | null) => {
      const extent = id === null ? null : itemExtent(iloc, id);
      if (!extent || extent.length > exifBytesMax) return null;
      return read(extent.offset, extent.length);
    };
    const exif = await readItem(ids.exif);
    return { exif: exif && tiffOfItem(exif), xmp: await readItem(ids.xmp) };
  }
  return noBlocks;
}

/**
 * The EXIF and XMP blocks of a picture, wherever its container keeps them.
 *
 * @returns nulls when the file has none or is damaged before it
 * @throws what `read` throws, RangeError on a damaged container
 */
export async function findMetadata(type: MediaType, read: ReadAt): Promise<MetadataBlocks> {
  switch (type) {
    case 'image/jpeg':
      return inJpeg(read);
    case 'image/png':
      return inChunks(read, {
        start: 8,
        exif: 'eXIf',
        xmp: 'iTXt',
        padded: false,
        big: true,
        trailer: 4,
      });
    case 'image/webp':
      return inChunks(read, {
        start: 12,
        exif: 'EXIF',
        xmp: 'XMP ',
        padded: true,
        big: false,
        trailer: 0,
      });
    case 'image/heic':
      return inHeic(read);
    default:
      return noBlocks;
  }
}
