import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { ApiError, errorText } from '../errors.js';
import { parseRange } from '../http/media-response.js';
import type { Env } from '../http/request.js';

/** Serves ranges of the PMTiles file of MAP_TILES. The file can be replaced while the service runs. */
export async function mapTiles(c: Context<Env>): Promise<Response> {
  const { map } = c.get('services').config;
  if (map?.kind !== 'tiles_file') throw new ApiError('not_found', errorText('error.path'));
  const { size, mtimeMs } = await stat(map.path);
  const range = parseRange(c.req.header('range') ?? null, size);
  const { start, end } = range ?? { start: 0, end: size };
  const headers = new Headers({
    'accept-ranges': 'bytes',
    'cache-control': 'public, no-cache',
    'content-length': String(end - start),
    'content-type': 'application/vnd.pmtiles',
    etag: `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`,
  });
  if (range) headers.set('content-range', `bytes ${start}-${end - 1}/${size}`);
  const body =
    c.req.method === 'HEAD' || start === end
      ? null
      : (Readable.toWeb(
          createReadStream(map.path, { start, end: end - 1 }),
        ) as ReadableStream<Uint8Array>);
  return new Response(body, { status: range ? 206 : 200, headers });
}
