import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { codingFor } from './accepts.js';
import { varyOn } from './headers.js';
import type { Env } from './request.js';

/** Below this, compressing costs more than it saves. */
const compressedBytesMin = 1024;
const compressible =
  /^(application\/([\w.-]+\+)?json|application\/javascript|text\/(?!event-stream))/;
const zip = promisify(gzip);
const squeeze = promisify(brotliCompress);

/** Codings by preference, at a quality that is quick enough for answers made on the spot. */
const codings: Record<string, (plain: Uint8Array) => Promise<Buffer>> = {
  br: (plain) => squeeze(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (plain) => zip(plain, { level: 4 }),
};

/** The coding that the response may be sent in, which Vary then names; null: as it is. */
function codingOf(c: Context<Env>): string | null {
  const { status, headers } = c.res;
  // A 304 has the Vary of the 200 that it stands for (RFC 9110, 15.4.5): a text, where its tag is weak.
  if (status === 304 && headers.get('etag')?.startsWith('W/')) varyOn(headers, 'Accept-Encoding');
  if (!compressible.test(headers.get('content-type') ?? '')) return null;
  varyOn(headers, 'Accept-Encoding');
  const accepted = c.req.header('accept-encoding');
  if (!accepted || c.req.method === 'HEAD' || headers.has('content-encoding')) return null;
  return c.res.body === null ? null : codingFor(accepted, Object.keys(codings));
}

/**
 * Compresses the response of a request in a coding that the client takes, where that saves anything.
 * A strong entity tag becomes a weak one.
 */
export async function compress(c: Context<Env>): Promise<void> {
  const coding = codingOf(c);
  const encode = coding === null ? undefined : codings[coding];
  if (coding === null || !encode) return;
  const plain = new Uint8Array(await c.res.arrayBuffer());
  // Read after the body: @hono/node-server makes new headers when it is read.
  const { status, headers } = c.res;
  const isSmall = plain.byteLength < compressedBytesMin;
  const body = isSmall ? plain : new Uint8Array(await encode(plain));
  if (!isSmall) {
    headers.set('content-encoding', coding);
    headers.delete('content-length');
    const etag = headers.get('etag');
    if (etag && !etag.startsWith('W/')) headers.set('etag', `W/${etag}`);
  }
  // Hono copies the headers of the response that another replaces.
  c.res = undefined;
  c.res = new Response(body, { status, headers });
}
