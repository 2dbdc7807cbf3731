import type { Context } from 'hono';
import type { Env } from '../../http/request.js';

/** What a page may load and where its forms may go: this service alone, and nothing inline. */
export const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface PageHeaders {
  /** What a page may ask the reader for. */
  permissions?: readonly ('camera' | 'geolocation')[];
  /** Whether a session counts here: without a referrer some browsers send `Origin: null`, which it refuses. */
  session?: boolean;
  /** Policy of a page with a body of others' making. */
  policy?: string;
}

/** Puts the headers of a page on its answer. */
export function pageHeaders(
  c: Context<Env>,
  { permissions = [], session, policy = contentPolicy }: PageHeaders,
): void {
  const allowed = (name: 'camera' | 'geolocation') =>
    `${name}=(${permissions.includes(name) ? 'self' : ''})`;
  c.header('content-security-policy', policy);
  c.header('permissions-policy', `${allowed('camera')}, ${allowed('geolocation')}, microphone=()`);
  c.header('referrer-policy', session ? 'same-origin' : 'no-referrer');
  c.header('cache-control', 'no-store');
  c.header('vary', 'Accept');
}
