/** Builds HEICs of many tiles, as phones write them. Structure: ISO/IEC 14496-12 and 23008-12, 6.6.2.3. */
import { box } from '../../support/exif-writer.js';
import { recorded } from './media-files.js';

const u16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const text = (value: string) => Buffer.from(value, 'latin1');

/** The box of this type with its head; the first one, at any depth. */
function boxOf(file: Buffer, type: string): Buffer {
  const at = file.indexOf(type, 0, 'latin1') - 4;
  return file.subarray(at, at + file.readUInt32BE(at));
}

/** Side of the recorded tile in pixels. */
const tileSide = 512;

/** The coded picture of the recorded tile, and the configuration of its decoder. */
function recordedTile() {
  const file = recorded.heicTile();
  const iloc = boxOf(file, 'iloc');
  const [base, offset, length] = [20, 26, 30].map((at) => iloc.readUInt32BE(at));
  const start = base! + offset!;
  return { data: file.subarray(start, start + length!), hvcC: boxOf(file, 'hvcC') };
}

export interface GridOptions {
  columns: number;
  rows: number;
  /** Quarter turns against the clock. */
  turns?: 0 | 1 | 2 | 3;
  /** Tiles whose data are replaced by zeros, from 0. */
  damaged?: readonly number[];
  /** Leaves the size of the last box open, so that a cut file has no box that ends behind it. */
  openEnd?: boolean;
}

/** A HEIC of `columns` × `rows` tiles of 512 × 512 pixels. */
export function heicGrid(options: GridOptions): Buffer {
  const { columns, rows, turns = 0, damaged = [], openEnd = false } = options;
  const { data, hvcC } = recordedTile();
  const tiles = Array.from({ length: columns * rows }, (_, index) => index + 2);
  const [width, height] = [columns * tileSide, rows * tileSide];
  const infe = (id: number, type: string, hidden: boolean) =>
    box('infe', Buffer.from([2, 0, 0, hidden ? 1 : 0]), u16(id), u16(0), text(`${type}\0`));
  const ispe = (w: number, h: number) => box('ispe', u32(0), u32(w), u32(h));
  const properties = [
    hvcC,
    ispe(tileSide, tileSide),
    ispe(width, height),
    box('irot', Buffer.from([turns])),
  ];
  const ipma = [
    // Of the grid: its size, and how it is turned.
    Buffer.concat([u16(1), Buffer.from([2, 3, 0x84])]),
    ...tiles.map((id) => Buffer.concat([u16(id), Buffer.from([2, 0x81, 2])])),
  ];
  const grid = Buffer.concat([Buffer.from([0, 0, rows - 1, columns - 1]), u16(width), u16(height)]);
  const item = (id: number, method: number, offset: number, length: number) =>
    Buffer.concat([u16(id), u16(method), u16(0), u16(1), u32(offset), u32(length)]);
  const ftyp = box('ftyp', text('heic'), u32(0), text('mif1heicmiaf'));
  const metaFor = (start: number) =>
    box(
      'meta',
      u32(0),
      box('hdlr', u32(0), u32(0), text('pict'), Buffer.alloc(13)),
      box('pitm', u32(0), u16(1)),
      box(
        'iloc',
        ...[Buffer.from([1, 0, 0, 0, 0x44, 0]), u16(tiles.length + 1)],
        item(1, 1, 0, grid.length),
        ...tiles.map((id, index) => item(id, 0, start + index * data.length, data.length)),
      ),
      box(
        'iinf',
        ...[u32(0), u16(tiles.length + 1), infe(1, 'grid', false)],
        ...tiles.map((id) => infe(id, 'hvc1', true)),
      ),
      box('iref', u32(0), box('dimg', u16(1), u16(tiles.length), ...tiles.map(u16))),
      box('iprp', box('ipco', ...properties), box('ipma', u32(0), u32(ipma.length), ...ipma)),
      box('idat', grid),
    );
  const meta = metaFor(ftyp.length + metaFor(0).length + 8);
  const coded = tiles.map((_, index) =>
    damaged.includes(index) ? Buffer.alloc(data.length) : data,
  );
  const mdat = box('mdat', ...coded);
  if (openEnd) mdat.writeUInt32BE(0, 0);
  return Buffer.concat([ftyp, meta, mdat]);
}
