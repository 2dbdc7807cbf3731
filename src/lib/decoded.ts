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

/** What was decoded last, by the start of its bytes. What is kept takes some four times what it was decoded from. */
const kept = new BoundedMap<string, Kept>({ entries: 4_000, bytes: 16 * mebibyte });
const expansion = 4;

/**
 * What was decoded once: only what is decoded again is kept, so that those who go through all of a collection leave
 * what others ask for again and again.
 */
const seen = new BoundedMap<string, true>({ entries: 4_000, bytes: mebibyte });

/** Dates, and the bytes of a Binary, cannot be frozen. */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
}

function decode(bytes: Uint8Array): Document {
  // What is stored was checked when it was stored, as `connect` says.
  const document = BSON.deserialize(bytes, { validation: { utf8: false } });
  freeze(document);
  return document;
}

/**
 * Decodes a document as the client of `connect` does, and freezes it. The same bytes again give the same document:
 * what is asked for again and again, as keys and lists are, has seldom changed since, and to decode it costs many
 * times what comparing does. It cannot be stale, since it is what these very bytes say.
 */
export function decoded(bytes: Buffer): Document {
  const start = bytes.toString('latin1', 0, startLength);
  const known = kept.get(start);
  if (known?.bytes.equals(bytes)) return known.document;
  if (!known && !seen.get(start)) {
    seen.set(start, true, startLength);
    return decode(bytes);
  }
  // Those that were received lie in one piece with the rest of their message, a small copy in one with others.
  const own = Buffer.allocUnsafeSlow(bytes.length);
  own.set(bytes);
  const document = decode(own);
  kept.set(start, { bytes: own, document }, own.length * expansion);
  return document;
}
