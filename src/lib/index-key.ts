import { hash } from 'node:crypto';

/** In bytes of UTF-8; well below the maximum length of an index key, including other fields. */
const bytesMax = 512;

/**
 * Returns the form of a text that is stored in an index: the SHA-256 of a long text, because the length of index keys
 * is limited.
 */
export function indexKey(text: string): string {
  if (Buffer.byteLength(text) <= bytesMax) return text;
  return `sha256:${hash('sha256', text, 'hex')}`;
}
