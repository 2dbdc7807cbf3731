/**
 * BSON in and out of values that keep what JavaScript would lose.
 *
 * Documents are Maps: any field name is safe, and names such as "1" keep their place. Numbers keep
 * their type, because `{a: 1}` must be given back as the int32 it was stored as: an int32 is a
 * JavaScript number, an int64 a bigint, a double a `Double`. Everything that is only stored and
 * compared stays `Raw`: its type byte and its encoded bytes. Decimal128 and the deprecated types
 * are refused by name, so no comparison can go wrong on them.
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
export type Value = null | boolean | number | bigint | string | Double | Raw | Doc | Value[];
/** What a reply may hold: values, and documents that are encoded already. */
export type Encodable = Value | Buffer | Encodable[] | ReadonlyMap<string, Encodable>;

export const bsonType = {
  binary: 5,
  objectId: 7,
  date: 9,
  regex: 11,
  code: 13,
  timestamp: 17,
  maxKey: 127,
  minKey: 255,
} as const;

const refusedTypes: Record<number, string> = {
  6: 'undefined',
  12: 'DBPointer',
  14: 'symbol',
  15: 'JavaScript with scope',
  19: 'Decimal128',
};

interface Reader {
  readonly bytes: Buffer;
  at: number;
}

function invalid(why: string): CommandError {
  return new CommandError(22, `invalid BSON: ${why}`);
}

/**
 * Decode one document that fills `bytes` exactly.
 *
 * @throws CommandError 22 for malformed bytes, 238 for a refused type
 */
export function decode(bytes: Buffer): Doc {
  const reader = { bytes, at: 0 };
  const doc = readDocument(reader, bytes.length, 0);
  if (reader.at !== bytes.length) throw invalid('bytes after the document');
  return doc;
}

/** Length of the document that starts at `at`, checked to lie within `bytes`. */
export function documentLength(bytes: Buffer, at: number): number {
  if (at + 5 > bytes.length) throw invalid('document cut off');
  const length = bytes.readInt32LE(at);
  if (length < 5 || at + length > bytes.length) throw invalid('document length');
  return length;
}

function enter(reader: Reader, limit: number, depth: number): number {
  if (depth > depthMax) throw new CommandError(15, `documents nest deeper than ${depthMax}`);
  if (reader.at + 5 > limit) throw invalid('document cut off');
  const length = reader.bytes.readInt32LE(reader.at);
  const end = reader.at + length;
  if (length < 5 || end > limit || reader.bytes[end - 1] !== 0) throw invalid('document length');
  reader.at += 4;
  return end;
}

function readDocument(reader: Reader, limit: number, depth: number): Doc {
  const end = enter(reader, limit, depth);
  const doc: Doc = new Map();
  for (;;) {
    const type = reader.bytes[reader.at++]!;
    if (type === 0) break;
    const name = readCString(reader, end);
    doc.set(name, readValue(reader, type, end, depth));
  }
  if (reader.at !== end) throw invalid('document end');
  return doc;
}

function readArray(reader: Reader, limit: number, depth: number): Value[] {
  const end = enter(reader, limit, depth);
  const items: Value[] = [];
  for (;;) {
    const type = reader.bytes[reader.at++]!;
    if (type === 0) break;
    while (reader.at < end && reader.bytes[reader.at] !== 0) reader.at += 1;
    reader.at += 1;
    items.push(readValue(reader, type, end, depth));
  }
  if (reader.at !== end) throw invalid('array end');
  return items;
}

function readCString(reader: Reader, end: number): string {
  const start = reader.at;
  let at = start;
  while (at < end && reader.bytes[at] !== 0) at += 1;
  if (at >= end) throw invalid('name not ended');
  reader.at = at + 1;
  return text(reader.bytes, start, at);
}

function text(bytes: Buffer, start: number, end: number): string {
  const string = bytes.toString('utf8', start, end);
  if (string.includes('\ufffd') && !isUtf8(bytes.subarray(start, end))) throw invalid('UTF-8');
  return string;
}

function take(reader: Reader, length: number, end: number): number {
  const start = reader.at;
  if (length < 0 || start + length >= end) throw invalid('value cut off');
  reader.at = start + length;
  return start;
}

function readValue(reader: Reader, type: number, end: number, depth: number): Value {
  const { bytes } = reader;
  switch (type) {
    case 0x01:
      return new Double(bytes.readDoubleLE(take(reader, 8, end)));
    case 0x02: {
      const length = bytes.readInt32LE(take(reader, 4, end));
      const start = take(reader, length, end);
      if (length < 1 || bytes[start + length - 1] !== 0) throw invalid('string length');
      return text(bytes, start, start + length - 1);
    }
    case 0x03:
      return readDocument(reader, end - 1, depth + 1);
    case 0x04:
      return readArray(reader, end - 1, depth + 1);
    case 0x08: {
      const byte = bytes[take(reader, 1, end)]!;
      if (byte > 1) throw invalid('boolean');
      return byte === 1;
    }
    case 0x0a:
      return null;
    case 0x10:
      return bytes.readInt32LE(take(reader, 4, end));
    case 0x12:
      return bytes.readBigInt64LE(take(reader, 8, end));
    default: {
      const start = reader.at;
      skipRaw(reader, type, end);
      return new Raw(type, Buffer.from(bytes.subarray(start, reader.at)));
    }
  }
}

function skipRaw(reader: Reader, type: number, end: number): void {
  const { bytes } = reader;
  switch (type) {
    case bsonType.binary: {
      const length = bytes.readInt32LE(take(reader, 4, end));
      take(reader, 1, end);
      take(reader, length, end);
      return;
    }
    case bsonType.objectId:
      take(reader, 12, end);
      return;
    case bsonType.date:
    case bsonType.timestamp:
      take(reader, 8, end);
      return;
    case bsonType.regex:
      readCString(reader, end);
      readCString(reader, end);
      return;
    case bsonType.code: {
      const length = bytes.readInt32LE(take(reader, 4, end));
      const start = take(reader, length, end);
      if (length < 1 || bytes[start + length - 1] !== 0) throw invalid('code length');
      return;
    }
    case bsonType.minKey:
    case bsonType.maxKey:
      return;
    default:
      if (refusedTypes[type]) throw notImplemented(`the BSON type ${refusedTypes[type]}`);
      throw invalid(`type ${type}`);
  }
}

let scratch = Buffer.allocUnsafe(256 * 1024);
let used = 0;

function room(length: number): void {
  if (used + length <= scratch.length) return;
  const larger = Buffer.allocUnsafe(Math.max(scratch.length * 2, used + length));
  scratch.copy(larger, 0, 0, used);
  scratch = larger;
}

/** Encode a document; the bytes are the caller's. */
export function encode(doc: ReadonlyMap<string, Encodable>): Buffer {
  used = 0;
  writeDocument(doc);
  const bytes = Buffer.from(scratch.subarray(0, used));
  if (scratch.length > 32 * 1024 * 1024) scratch = Buffer.allocUnsafe(256 * 1024);
  return bytes;
}

function writeDocument(doc: ReadonlyMap<string, Encodable>): void {
  const start = open();
  for (const [name, value] of doc) writeField(name, value);
  close(start);
}

function open(): number {
  room(4);
  used += 4;
  return used - 4;
}

function close(start: number): void {
  room(1);
  scratch[used++] = 0;
  scratch.writeInt32LE(used - start, start);
}

function writeField(name: string, value: Encodable): void {
  room(name.length * 3 + 16);
  const typeAt = used;
  used += 1;
  used += scratch.write(name, used);
  scratch[used++] = 0;
  const type = writeValue(value);
  scratch[typeAt] = type;
}

/** Write a value and return its BSON type; 16 bytes of room are there already. */
function writeValue(value: Encodable): number {
  if (value === null) return 0x0a;
  switch (typeof value) {
    case 'string': {
      room(value.length * 3 + 5);
      const length = scratch.write(value, used + 4);
      scratch.writeInt32LE(length + 1, used);
      used += length + 5;
      scratch[used - 1] = 0;
      return 0x02;
    }
    case 'number':
      used = scratch.writeInt32LE(value, used);
      return 0x10;
    case 'bigint':
      used = scratch.writeBigInt64LE(value, used);
      return 0x12;
    case 'boolean':
      scratch[used++] = value ? 1 : 0;
      return 0x08;
  }
  if (value instanceof Double) {
    used = scratch.writeDoubleLE(value.value, used);
    return 0x01;
  }
  if (value instanceof Raw) {
    copyIn(value.bytes);
    return value.type;
  }
  if (Buffer.isBuffer(value)) {
    copyIn(value);
    return 0x03;
  }
  if (Array.isArray(value)) {
    const start = open();
    for (let i = 0; i < value.length; i += 1) writeField(String(i), value[i]!);
    close(start);
    return 0x04;
  }
  writeDocument(value);
  return 0x03;
}

function copyIn(bytes: Buffer): void {
  room(bytes.length);
  bytes.copy(scratch, used);
  used += bytes.length;
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
  return new Raw(bsonType.date, bytes);
}

/** Milliseconds since 1970 of a date, or null for any other value. */
export function dateMs(value: Value | undefined): number | null {
  if (!(value instanceof Raw) || value.type !== bsonType.date) return null;
  return Number(value.bytes.readBigInt64LE());
}

export function isNumber(value: unknown): value is number | bigint | Double {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof Double;
}

/** The JavaScript number nearest to a BSON number. */
export function toNumber(value: number | bigint | Double): number {
  return value instanceof Double ? value.value : Number(value);
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
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number') return 'int';
  if (typeof value === 'bigint') return 'long';
  if (typeof value === 'boolean') return 'bool';
  if (value instanceof Double) return 'double';
  if (Array.isArray(value)) return 'array';
  if (isDoc(value)) return 'object';
  return rawNames[value.type]!;
}

const rawNames: Record<number, string> = {
  5: 'binData',
  7: 'objectId',
  9: 'date',
  11: 'regex',
  13: 'javascript',
  17: 'timestamp',
  127: 'maxKey',
  255: 'minKey',
};
