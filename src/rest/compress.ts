import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { weightOf } from './accepts.js';
import type { Env } from './request.js';

/** Below this, compressing costs more than it saves. */
const compressedBytesMin = 1024;
const compressible =
  /^(application\/([\w.-]+\+)?json|application\/javascript|text\/(?!event-stream))/;
const zip = promisify(gzip);

/** Adds a name to Vary. */
function varyOn(headers: Headers, name: string): void {
  const vary = headers.get('vary');
  if (!vary?.toLowerCase().includes(name.toLowerCase())) headers.append('vary', name);
}

/** Compresses texts for clients that take gzip; a strong entity tag becomes a weak one by it. */
export const compress: MiddlewareHandler<Env> = async (c, next) => {
  await next();
  const { headers, status } = c.res;
  if (!compressible.test(headers.get('content-type') ?? '')) return;
  varyOn(headers, 'Accept-Encoding');
  const wanted = c.req.header('accept-encoding');
  if (wanted === undefined || weightOf(wanted, ['gzip', '*']) === 0) return;
  if (headers.has('content-encoding') || c.req.method === 'HEAD' || !c.res.body) return;
  const plain = await c.res.arrayBuffer();
  const copy = new Headers(headers);
  if (plain.byteLength < compressedBytesMin) {
    c.res = undefined;
    c.res = new Response(plain, { status, headers: copy });
    return;
  }
  copy.set('content-encoding', 'gzip');
  copy.delete('content-length');
  const etag = copy.get('etag');
  if (etag && !etag.startsWith('W/')) copy.set('etag', `W/${etag}`);
  const zipped = await zip(plain, { level: 4 });
  c.res = undefined;
  c.res = new Response(new Uint8Array(zipped), { status, headers: copy });
};
