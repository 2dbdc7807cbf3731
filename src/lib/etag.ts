import { hash } from 'node:crypto';

/** Returns a strong entity tag for bytes that are served unchanged. */
export const strongTag = (bytes: string | Uint8Array): string =>
  `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`;

/** Returns a weak entity tag for a response. */
export const weakTag = (answer: string | Uint8Array): string => `W/${strongTag(answer)}`;

/** Returns true if an If-None-Match header contains this tag, by RFC 9110's weak comparison. */
export function matchesTag(header: string | null | undefined, etag: string): boolean {
  if (!header) return false;
  if (header.trim() === '*') return true;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.split(',').some((tag) => bare(tag) === bare(etag));
}
