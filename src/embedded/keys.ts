/**
 * The one order of values.
 *
 * MongoDB orders values of all types: first by type, then within the type. Here that order exists
 * once, as a function from a value to bytes, such that comparing the bytes is comparing the values.
 * The matcher, the sort and the index keys all compare those bytes, so they cannot disagree; `order`
 * only shortens the way for equal types where the answer is plainly the same.
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
import { bsonType, Double, isDoc, type Raw, type Value } from './bson.js';

/** What an index or a sort sees where the path ends in an empty array. */
export const emptyArray = Symbol('empty array');
export type KeyValue = Value | undefined | typeof emptyArray;

export const tag = {
  minKey: 1,
  emptyArray: 2,
  null: 3,
  number: 4,
  string: 5,
  object: 6,
  array: 7,
  binary: 8,
  objectId: 9,
  boolean: 10,
  date: 11,
  timestamp: 12,
  regex: 13,
  code: 14,
  maxKey: 15,
} as const;

const rawTags: Record<number, number> = {
  [bsonType.binary]: tag.binary,
  [bsonType.objectId]: tag.objectId,
  [bsonType.date]: tag.date,
  [bsonType.regex]: tag.regex,
  [bsonType.code]: tag.code,
  [bsonType.timestamp]: tag.timestamp,
  [bsonType.minKey]: tag.minKey,
  [bsonType.maxKey]: tag.maxKey,
};

/** The place of a value's type in the order. Only values of one tag compare in `$lt` and its like. */
export function tagOf(value: KeyValue): number {
  if (value === null || value === undefined) return tag.null;
  if (value === emptyArray) return tag.emptyArray;
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return tag.number;
    case 'string':
      return tag.string;
    case 'boolean':
      return tag.boolean;
  }
  if (value instanceof Double) return tag.number;
  if (Array.isArray(value)) return tag.array;
  if (isDoc(value)) return tag.object;
  return rawTags[value.type]!;
}

let bytes = Buffer.allocUnsafe(64 * 1024);
let used = 0;

function room(length: number): void {
  if (used + length <= bytes.length) return;
  const larger = Buffer.allocUnsafe(Math.max(bytes.length * 2, used + length));
  bytes.copy(larger, 0, 0, used);
  bytes = larger;
}

/** The bytes of one value. */
export function keyOf(value: KeyValue): Buffer {
  used = 0;
  write(value);
  return Buffer.from(bytes.subarray(0, used));
}

/** The bytes of a compound key; the parts whose direction is -1 are inverted. */
export function compoundKey(values: readonly KeyValue[], directions: readonly number[]): Buffer {
  used = 0;
  for (let i = 0; i < values.length; i += 1) {
    const start = used;
    write(values[i]);
    if (directions[i]! < 0) invert(bytes, start, used);
  }
  return Buffer.from(bytes.subarray(0, used));
}

export function invert(target: Buffer, start: number, end: number): void {
  for (let i = start; i < end; i += 1) target[i] = 255 - target[i]!;
}

/** How `value` stands to the value whose bytes are `key`: negative, 0 or positive. */
export function orderToKey(value: KeyValue, key: Buffer): number {
  used = 0;
  write(value);
  return bytes.compare(key, 0, key.length, 0, used);
}

/** Negative, 0 or positive as `a` stands before, with or after `b`. */
export function order(a: KeyValue, b: KeyValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && a === b) return 0;
  return orderToKey(a, keyOf(b));
}

export function equal(a: KeyValue, b: KeyValue): boolean {
  return order(a, b) === 0;
}

function write(value: KeyValue): void {
  room(16);
  bytes[used++] = tagOf(value);
  writePayload(value);
}

function writePayload(value: KeyValue): void {
  if (value === null || value === undefined || value === emptyArray) return;
  switch (typeof value) {
    case 'number':
      writeDouble(value, 0);
      return;
    case 'bigint':
      writeLong(value);
      return;
    case 'string':
      writeText(value);
      return;
    case 'boolean':
      room(1);
      bytes[used++] = value ? 1 : 0;
      return;
  }
  if (value instanceof Double) {
    writeDouble(value.value, 0);
  } else if (Array.isArray(value)) {
    for (const item of value) write(item);
    room(1);
    bytes[used++] = 0;
  } else if (isDoc(value)) {
    for (const [name, item] of value) {
      room(1);
      bytes[used++] = tagOf(item);
      writeText(name);
      writePayload(item);
    }
    room(1);
    bytes[used++] = 0;
  } else {
    writeRaw(value);
  }
}

function writeDouble(value: number, distance: number): void {
  room(10);
  if (Number.isNaN(value)) bytes.fill(0, used, used + 8);
  else {
    bytes.writeDoubleBE(value + 0, used);
    if (bytes[used]! & 0x80) invert(bytes, used, used + 8);
    else bytes[used] = bytes[used]! | 0x80;
  }
  bytes.writeUInt16BE(distance, used + 8);
  used += 10;
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

function writeText(text: string): void {
  room(text.length * 3 + 2);
  const start = used;
  used += bytes.write(text, used);
  endText(start);
}

/** Escape the zeros between `start` and `used`, and end the text. */
function endText(start: number): void {
  if (bytes.subarray(start, used).includes(0)) {
    const plain = Buffer.from(bytes.subarray(start, used));
    room(plain.length * 2 + 2);
    used = start;
    for (const byte of plain) {
      bytes[used++] = byte;
      if (byte === 0) bytes[used++] = 255;
    }
  }
  bytes[used++] = 0;
  bytes[used++] = 1;
}

function writeRaw(value: Raw): void {
  const from = value.bytes;
  room(from.length * 2 + 16);
  switch (value.type) {
    case bsonType.date:
      used = bytes.writeBigInt64BE(from.readBigInt64LE(), used);
      bytes[used - 8] = bytes[used - 8]! ^ 0x80;
      return;
    case bsonType.timestamp:
      used = bytes.writeBigUInt64BE(from.readBigUInt64LE(), used);
      return;
    case bsonType.binary:
      used = bytes.writeUInt32BE(from.length - 5, used);
      used += from.copy(bytes, used, 4);
      return;
    case bsonType.regex: {
      const split = from.indexOf(0);
      for (const part of [from.subarray(0, split), from.subarray(split + 1, -1)]) {
        const start = used;
        used += part.copy(bytes, used);
        endText(start);
      }
      return;
    }
    case bsonType.code: {
      const start = used;
      used += from.copy(bytes, used, 4, from.length - 1);
      endText(start);
      return;
    }
    default:
      used += from.copy(bytes, used);
  }
}
