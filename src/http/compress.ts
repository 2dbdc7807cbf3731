import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { codingFor } from './accepts.js';
import { varyOn } from './headers.js';
import type { Env } from './request.js';

/** Below this size, compression costs more than it saves. */
const compressedBytesMin = 1024;
const compressible =
  /^(application\/([\w.-]+\+)?json|application\/javascript|text\/(?!event-stream))/;
const zip = promisify(gzip);
const squeeze = promisify(brotliCompress);

/** Codings by preference, at a quality that is fast enough for dynamic responses. */
const codings: Record<string, (plain: Uint8Array) => Promise<Buffer>> = {
  br: (plain) => squeeze(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (plain) => zip(plain, { level: 4 }),
};

/** Returns the coding for the response; null for none. Sets Vary on text. */
function codingOf(c: Context<Env>): string | null {
  const { status, headers } = c.res;
  // A 304 has the Vary of the corresponding 200 (RFC 9110, 15.4.5), which is text if its tag is weak.
  if (status === 304 && headers.get('etag')?.startsWith('W/')) varyOn(headers, 'Accept-Encoding');
  if (!compressible.test(headers.get('content-type') ?? '')) return null;
  varyOn(headers, 'Accept-Encoding');
  const accepted = c.req.header('accept-encoding');
  return accepted ? codingFor(accepted, Object.keys(codings)) : null;
}

/**
 * Reads the body of a text response into memory, compressed in an accepted coding if that saves anything. A strong
 * entity tag becomes weak. An unchanged body with a declared length is not read: `@hono/node-server` sends unread text
 * without a stream.
 *
 * @returns bytes of the body; 0 for a stream, a file or text that is already compressed
 */
export async function bufferBody(c: Context<Env>): Promise<number> {
  const coding = codingOf(c);
  const isText = compressible.test(c.res.headers.get('content-type') ?? '');
  const isDone = c.req.method === 'HEAD' || c.res.headers.has('content-encoding');
  if (!isText || isDone) return 0;
  const declared = c.res.headers.get('content-length');
  if (declared !== null && (coding === null || Number(declared) < compressedBytesMin)) {
    return Number(declared);
  }
  if (c.res.body === null) return 0;
  const plain = new Uint8Array(await c.res.arrayBuffer());
  // Read after the body: @hono/node-server creates new headers when the body is read.
  const { status, headers } = c.res;
  const encode = coding === null ? undefined : codings[coding];
  const compressed = encode && plain.byteLength >= compressedBytesMin ? await encode(plain) : null;
  if (compressed && coding !== null) {
    headers.set('content-encoding', coding);
    headers.delete('content-length');
    const etag = headers.get('etag');
    if (etag && !etag.startsWith('W/')) headers.set('etag', `W/${etag}`);
  }
  const body = compressed ? new Uint8Array(compressed) : plain;
  // Otherwise Hono copies the headers of the previous response.
  c.res = undefined;
  c.res = new Response(body, { status, headers });
  return body.byteLength;
}
