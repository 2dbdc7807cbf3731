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
import { CommandError, notImplemented } from './errors.js';

export const documentBytesMax = 16 * 1024 * 1024;
const depthMax = 180;

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
 * The types that are stored, by their type bytes: the place of each in the one order of values, and the
 * bytes of a value; or, where values begin with a length, the bytes that this length does not count.
 */
type BsonType = { name: string; order: number; size?: number; uncounted?: number };
export const types: Readonly<Record<number, BsonType>> = {
  1: { name: 'double', order: 4, size: 8 },
  2: { name: 'string', order: 5, uncounted: 4 },
  3: { name: 'object', order: 6, uncounted: 0 },
  4: { name: 'array', order: 7, uncounted: 0 },
  5: { name: 'binData', order: 8, uncounted: 5 },
  7: { name: 'objectId', order: 9, size: 12 },
  8: { name: 'bool', order: 10, size: 1 },
  9: { name: 'date', order: 11, size: 8 },
  10: { name: 'null', order: 3, size: 0 },
  11: { name: 'regex', order: 13 },
  13: { name: 'javascript', order: 14, uncounted: 4 },
  16: { name: 'int', order: 4, size: 4 },
  17: { name: 'timestamp', order: 12, size: 8 },
  18: { name: 'long', order: 4, size: 8 },
  127: { name: 'maxKey', order: 15, size: 0 },
  255: { name: 'minKey', order: 1, size: 0 },
};

/** How deep in its document the reader is. */
let depth = 0;

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
  valid(length >= 5 && at + length <= bytes.length, 'document length');
  return length;
}

function valid(holds: boolean, what: string): asserts holds {
  if (!holds) throw new CommandError(22, `invalid BSON: ${what}`);
}

function readItems<T extends Doc | Value[]>(into: T, bytes: Buffer, start: number, end: number): T {
  valid(documentLength(bytes, start) === end - start && bytes[end - 1] === 0, 'document end');
  depth += 1;
  if (depth > depthMax) throw new CommandError(15, `documents nest deeper than ${depthMax}`);
  for (let at = start + 4; at < end - 1; ) {
    const type = bytes[at]!;
    const nameEnd = endOfText(bytes, at + 1, end);
    const valueEnd = nameEnd + 1 + sizeOf(bytes, type, nameEnd + 1, end);
    valid(valueEnd < end, 'value length');
    const value = readValue(bytes, type, nameEnd + 1, valueEnd);
    if (Array.isArray(into)) into.push(value);
    else into.set(text(bytes, at + 1, nameEnd), value);
    at = valueEnd;
  }
  depth -= 1;
  return into;
}

function endOfText(bytes: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at] !== 0) at += 1;
  return at;
}

/** Bytes that a value takes, as far as its type and its own length say. */
function sizeOf(bytes: Buffer, type: number, at: number, end: number): number {
  const known = types[type];
  if (!known && type > 5 && type < 20)
    throw notImplemented(type === 19 ? 'Decimal128' : `the deprecated BSON type ${type}`);
  valid(known !== undefined, 'type');
  const { size, uncounted } = known;
  if (size !== undefined) return size;
  if (uncounted === undefined) return endOfText(bytes, endOfText(bytes, at, end) + 1, end) + 1 - at;
  const counted = at + 4 < end ? bytes.readInt32LE(at) + uncounted : 0;
  valid(counted >= 5 && (uncounted !== 4 || bytes[at + counted - 1] === 0), 'value length');
  return counted;
}

function text(bytes: Buffer, start: number, end: number): string {
  const string = bytes.toString('utf8', start, end);
  valid(!string.includes('\ufffd') || isUtf8(bytes.subarray(start, end)), 'UTF-8');
  return string;
}

function readValue(bytes: Buffer, type: number, at: number, end: number): Value {
  switch (type) {
    case 1:
      return new Double(bytes.readDoubleLE(at));
    case 2:
      return text(bytes, at + 4, end - 1);
    case 3:
      return readItems(new Map(), bytes, at, end);
    case 4:
      return readItems([], bytes, at, end);
    case 8:
      valid(bytes[at]! <= 1, 'boolean');
      return bytes[at] === 1;
    case 10:
      return null;
    case 16:
      return bytes.readInt32LE(at);
    case 18:
      return bytes.readBigInt64LE(at);
    default:
      return new Raw(type, Buffer.from(bytes.subarray(at, end)));
  }
}

/** A buffer that grows, for one writer at a time; what is taken from it is copied out. */
export class Scratch {
  bytes = Buffer.allocUnsafe(64 * 1024);
  used = 0;

  /** Make sure that `length` more bytes can be written. */
  room(length: number): void {
    if (this.used + length <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.used + length));
    this.bytes.copy(larger, 0, 0, this.used);
    this.bytes = larger;
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
    const taken = Buffer.from(this.bytes.subarray(0, this.used));
    if (this.bytes.length > 2 * documentBytesMax) this.bytes = Buffer.allocUnsafe(64 * 1024);
    this.used = 0;
    return taken;
  }
}

const out = new Scratch();

/** Encode a document; the bytes are the caller's. */
export function encode(doc: ReadonlyMap<string, Encodable>): Buffer {
  out.used = 0;
  writeItems(doc);
  return out.take();
}

function writeItems(items: Iterable<[string | number, Encodable]>): void {
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
}

function writeValue(value: Encodable): void {
  out.room(8);
  if (typeof value === 'string') {
    const start = out.used;
    out.used += 4;
    out.text(value);
    out.bytes.writeInt32LE(out.used - start - 4, start);
  } else if (typeof value === 'number') out.used = out.bytes.writeInt32LE(value, out.used);
  else if (typeof value === 'boolean') out.byte(value ? 1 : 0);
  else if (typeof value === 'bigint') out.used = out.bytes.writeBigInt64LE(value, out.used);
  else if (value instanceof Double) out.used = out.bytes.writeDoubleLE(value.value, out.used);
  else if (value instanceof Raw) out.copy(value.bytes);
  else if (Buffer.isBuffer(value)) out.copy(value);
  else if (value !== null) writeItems(Array.isArray(value) ? value.entries() : value);
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

/** The name that error messages have for a value's type. */
export function typeName(value: Value): string {
  return types[typeOf(value)]!.name;
}

export function isDoc(value: unknown): value is Doc {
  return value instanceof Map;
}

/** A document from an object literal; for the server's own replies. */
export function docOf<T extends Encodable>(fields: Record<string, T>): Map<string, T> {
  return new Map(Object.entries(fields));
}

/** An ObjectId of this second; the rest is by chance. */
export function newObjectId(): Raw {
  const bytes = randomBytes(12);
  bytes.writeUInt32BE(Math.floor(Date.now() / 1000));
  return new Raw(rawType.objectId, bytes);
}

export function dateValue(ms: number): Raw {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(BigInt(ms));
  return new Raw(rawType.date, bytes);
}

export function isRaw(value: unknown, type: number): value is Raw {
  return value instanceof Raw && value.type === type;
}

export function isNumber(value: unknown): value is BsonNumber {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof Double;
}

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
