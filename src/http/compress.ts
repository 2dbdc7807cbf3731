import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { codingFor } from './accepts.js';
import type { Env } from './request.js';

/** Below this, compressing costs more than it saves. */
const compressedBytesMin = 1024;
const compressible =
  /^(application\/([\w.-]+\+)?json|application\/javascript|text\/(?!event-stream))/;
const zip = promisify(gzip);
const squeeze = promisify(brotliCompress);

/** Codings by preference, at a quality that is quick enough for answers made on the spot. */
const codings: Record<string, (plain: ArrayBuffer) => Promise<Buffer>> = {
  br: (plain) => squeeze(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (plain) => zip(plain, { level: 4 }),
};

/** Adds a name to Vary. */
function varyOn(headers: Headers, name: string): void {
  const vary = headers.get('vary');
  if (!vary?.toLowerCase().includes(name.toLowerCase())) headers.append('vary', name);
}

/** Compresses texts for clients that take it; a strong entity tag becomes a weak one by it. */
export const compress: MiddlewareHandler<Env> = async (c, next) => {
  await next();
  const { headers, status } = c.res;
  // It stands for an answer that would have said so (RFC 9110, 15.4.5): a text, where its tag is weak.
  if (status === 304 && headers.get('etag')?.startsWith('W/')) varyOn(headers, 'Accept-Encoding');
  if (!compressible.test(headers.get('content-type') ?? '')) return;
  varyOn(headers, 'Accept-Encoding');
  const coding = codingFor(c.req.header('accept-encoding'), Object.keys(codings));
  const encode = coding && codings[coding];
  if (!encode) return;
  if (headers.has('content-encoding') || c.req.method === 'HEAD' || !c.res.body) return;
  const plain = await c.res.arrayBuffer();
  const copy = new Headers(headers);
  if (plain.byteLength < compressedBytesMin) {
    c.res = undefined;
    c.res = new Response(plain, { status, headers: copy });
    return;
  }
  copy.set('content-encoding', coding);
  copy.delete('content-length');
  const etag = copy.get('etag');
  if (etag && !etag.startsWith('W/')) copy.set('etag', `W/${etag}`);
  const zipped = await encode(plain);
  c.res = undefined;
  c.res = new Response(new Uint8Array(zipped), { status, headers: copy });
};
