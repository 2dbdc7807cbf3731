import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { matchesTag, weakTag } from '../lib/etag.js';
import { mebibyte } from '../lib/units.js';
import { codingFor } from './accepts.js';

const squeeze = promisify(brotliCompress);
const zip = promisify(gzip);

/** Brotli's best quality takes seconds per megabyte and saves a tenth. */
const brotliQuality = (bytes: number) => (bytes < mebibyte / 4 ? 11 : 6);

const codings: Record<string, (plain: Uint8Array) => Promise<Buffer>> = {
  br: (plain) =>
    squeeze(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality(plain.byteLength),
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength,
      },
    }),
  gzip: (plain) => zip(plain, { level: 9 }),
};

export type FixedText = ReturnType<typeof fixedText>;

/**
 * Serves a text that is the same for every request, such as a stylesheet or /openapi.json. It is compressed once per
 * coding, on the first request for that coding.
 */
export function fixedText(plain: Uint8Array<ArrayBuffer>) {
  const etag = weakTag(plain);
  const encoded = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  function inCoding(coding: string): Promise<Uint8Array<ArrayBuffer>> {
    const known = encoded.get(coding);
    if (known) return known;
    const bytes = codings[coding]!(plain).then((buffer) => new Uint8Array(buffer));
    encoded.set(coding, bytes);
    bytes.catch(() => encoded.delete(coding));
    return bytes;
  }

  return {
    etag,

    /**
     * Responds with the text in the client's preferred coding, or with 304.
     *
     * @param headers content-type and others; without `cache-control` clients revalidate
     */
    async respond(c: Context, headers: Record<string, string>): Promise<Response> {
      const common = {
        etag,
        'cache-control': 'no-cache',
        ...headers,
        vary: headers['vary'] ? `${headers['vary']}, Accept-Encoding` : 'Accept-Encoding',
      };
      if (matchesTag(c.req.header('if-none-match'), etag)) {
        const { 'content-type': _, ...unchanged } = { 'content-type': '', ...common };
        return c.body(null, 304, unchanged);
      }
      const coding = codingFor(c.req.header('accept-encoding'), Object.keys(codings));
      if (coding === null) return c.body(plain, 200, common);
      return c.body(await inCoding(coding), 200, { ...common, 'content-encoding': coding });
    },
  };
}
