import type { Context } from 'hono';
import type { FilesSettings, MapSettings } from '../../config.js';
import type { Env } from '../../http/request.js';
import { addressOf } from '../../lib/files/bucket.js';

/** The Content-Security-Policy of pages: this service alone, and nothing inline. */
export const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Returns a policy with requests to the host of the map added. */
export function withMap(policy: string, map: MapSettings | null): string {
  if (!map || map.kind === 'tiles_file') return policy;
  return policy.replace("connect-src 'self'", `connect-src 'self' ${new URL(map.url).origin}`);
}

/** Returns a policy with pictures and videos of the file storage added, to which media links redirect. */
export function withFiles(policy: string, files: FilesSettings | null): string {
  if (!files?.redirect) return policy;
  const { origin } = new URL(addressOf(files.bucket));
  return policy
    .replace("img-src 'self'", `img-src 'self' ${origin}`)
    .replace("media-src 'self'", `media-src 'self' ${origin}`);
}

export interface PageHeaders {
  /** Permissions that a page can request from the reader. */
  permissions?: readonly ('camera' | 'geolocation')[];
  /** True if the page uses a session: without a referrer some browsers send `Origin: null`, which is rejected. */
  session?: boolean;
  /** Content-Security-Policy of a page with third-party content. */
  policy?: string;
}

/** Sets the headers of a page on its response. */
export function pageHeaders(
  c: Context<Env>,
  { permissions = [], session, policy }: PageHeaders,
): void {
  const allowed = (name: 'camera' | 'geolocation') =>
    `${name}=(${permissions.includes(name) ? 'self' : ''})`;
  // Any page can be replaced by one with a map without a new document, so all have the same policy.
  const { config } = c.get('services');
  c.header(
    'content-security-policy',
    policy ?? withFiles(withMap(contentPolicy, config.map), config.files),
  );
  c.header('permissions-policy', `${allowed('camera')}, ${allowed('geolocation')}, microphone=()`);
  c.header('referrer-policy', session ? 'same-origin' : 'no-referrer');
  c.header('cache-control', 'no-store');
  c.header('vary', 'Accept');
}
