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

export const rawType = {
  binary: 5,
  objectId: 7,
  date: 9,
  regex: 11,
  code: 13,
  timestamp: 17,
} as const;

/** Aliases of `$type`, by type byte. */
export const typeNames = new Map<number, string>(
  '1 double,2 string,3 object,4 array,5 binData,7 objectId,8 bool,9 date,10 null,11 regex,13 javascript,16 int,17 timestamp,18 long,127 maxKey,255 minKey'
    .split(',')
    .map((entry) => entry.split(' '))
    .map(([type, name]) => [Number(type), name!]),
);
const refusedTypes = new Map([
  [6, 'undefined'],
  [12, 'DBPointer'],
  [14, 'symbol'],
  [15, 'JavaScript with scope'],
  [19, 'Decimal128'],
]);
const fixedSizes = new Map([1, 9, 17, 18].map((type) => [type, 8]));
for (const [type, size] of [
  [7, 12],
  [8, 1],
  [10, 0],
  [16, 4],
  [127, 0],
  [255, 0],
])
  fixedSizes.set(type!, size!);

function invalid(why: string): CommandError {
  return new CommandError(22, `invalid BSON: ${why}`);
}

/**
 * Decode one document that fills `bytes` exactly.
 *
 * @throws CommandError 22 for malformed bytes, 15 for too deep ones, 238 for a refused type
 */
export function decode(bytes: Buffer): Doc {
  return readDocument(bytes, 0, bytes.length, 0);
}

/** Length of the document that starts at `at`, checked to lie within `bytes`. */
export function documentLength(bytes: Buffer, at: number): number {
  const length = at + 5 <= bytes.length ? bytes.readInt32LE(at) : 0;
  if (length < 5 || at + length > bytes.length) throw invalid('document length');
  return length;
}

function readDocument(bytes: Buffer, at: number, end: number, depth: number): Doc {
  const doc: Doc = new Map();
  readInto(doc, bytes, at, end, depth);
  return doc;
}

function readInto(
  into: Doc | Value[],
  bytes: Buffer,
  start: number,
  end: number,
  depth: number,
): void {
  if (depth > depthMax) throw new CommandError(15, `documents nest deeper than ${depthMax}`);
  if (end - start < 5 || bytes.readInt32LE(start) !== end - start || bytes[end - 1] !== 0) {
    throw invalid('document length');
  }
  let at = start + 4;
  while (at < end - 1) {
    const type = bytes[at]!;
    const nameStart = at + 1;
    const nameEnd = endOfText(bytes, nameStart, end);
    at = nameEnd + 1;
    const size = sizeOf(bytes, type, at, end - 1);
    if (size < 0 || at + size > end - 1) throw invalid('value length');
    const value = readValue(bytes, type, at, at + size, depth);
    if (Array.isArray(into)) into.push(value);
    else into.set(text(bytes, nameStart, nameEnd), value);
    at += size;
  }
  if (at !== end - 1) throw invalid('document end');
}

function endOfText(bytes: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at] !== 0) at += 1;
  if (at >= end - 1) throw invalid('text not ended');
  return at;
}

/** Bytes that a value takes, as far as its type and its own length say. */
function sizeOf(bytes: Buffer, type: number, at: number, end: number): number {
  const fixed = fixedSizes.get(type);
  if (fixed !== undefined) return fixed;
  if (refusedTypes.has(type)) throw notImplemented(`the BSON type ${refusedTypes.get(type)}`);
  if (type === rawType.regex)
    return endOfText(bytes, endOfText(bytes, at, end + 1) + 1, end + 1) + 1 - at;
  if (!typeNames.has(type) || at + 4 > end) throw invalid(`type ${type}`);
  const length = bytes.readInt32LE(at);
  if (type === 3 || type === 4) return length;
  if (length < (type === rawType.binary ? 0 : 1)) throw invalid('value length');
  return length + (type === rawType.binary ? 5 : 4);
}

function text(bytes: Buffer, start: number, end: number): string {
  const string = bytes.toString('utf8', start, end);
  if (string.includes('\ufffd') && !isUtf8(bytes.subarray(start, end))) throw invalid('UTF-8');
  return string;
}

function readValue(bytes: Buffer, type: number, at: number, end: number, depth: number): Value {
  switch (type) {
    case 1:
      return new Double(bytes.readDoubleLE(at));
    case 2:
      if (bytes[end - 1] !== 0) throw invalid('string end');
      return text(bytes, at + 4, end - 1);
    case 3:
      return readDocument(bytes, at, end, depth + 1);
    case 4: {
      const items: Value[] = [];
      readInto(items, bytes, at, end, depth + 1);
      return items;
    }
    case 8:
      if (bytes[at]! > 1) throw invalid('boolean');
      return bytes[at] === 1;
    case 10:
      return null;
    case 16:
      return bytes.readInt32LE(at);
    case 18:
      return bytes.readBigInt64LE(at);
    default:
      if (type === rawType.code && bytes[end - 1] !== 0) throw invalid('code end');
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
  writeDocument(doc);
  return out.take();
}

function writeDocument(items: Iterable<[string | number, Encodable]>): void {
  out.room(4);
  const start = out.used;
  out.used += 4;
  for (const [name, value] of items) writeField(String(name), value);
  out.room(1);
  out.bytes[out.used++] = 0;
  out.bytes.writeInt32LE(out.used - start, start);
}

function writeField(name: string, value: Encodable): void {
  out.room(name.length * 3 + 16);
  const typeAt = out.used;
  out.used += 1 + out.bytes.write(name, typeAt + 1);
  out.bytes[out.used++] = 0;
  const type = writeValue(value);
  out.bytes[typeAt] = type;
}

/** Write a value and return its BSON type; room for eight bytes is there already. */
function writeValue(value: Encodable): number {
  if (value === null) return 10;
  if (typeof value === 'string') {
    out.room(value.length * 3 + 5);
    const length = out.bytes.write(value, out.used + 4);
    out.bytes.writeInt32LE(length + 1, out.used);
    out.used += length + 5;
    out.bytes[out.used - 1] = 0;
    return 2;
  }
  if (typeof value === 'number') {
    out.used = out.bytes.writeInt32LE(value, out.used);
    return 16;
  }
  if (typeof value === 'boolean') {
    out.bytes[out.used++] = value ? 1 : 0;
    return 8;
  }
  if (typeof value === 'bigint') {
    out.used = out.bytes.writeBigInt64LE(value, out.used);
    return 18;
  }
  if (value instanceof Double) {
    out.used = out.bytes.writeDoubleLE(value.value, out.used);
    return 1;
  }
  if (value instanceof Raw || Buffer.isBuffer(value)) {
    const bytes = value instanceof Raw ? value.bytes : value;
    out.room(bytes.length);
    out.used += bytes.copy(out.bytes, out.used);
    return value instanceof Raw ? value.type : 3;
  }
  writeDocument(Array.isArray(value) ? value.entries() : value);
  return Array.isArray(value) ? 4 : 3;
}

export function isDoc(value: unknown): value is Doc {
  return value instanceof Map;
}

/** A document from an object literal; for the server's own replies. */
export function docOf<T extends Encodable>(fields: Record<string, T>): Map<string, T> {
  return new Map(Object.entries(fields));
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
  return isNumber(value)
    ? toNumber(value) !== 0
    : value !== undefined && value !== null && value !== false;
}

/** The alias that `$type` and error messages use for a value's type. */
export function typeName(value: Value | undefined): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (value instanceof Raw) return typeNames.get(value.type)!;
  if (value instanceof Double) return 'double';
  if (Array.isArray(value)) return 'array';
  return { number: 'int', bigint: 'long', boolean: 'bool' }[typeof value as string] ?? typeof value;
}

/** Milliseconds since 1970 of a date, or null for any other value. */
export function dateMs(value: Value | undefined): number | null {
  return isRaw(value, rawType.date) ? Number(value.bytes.readBigInt64LE()) : null;
}
