/**
 * The one order of values.
 *
 * MongoDB orders values of all types: first by type, then within the type. Here that order exists
 * once, as a function from a value to bytes, such that comparing the bytes is comparing the values.
 * The matcher, the sort and the index keys all compare those bytes, so they cannot disagree; `order`
 * only shortens the way where the answer is plainly the same.
 *
 * Every encoding begins with its type's tag and is prefix-free (it ends itself), so encodings
 * can be put one after another for compound keys, and inverted byte by byte for descending ones:
 *
 * - numbers: the greatest double that is not above the value, as 8 sortable bytes, then the integer
 *   distance from it in 2 bytes. It is zero but for int64 beyond 2^53, where doubles lie at most 1024
 *   apart. So 2^53 + 1 stands between its neighbours, and 1, 1.0 and int64 1 are the same bytes.
 *   NaN comes before all others; -0 is 0.
 * - strings, names, patterns: UTF-8 with 00 written as 00 FF, ended by 00 01.
 * - documents: for each field its tag, its name, its value; arrays: tag and value; ended by 00,
 *   which is below every tag, so that a prefix comes first.
 * - binary: length, subtype, bytes. Dates: signed 64 bits; timestamps: unsigned.
 *
 * A missing value is null here, as MongoDB's indexes and sorts have it, and an empty array stands
 * below null (MongoDB indexes it as `undefined`).
 */
import { Double, isDoc, Raw, rawType, Scratch, type Value } from './bson.js';

/** What an index or a sort sees where the path ends in an empty array. */
export const emptyArray = Symbol('empty array');
export type KeyValue = Value | undefined | typeof emptyArray;

const tags = {
  emptyArray: 2,
  null: 3,
  number: 4,
  string: 5,
  object: 6,
  array: 7,
  boolean: 10,
} as const;
/** By type byte of `Raw`: minKey 1, binary 8, ObjectId 9, date 11, timestamp 12, regex 13, code 14, maxKey 15. */
const rawTags: Record<number, number> = {
  255: 1,
  5: 8,
  7: 9,
  9: 11,
  17: 12,
  11: 13,
  13: 14,
  127: 15,
};
export const numberTag = tags.number;

/** The place of a value's type in the order. Only values of one tag compare in `$lt` and its like. */
export function tagOf(value: KeyValue): number {
  if (value === null || value === undefined) return tags.null;
  if (value === emptyArray) return tags.emptyArray;
  if (value instanceof Raw) return rawTags[value.type]!;
  if (value instanceof Double || typeof value === 'number' || typeof value === 'bigint')
    return tags.number;
  if (typeof value === 'string') return tags.string;
  if (typeof value === 'boolean') return tags.boolean;
  return isDoc(value) ? tags.object : tags.array;
}

/** Whether a tag is that of MinKey or MaxKey, which compare with values of every type. */
export function isExtremeTag(tag: number): boolean {
  return tag === rawTags[255] || tag === rawTags[127];
}

const out = new Scratch();

/** The bytes of one value. */
export function keyOf(value: KeyValue): Buffer {
  out.used = 0;
  write(value);
  return out.take();
}

/** The bytes of a compound key; the parts whose direction is -1 are inverted. */
export function compoundKey(values: readonly KeyValue[], directions: readonly number[]): Buffer {
  out.used = 0;
  for (let i = 0; i < values.length; i += 1) {
    const start = out.used;
    write(values[i]);
    if (directions[i]! < 0) invert(out.bytes, start, out.used);
  }
  return out.take();
}

export function invert(target: Buffer, start: number, end: number): void {
  for (let i = start; i < end; i += 1) target[i] = 255 - target[i]!;
}

/** How `value` stands to the value whose bytes are `key`: negative, 0 or positive. */
export function orderToKey(value: KeyValue, key: Buffer): number {
  out.used = 0;
  write(value);
  return out.bytes.compare(key, 0, key.length, 0, out.used);
}

/** Negative, 0 or positive as `a` stands before, with or after `b`. */
export function order(a: KeyValue, b: KeyValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return typeof a === 'string' && a === b ? 0 : orderToKey(a, keyOf(b));
}

export function equal(a: KeyValue, b: KeyValue): boolean {
  return order(a, b) === 0;
}

function write(value: KeyValue): void {
  writeByte(tagOf(value));
  writePayload(value);
}

function writeByte(byte: number): void {
  out.room(1);
  out.bytes[out.used++] = byte;
}

function writePayload(value: KeyValue): void {
  if (value === null || value === undefined || value === emptyArray) return;
  if (typeof value === 'number') writeDouble(value, 0);
  else if (typeof value === 'string') writeText(Buffer.from(value));
  else if (typeof value === 'boolean') writeByte(value ? 1 : 0);
  else if (typeof value === 'bigint') writeLong(value);
  else if (value instanceof Double) writeDouble(value.value, 0);
  else if (value instanceof Raw) writeRaw(value);
  else {
    if (Array.isArray(value)) for (const item of value) write(item);
    else {
      for (const [name, item] of value) {
        writeByte(tagOf(item));
        writeText(Buffer.from(name));
        writePayload(item);
      }
    }
    writeByte(0);
  }
}

function writeDouble(value: number, distance: number): void {
  out.room(10);
  const { bytes, used } = out;
  if (Number.isNaN(value)) bytes.fill(0, used, used + 8);
  else {
    bytes.writeDoubleBE(value + 0, used);
    if (bytes[used]! & 0x80) invert(bytes, used, used + 8);
    else bytes[used]! |= 0x80;
  }
  out.used = bytes.writeUInt16BE(distance, used + 8);
}

const view = new DataView(new ArrayBuffer(8));

function writeLong(value: bigint): void {
  let below = Number(value);
  if (BigInt(below) > value) {
    view.setFloat64(0, below);
    view.setBigInt64(0, view.getBigInt64(0) + (below > 0 ? -1n : 1n));
    below = view.getFloat64(0);
  }
  writeDouble(below, Number(value - BigInt(below)));
}

function writeText(text: Buffer): void {
  out.room(text.length * 2 + 2);
  if (!text.includes(0)) out.used += text.copy(out.bytes, out.used);
  else {
    for (const byte of text) {
      out.bytes[out.used++] = byte;
      if (byte === 0) out.bytes[out.used++] = 255;
    }
  }
  out.bytes[out.used++] = 0;
  out.bytes[out.used++] = 1;
}

function writeRaw({ type, bytes }: Raw): void {
  out.room(bytes.length + 8);
  if (type === rawType.date) {
    out.used = out.bytes.writeBigUInt64BE(bytes.readBigUInt64LE() ^ (1n << 63n), out.used);
  } else if (type === rawType.timestamp) {
    out.used = out.bytes.writeBigUInt64BE(bytes.readBigUInt64LE(), out.used);
  } else if (type === rawType.regex) {
    const split = bytes.indexOf(0);
    writeText(bytes.subarray(0, split));
    writeText(bytes.subarray(split + 1, -1));
  } else if (type === rawType.code) {
    writeText(bytes.subarray(4, -1));
  } else {
    const binary = type === rawType.binary;
    if (binary) out.used = out.bytes.writeUInt32BE(bytes.length - 5, out.used);
    out.used += bytes.copy(out.bytes, out.used, binary ? 4 : 0);
  }
}
