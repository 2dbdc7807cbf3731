/** One value of a TIFF directory: its text, or its numbers. A rational with the denominator 0 is NaN. */
export interface TiffValue {
  text: string;
  numbers: number[];
}
export type TiffDirectory = ReadonlyMap<number, TiffValue>;

/** Bytes of a value by its type (TIFF 6.0, section 2); 13 is IFD of its first supplement. */
const typeBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4];
/** Text in UTF-8 (Exif 3.0, 4.6.2). */
const utf8Type = 129;
const entriesMax = 512;
const valuesMax = 16;
const textBytesMax = 128;

/**
 * Reads a directory of a TIFF block. An entry that is damaged or of an unknown type is left out, and all others
 * are read: cameras write such entries.
 */
export function readDirectory(tiff: Buffer, offset: number): TiffDirectory {
  const found = new Map<number, TiffValue>();
  const isLittle = tiff[0] === 0x49;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const u16 = (at: number) => view.getUint16(at, isLittle);
  const u32 = (at: number) => view.getUint32(at, isLittle);
  const i32 = (at: number) => view.getInt32(at, isLittle);
  const numberAt: Record<number, (at: number) => number> = {
    1: (at) => view.getUint8(at),
    3: u16,
    4: u32,
    5: (at) => ratio(u32(at), u32(at + 4)),
    6: (at) => view.getInt8(at),
    8: (at) => view.getInt16(at, isLittle),
    9: i32,
    10: (at) => ratio(i32(at), i32(at + 4)),
    11: (at) => view.getFloat32(at, isLittle),
    12: (at) => view.getFloat64(at, isLittle),
    13: u32,
  };
  if (offset + 2 > tiff.length) return found;
  const count = Math.min(u16(offset), entriesMax);
  for (let entry = 0; entry < count; entry++) {
    const at = offset + 2 + 12 * entry;
    if (at + 12 > tiff.length) break;
    const [tag, type, values] = [u16(at), u16(at + 2), u32(at + 4)];
    const each = type === utf8Type ? 1 : (typeBytes[type] ?? 0);
    const bytes = each * values;
    const start = bytes <= 4 ? at + 8 : u32(at + 8);
    if (each === 0 || values === 0 || start + bytes > tiff.length || found.has(tag)) continue;
    const read = numberAt[type];
    const text = tiff.toString('latin1', start, start + Math.min(bytes, textBytesMax));
    const numbers = read
      ? Array.from({ length: Math.min(values, valuesMax) }, (_, index) =>
          read(start + index * each),
        )
      : [];
    found.set(tag, { text: each === 1 ? text.split('\0', 1)[0]!.trim() : '', numbers });
  }
  return found;
}

const ratio = (numerator: number, denominator: number) =>
  denominator === 0 ? Number.NaN : numerator / denominator;

/** Offset of the first directory of a TIFF block. */
export const firstDirectory = (tiff: Buffer): number =>
  tiff.length < 8 ? 0 : tiff[0] === 0x49 ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
