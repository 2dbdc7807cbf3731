import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Context, Hono } from 'hono';
import { ApiError, errorText } from '../../errors.js';
import { type FixedText, fixedText } from '../../http/fixed-text.js';
import type { Env } from '../../http/request.js';
import { compiledUrl } from '../../lib/compiled.js';
import { contentPolicy, withMap } from './headers.js';

/** Content types by extension; nothing else is served. */
const types: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  pdf: 'application/pdf',
  webmanifest: 'application/manifest+json',
};

/** Returns the URL of a file in dist/assets. */
const fileUrl = (file: string) =>
  new URL(file, compiledUrl(import.meta.url, '../../../assets/manifest.json'));

let files: Record<string, string> | undefined;

/** Returns the file name of each asset, as written by the build. */
function manifest(): Record<string, string> {
  files ??= JSON.parse(readFileSync(fileUrl('manifest.json'), 'utf8')) as Record<string, string>;
  return files;
}

/**
 * Returns the path of an asset, with the hash of its content.
 * @param name such as `site.css` or, for src/pages/client/capture.tsx, `capture.js`
 * @throws Error for an asset that the build did not create
 */
export function assetPath(name: string): string {
  const file = manifest()[name];
  if (file === undefined) throw new Error(`no asset ${name}`);
  return `/assets/${file}`;
}

const contents = new Map<string, Promise<FixedText>>();

function contentOf(file: string): Promise<FixedText> {
  const known = contents.get(file);
  if (known) return known;
  const content = readFile(fileUrl(file)).then((bytes) => fixedText(new Uint8Array(bytes)));
  contents.set(file, content);
  content.catch(() => contents.delete(file));
  return content;
}

/**
 * Serves a file of the build.
 * @param file name with its hash, listed in the manifest
 * @param headers additional headers; without `cache-control`, the file is immutable
 */
async function fileResponse(
  c: Context<Env>,
  file: string,
  headers: Record<string, string>,
): Promise<Response> {
  return (await contentOf(file)).respond(c, {
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    ...headers,
  });
}

/** Serves an asset at a URL without a hash, such as a service worker; clients revalidate it. */
export const assetResponse = (
  c: Context<Env>,
  name: string,
  headers: Record<string, string> = {},
) => fileResponse(c, manifest()[name] ?? '', { 'cache-control': 'no-cache', ...headers });

/** Serves the files of the build. */
export function mountAssets(app: Hono<Env>): void {
  app.get('/assets/:file', (c) => {
    const file = c.req.param('file');
    if (!Object.values(manifest()).includes(file)) {
      throw new ApiError('not_found', errorText('error.path'));
    }
    if (file !== manifest()['map-worker.js']) return fileResponse(c, file, {});
    // The policy of its response applies to a worker, which requests the tiles.
    const policy = withMap(contentPolicy, c.get('services').config.map);
    return fileResponse(c, file, { 'content-security-policy': policy });
  });
}
