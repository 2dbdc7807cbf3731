/**
 * BSON in and out of values that keep what JavaScript would lose.
 *
 * Documents are Maps: any field name is safe, and names such as "1" keep their place. Numbers keep
 * their type, because `{a: 1}` must be given back as the int32 it was stored as: an int32 is a
 * JavaScript number, an int64 a bigint, a double a `Double`. What is only stored and compared stays
 * `Raw`: its type byte and its encoded bytes. Decimal128 and the deprecated types are refused by name.
 *
 * Bytes come from anybody who reaches the socket. Each length is checked against the document that
 * encloses it before a byte is read, documents must end exactly where they say, and depth is bounded.
 */

import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { check, notImplemented } from './errors.js';

export const documentBytesMax = 16 * 1024 * 1024;
/** Documents nest no deeper, whether they come from a client or an update made them. */
export const depthMax = 180;

export class Double {
  constructor(readonly value: number) {}
}

/** A value known by its BSON type byte and its encoded bytes alone. */
export class Raw {
  constructor(
    readonly type: number,
    readonly bytes: Buffer,
  ) {}
}

export type Doc = Map<string, Value>;
export type BsonNumber = number | bigint | Double;
export type Value = null | boolean | BsonNumber | string | Raw | Doc | Value[];
/** What a reply may hold: values, and documents that are encoded already. */
export type Encodable = Value | Buffer | Encodable[] | ReadonlyMap<string, Encodable>;

export const rawType = { binary: 5, objectId: 7, date: 9, regex: 11, code: 13, timestamp: 17 };

/**
 * The types that are stored, by their type bytes: the place of each in the one order of values; the bytes
 * of a value or, where values begin with a length, the bytes that this length does not count (a pattern
 * has neither: it is two texts); and how a value is read that does not stay raw.
 */
interface BsonType {
  readonly order: number;
  readonly size?: number;
  readonly uncounted?: number;
  readonly read?: (bytes: Buffer, at: number, end: number) => Value;
}
export const types: Readonly<Record<number, BsonType>> = {
  1: { order: 4, size: 8, read: (bytes, at) => new Double(bytes.readDoubleLE(at)) },
  2: { order: 5, uncounted: 4, read: (bytes, at, end) => text(bytes, at + 4, end - 1) },
  3: { order: 6, uncounted: 0, read: (bytes, at, end) => readItems(new Map(), bytes, at, end) },
  4: { order: 7, uncounted: 0, read: (bytes, at, end) => readItems([], bytes, at, end) },
  5: { order: 8, uncounted: 5 },
  7: { order: 9, size: 12 },
  8: { order: 10, size: 1, read: (bytes, at) => bytes[at] !== 0 },
  9: { order: 11, size: 8 },
  10: { order: 3, size: 0, read: () => null },
  11: { order: 13 },
  13: { order: 14, uncounted: 4 },
  16: { order: 4, size: 4, read: (bytes, at) => bytes.readInt32LE(at) },
  17: { order: 12, size: 8 },
  18: { order: 4, size: 8, read: (bytes, at) => bytes.readBigInt64LE(at) },
  127: { order: 15, size: 0 },
  255: { order: 1, size: 0 },
};

/** How deep in its document the reader or the writer is. */
let depth = 0;

function enter(): void {
  depth += 1;
  check(depth <= depthMax, 15, `documents nest deeper than ${depthMax}`);
}

/**
 * Decode one document that fills `bytes` exactly.
 *
 * @throws CommandError 22 for malformed bytes, 15 for too deep ones, 238 for a refused type
 */
export function decode(bytes: Buffer): Doc {
  depth = 0;
  return readItems(new Map(), bytes, 0, bytes.length);
}

/** Length of the document that starts at `at`, checked to lie within `bytes`. */
export function documentLength(bytes: Buffer, at: number): number {
  const length = at + 5 <= bytes.length ? bytes.readInt32LE(at) : 0;
  check(length >= 5 && at + length <= bytes.length, 22, 'invalid BSON: document length');
  return length;
}

function readItems<T extends Doc | Value[]>(into: T, bytes: Buffer, from: number, end: number): T {
  const fits = documentLength(bytes, from) === end - from && bytes[end - 1] === 0;
  check(fits, 22, 'invalid BSON: document end');
  enter();
  for (let at = from + 4; at < end - 1; ) {
    const nameEnd = endOfText(bytes, at + 1, end);
    const type = types[bytes[at]!] ?? reject(bytes[at]!);
    const start = nameEnd + 1;
    const valueEnd = start + (type.size ?? sizeOf(type, bytes, start, end));
    check(valueEnd < end, 22, 'invalid BSON: value length');
    const value = type.read
      ? type.read(bytes, start, valueEnd)
      : new Raw(bytes[at]!, Buffer.from(bytes.subarray(start, valueEnd)));
    if (Array.isArray(into)) {
      into.push(value);
    } else {
      into.set(text(bytes, at + 1, nameEnd), value);
    }
    at = valueEnd;
  }
  depth -= 1;
  return into;
}

/** What is given of a value: all of it, nothing, or what this makes of it, null for nothing. */
export type Part = boolean | ((type: number, value: Buffer) => Buffer | null);

/**
 * A document with what is given of its values, which are copied as they are encoded.
 *
 * @param partOf what is given of the value of a name
 * @param isArray its names are the places of what is left of it
 */
export function keepParts(bytes: Buffer, partOf: (name: string) => Part, isArray = false): Buffer {
  const kept: Buffer[] = [];
  let length = 5;
  const keep = (piece: Buffer): void => {
    kept.push(piece);
    length += piece.length;
  };
  let items = 0;
  // Neighbours that are given whole are copied together.
  let wholeFrom = 4;
  let at = 4;
  while (at < bytes.length - 1) {
    const type = bytes[at]!;
    const nameEnd = endOfText(bytes, at + 1, bytes.length);
    const { size } = types[type] ?? reject(type);
    const start = nameEnd + 1;
    const end = start + (size ?? sizeOf(types[type]!, bytes, start, bytes.length));
    const part = partOf(bytes.toString('utf8', at + 1, nameEnd));
    if (part !== true || isArray) {
      if (at > wholeFrom) keep(bytes.subarray(wholeFrom, at));
      wholeFrom = end;
      const whole = bytes.subarray(start, end);
      const value = typeof part === 'function' ? part(type, whole) : part && whole;
      if (value) {
        keep(isArray ? itemStart(type, items) : bytes.subarray(at, start));
        keep(value);
        items += 1;
      }
    }
    at = end;
  }
  if (at > wholeFrom) keep(bytes.subarray(wholeFrom, at));
  const document = Buffer.allocUnsafe(length);
  let used = document.writeInt32LE(length);
  for (const piece of kept) {
    document.set(piece, used);
    used += piece.length;
  }
  document[used] = 0;
  return document;
}

/** What stands before the value of an item of an array: its type, and its place as a name. */
const itemStart = (type: number, place: number): Buffer =>
  Buffer.from(`${String.fromCharCode(type)}${place}\0`, 'latin1');

function reject(type: number): never {
  check(type > 5 && type < 20, 22, 'invalid BSON: type');
  throw notImplemented(type === 19 ? 'Decimal128' : `the deprecated BSON type ${type}`);
}

function endOfText(bytes: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at] !== 0) at += 1;
  return at;
}

/** Bytes that a value takes by its own length, or as two texts. */
function sizeOf({ uncounted }: BsonType, bytes: Buffer, at: number, end: number): number {
  if (uncounted === undefined) return endOfText(bytes, endOfText(bytes, at, end) + 1, end) + 1 - at;
  const counted = at + 4 < end ? bytes.readInt32LE(at) + uncounted : 0;
  const endsInZero = uncounted !== 4 || bytes[at + counted - 1] === 0;
  check(counted >= 5 && endsInZero, 22, 'invalid BSON: value length');
  return counted;
}

function text(bytes: Buffer, start: number, end: number): string {
  const string = bytes.toString('utf8', start, end);
  const isText = !string.includes('\ufffd') || isUtf8(bytes.subarray(start, end));
  check(isText, 22, 'invalid BSON: UTF-8');
  return string;
}

/**
 * A buffer for one writer at a time; what is taken from it is copied out. The system gives memory only for
 * what is touched, so it has room at once for the largest document and a text of the same size, counted as
 * three bytes to a unit. What would not fit is refused before it is written.
 */
export class Scratch {
  readonly bytes = Buffer.allocUnsafeSlow(5 * documentBytesMax);
  used = 0;

  /** @throws CommandError 10334 where `length` more bytes cannot be written */
  room(length: number): void {
    check(this.used + length <= this.bytes.length, 10334, 'a document is far too large');
  }

  byte(byte: number): void {
    this.room(1);
    this.bytes[this.used++] = byte;
  }

  copy(bytes: Buffer): void {
    this.room(bytes.length);
    this.used += bytes.copy(this.bytes, this.used);
  }

  /** UTF-8, ended by a zero byte. */
  text(text: string): void {
    this.room(text.length * 3 + 1);
    this.used += this.bytes.write(text, this.used);
    this.bytes[this.used++] = 0;
  }

  take(): Buffer {
    return Buffer.from(this.bytes.subarray(0, this.used));
  }
}

const out = new Scratch();

/** Encode a document; the bytes are the caller's. @throws CommandError 15 where it nests too deep to be read */
export function encode(doc: ReadonlyMap<string, Encodable>): Buffer {
  out.used = 0;
  depth = 0;
  writeItems(doc);
  return out.take();
}

function writeItems(items: Iterable<[string | number, Encodable]>): void {
  enter();
  out.room(4);
  const start = out.used;
  out.used += 4;
  for (const [name, value] of items) {
    out.byte(typeOf(value));
    out.text(String(name));
    writeValue(value);
  }
  out.byte(0);
  out.bytes.writeInt32LE(out.used - start, start);
  depth -= 1;
}

function writeValue(value: Encodable): void {
  out.room(8);
  if (typeof value === 'string') {
    const start = out.used;
    out.used += 4;
    out.text(value);
    out.bytes.writeInt32LE(out.used - start - 4, start);
  } else if (typeof value === 'number') {
    out.used = out.bytes.writeInt32LE(value, out.used);
  } else if (typeof value === 'boolean') {
    out.byte(value ? 1 : 0);
  } else if (typeof value === 'bigint') {
    out.used = out.bytes.writeBigInt64LE(value, out.used);
  } else if (value instanceof Double) {
    out.used = out.bytes.writeDoubleLE(value.value, out.used);
  } else if (value instanceof Raw) {
    out.copy(value.bytes);
  } else if (Buffer.isBuffer(value)) {
    out.copy(value);
  } else if (value !== null) writeItems(Array.isArray(value) ? value.entries() : value);
}

/** The type byte of a value; a document that is encoded already is one too. */
export function typeOf(value: Encodable): number {
  if (value === null) return 10;
  if (typeof value === 'string') return 2;
  if (typeof value === 'number') return 16;
  if (typeof value === 'boolean') return 8;
  if (typeof value === 'bigint') return 18;
  if (value instanceof Raw) return value.type;
  if (value instanceof Double) return 1;
  return Array.isArray(value) ? 4 : 3;
}

export const isDoc = (value: unknown): value is Doc => value instanceof Map;

/** A document from an object literal; for the server's own replies. */
export const docOf = <T extends Encodable>(fields: Record<string, T>): Map<string, T> =>
  new Map(Object.entries(fields));

/** An ObjectId of this second; the rest is by chance. */
export function newObjectId(): Raw {
  const bytes = randomBytes(12);
  bytes.writeUInt32BE(Math.floor(Date.now() / 1000));
  return new Raw(rawType.objectId, bytes);
}

let lastSecond = 0;
let lastIncrement = 0;

/** A timestamp of this second that no other of this process equals. */
function newTimestamp(): Raw {
  const second = Math.max(lastSecond, Math.floor(Date.now() / 1000));
  lastIncrement = second === lastSecond ? lastIncrement + 1 : 1;
  lastSecond = second;
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(lastIncrement);
  bytes.writeUInt32LE(second, 4);
  return new Raw(rawType.timestamp, bytes);
}

/** Put the time in place of empty timestamps, which ask for it; those of the `_id` and of inner fields stay. */
export function fillTimestamps(doc: Doc): void {
  for (const [name, value] of doc) {
    if (name !== '_id' && value instanceof Raw && value.type === rawType.timestamp) {
      if (value.bytes.every((byte) => byte === 0)) doc.set(name, newTimestamp());
    }
  }
}

export function dateValue(ms: number): Raw {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt(Math.floor(ms)));
  return new Raw(rawType.date, bytes);
}

export const isRegex = (value: unknown): value is Raw =>
  value instanceof Raw && value.type === rawType.regex;

export const isNumber = (value: unknown): value is BsonNumber =>
  typeof value === 'number' || typeof value === 'bigint' || value instanceof Double;

/** The JavaScript number nearest to a BSON number; NaN for any other value. */
export function toNumber(value: Value | undefined): number {
  if (value instanceof Double) return value.value;
  return isNumber(value) ? Number(value) : Number.NaN;
}

/** MongoDB's truth of a value in an option or a projection: not null, false or zero. */
export function isTrue(value: Value | undefined): boolean {
  if (isNumber(value)) return toNumber(value) !== 0;
  return value !== undefined && value !== null && value !== false;
}

/** The sum in MongoDB's type: double if either is or int64 is too small, else int32 if both are and it fits. */
export function sum(a: BsonNumber, b: BsonNumber): BsonNumber {
  if (a instanceof Double || b instanceof Double) return new Double(toNumber(a) + toNumber(b));
  if (typeof a === 'number' && typeof b === 'number' && ((a + b) | 0) === a + b) return a + b;
  const result = BigInt(a) + BigInt(b);
  return BigInt.asIntN(64, result) === result ? result : new Double(Number(result));
}
