/**
 * The order of values.
 *
 * MongoDB orders values of all types: first by type, then within the type. This module is the only implementation of
 * that order: a function from a value to bytes, so that comparing the bytes compares the values. The matcher, the sort
 * and the index keys all compare those bytes, so they cannot disagree.
 *
 * Every encoding begins with the tag of its type and is prefix-free, so encodings can be concatenated for compound
 * keys, and inverted byte by byte for descending ones:
 *
 * - numbers: the nearest double as 8 sortable bytes (NaN before all others, -0 as 0), then 2 zero bytes: 1, 1.0 and
 *   int64 1 have the same bytes. Int64 beyond 2^53 can differ from the nearest double by at most 512: this difference
 *   is added to the 10 bytes as one integer, so that 2^53 + 1 sorts between its neighbours.
 * - strings, names, code: UTF-8 with 00 written as 00 02, terminated by 00 01; regexes as they are stored.
 * - documents: for each field its tag, name and value; arrays: tag and value; terminated by 00, which is below every
 *   tag, so that a prefix sorts first.
 * - binary: length, subtype, bytes. Dates: signed 64 bits; timestamps: unsigned.
 *
 * A missing value is null, as in MongoDB's indexes and sorts, and an empty array sorts before null (MongoDB indexes it
 * as `undefined`).
 */
import { Double, Raw, rawType, Scratch, typeOf, types, type Value } from './bson.js';

/** The value that an index or a sort uses if the path ends in an empty array. */
export const emptyArray = Symbol('empty array');
export type KeyValue = Value | undefined | typeof emptyArray;

const emptyArrayTag = 2;
/** Number of bytes after the last character of a text. */
export const terminatorBytes = 2;

/** Returns the rank of a value's type in the order. `$lt` and similar operators compare only values with equal tags. */
export function tagOf(value: KeyValue): number {
  return value === emptyArray ? emptyArrayTag : types[typeOf(value ?? null)]!.order;
}

/** Returns true for the tags of MinKey and MaxKey, which compare with values of every type. */
export function isExtremeTag(tag: number): boolean {
  return tag === types[255]!.order || tag === types[127]!.order;
}

const out = new Scratch();

/** Returns the key bytes of one value. */
export const keyOf = (value: KeyValue): Buffer => compoundKey([value], [1]);

/** Returns the bytes of a compound key; parts with direction -1 are inverted. */
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

/** Compares `value` with the value whose bytes are `key`: negative, 0 or positive. */
export function orderToKey(value: KeyValue, key: Buffer): number {
  out.used = 0;
  write(value);
  return out.bytes.compare(key, 0, key.length, 0, out.used);
}

/** Compares two values: negative, 0 or positive. */
export const order = (a: KeyValue, b: KeyValue): number => orderToKey(a, keyOf(b));

export const equal = (a: KeyValue, b: KeyValue): boolean => a === b || order(a, b) === 0;

/** @param name name of the field if the value belongs to a document */
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
