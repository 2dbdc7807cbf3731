import { BSON, type Document } from 'mongodb';
import { BoundedMap } from './bounded-map.js';
import { mebibyte } from './units.js';

/** A document with the bytes that it was decoded from. */
interface Kept {
  bytes: Buffer;
  document: Document;
}

/** So much of the start of a document holds its length and an id of this service. */
const startLength = 64;

/**
 * What was decoded last, by the start of its bytes; null for what was decoded once. So what is read but once, as by
 * those who go through all of a collection, is not kept.
 */
const kept = new BoundedMap<string, Kept | null>({ entries: 4_000, bytes: 4 * mebibyte });

// What is stored was checked when it was stored, as `connect` says.
const decode = (bytes: Uint8Array) => BSON.deserialize(bytes, { validation: { utf8: false } });

/** The bytes of a Binary cannot be frozen. */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
}

/**
 * Decodes a document as the client of `connect` does. The same bytes again give the same document, which is frozen:
 * what is asked for again and again, as keys and lists are, has seldom changed since, and to decode it costs many
 * times what comparing does. It cannot be stale, since it is what these very bytes say.
 */
export function decoded(bytes: Buffer): Document {
  const start = bytes.toString('latin1', 0, startLength);
  const known = kept.get(start);
  if (known?.bytes.equals(bytes)) return known.document;
  if (known === undefined) {
    kept.set(start, null, startLength);
    return decode(bytes);
  }
  // Those that were received lie in one piece with the rest of their message.
  const own = Buffer.from(bytes);
  const document = decode(own);
  freeze(document);
  kept.set(start, { bytes: own, document }, own.length);
  return document;
}
