import { hash } from 'node:crypto';

/** An entity tag derived from bytes that are served as they are. */
export const strongTag = (bytes: string | Uint8Array): string =>
  `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`;

/** A weak entity tag derived from what is answered. */
export const weakTag = (answer: string | Uint8Array): string => `W/${strongTag(answer)}`;

/** Whether an If-None-Match header names this tag; compared weakly, as RFC 9110 has it. */
export function matchesTag(header: string | null | undefined, etag: string): boolean {
  if (!header) return false;
  if (header.trim() === '*') return true;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.split(',').some((tag) => bare(tag) === bare(etag));
}
