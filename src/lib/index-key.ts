import { hash } from 'node:crypto';

/** In bytes of UTF-8; well below what the key of an index may have, next to other fields. */
const bytesMax = 512;

/** A text as an index holds it: of a long one its SHA-256, for the key of an index is bounded. */
export function indexKey(text: string): string {
  if (Buffer.byteLength(text) <= bytesMax) return text;
  return `sha256:${hash('sha256', text, 'hex')}`;
}
