/**
 * The one order of values.
 *
 * MongoDB orders values of all types: first by type, then within the type. Here that order exists
 * once, as a function from a value to bytes, such that comparing the bytes is comparing the values.
 * The matcher, the sort and the index keys all compare those bytes, so they cannot disagree.
 *
 * Every encoding begins with its type's tag and is prefix-free (it ends itself), so encodings
 * can be put one after another for compound keys, and inverted byte by byte for descending ones:
 *
 * - numbers: the nearest double as 8 sortable bytes (NaN before all others, -0 as 0), then 2 bytes of
 *   zero: 1, 1.0 and int64 1 are the same bytes. Int64 beyond 2^53 may differ from their nearest
 *   double, by at most 512: this distance is added to the 10 bytes taken as one integer, so that
 *   2^53 + 1 stands between its neighbours.
 * - strings, names, code: UTF-8 with 00 written as 00 02, ended by 00 01; patterns as they are stored.
 * - documents: for each field its tag, its name, its value; arrays: tag and value; ended by 00,
 *   which is below every tag, so that a prefix comes first.
 * - binary: length, subtype, bytes. Dates: signed 64 bits; timestamps: unsigned.
 *
 * A missing value is null here, as MongoDB's indexes and sorts have it, and an empty array stands
 * below null (MongoDB indexes it as `undefined`).
 */
import { Double, Raw, rawType, Scratch, typeOf, types, type Value } from './bson.js';

/** What an index or a sort sees where the path ends in an empty array. */
export const emptyArray = Symbol('empty array');
export type KeyValue = Value | undefined | typeof emptyArray;

const emptyArrayTag = 2;

/** The place of a value's type in the order. Only values of one tag compare in `$lt` and its like. */
export function tagOf(value: KeyValue): number {
  return value === emptyArray ? emptyArrayTag : types[typeOf(value ?? null)]!.order;
}

/** Whether a tag is that of MinKey or MaxKey, which compare with values of every type. */
export function isExtremeTag(tag: number): boolean {
  return tag === types[255]!.order || tag === types[127]!.order;
}

const out = new Scratch();

/** The bytes of one value. */
export const keyOf = (value: KeyValue): Buffer => compoundKey([value], [1]);

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

function invert(target: Buffer, start: number, end: number): void {
  for (let i = start; i < end; i += 1) target[i] = 255 - target[i]!;
}

/** How `value` stands to the value whose bytes are `key`: negative, 0 or positive. */
export function orderToKey(value: KeyValue, key: Buffer): number {
  out.used = 0;
  write(value);
  return out.bytes.compare(key, 0, key.length, 0, out.used);
}

/** Negative, 0 or positive as `a` stands before, with or after `b`. */
export const order = (a: KeyValue, b: KeyValue): number => orderToKey(a, keyOf(b));

export const equal = (a: KeyValue, b: KeyValue): boolean => a === b || order(a, b) === 0;

/** @param name that of the field, for one of a document */
function write(value: KeyValue, name?: string): void {
  out.byte(tagOf(value));
  if (name !== undefined) writeText(name);
  if (value === null || value === undefined || value === emptyArray) return;
  if (typeof value === 'number') {
    writeNumber(value, 0);
  } else if (typeof value === 'string') {
    writeText(value);
  } else if (typeof value === 'boolean') {
    out.byte(value ? 1 : 0);
  } else if (typeof value === 'bigint') {
    writeLong(value);
  } else if (value instanceof Double) {
    writeNumber(value.value, 0);
  } else if (value instanceof Raw) {
    writeRaw(value);
  } else {
    if (Array.isArray(value)) {
      for (const item of value) write(item);
    } else {
      for (const [field, item] of value) write(item, field);
    }
    out.byte(0);
  }
}

function writeLong(value: bigint): void {
  const nearest = Number(value);
  writeNumber(nearest, Number(value - BigInt(nearest)));
}

function writeNumber(nearest: number, distance: number): void {
  out.room(10);
  const { bytes, used } = out;
  if (Number.isNaN(nearest)) {
    bytes.fill(0, used, used + 8);
  } else {
    bytes.writeDoubleBE(nearest + 0, used);
    if (bytes[used]! & 0x80) {
      invert(bytes, used, used + 8);
    } else {
      bytes[used]! |= 0x80;
    }
  }
  if (distance < 0) bytes.writeBigUInt64BE(bytes.readBigUInt64BE(used) - 1n, used);
  out.used = bytes.writeUInt16BE(distance & 0xffff, used + 8);
}

function writeText(text: string): void {
  out.text(text.includes('\0') ? text.replaceAll('\0', '\0\u0002') : text);
  out.byte(1);
}

function writeRaw({ type, bytes }: Raw): void {
  if (type === rawType.date || type === rawType.timestamp) {
    out.copy(bytes);
    out.bytes.subarray(out.used - 8, out.used).reverse();
    if (type === rawType.date) out.bytes[out.used - 8]! ^= 0x80;
  } else if (type === rawType.binary) {
    out.room(4);
    out.used = out.bytes.writeUInt32BE(bytes.length - 5, out.used);
    out.copy(bytes.subarray(4));
  } else if (type === rawType.code) {
    writeText(bytes.toString('utf8', 4, bytes.length - 1));
  } else {
    out.copy(bytes);
  }
}
