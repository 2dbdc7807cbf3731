import { Readable } from 'node:stream';
import { ApiError } from '../errors.js';
import { knownMediaType, unknownMediaType } from '../modules/evidence/media-types.js';
import type { ServedFile } from '../modules/evidence/read-media.js';

export interface ByteRange {
  start: number;
  /** Position after the last byte. */
  end: number;
}

/**
 * Parses a Range header (RFC 9110, section 14).
 *
 * @returns null to send the whole file (no header, another unit, several ranges, or an invalid one: the RFC allows
 *   ignoring each of these)
 * @throws ApiError `range_not_satisfiable` if the range is outside the file
 */
export function parseRange(header: string | null, sizeBytes: number): ByteRange | null {
  const parts = /^bytes=(\d*)-(\d*)$/i.exec(header?.replace(/\s/g, '') ?? '');
  if (!parts || (parts[1] === '' && parts[2] === '')) return null;
  const first = parts[1] === '' ? null : Number(parts[1]);
  const last = parts[2] === '' ? null : Number(parts[2]);
  if (first !== null && last !== null && last < first) return null;
  const start = first ?? Math.max(0, sizeBytes - last!);
  const end = first === null || last === null ? sizeBytes : Math.min(last + 1, sizeBytes);
  if (start >= sizeBytes || start >= end) {
    throw new ApiError('range_not_satisfiable', `The file has ${sizeBytes} bytes.`, {
      headers: { 'content-range': `bytes */${sizeBytes}` },
    });
  }
  return { start, end };
}

/** Returns true if a list of entity tags such as If-None-Match contains this strong tag. */
function lists(header: string | null, etag: string): boolean {
  if (header === null) return false;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

/**
 * Returns the response to GET and HEAD for a stored file: 200, 206 or 304. The bytes never change, so their hash is the
 * entity tag. A file that is not a known picture, video or PDF is served as a download only.
 *
 * @throws ApiError `range_not_satisfiable`
 */
export function mediaResponse(request: Request, file: ServedFile): Response {
  const etag = `"${file.sha256}"`;
  const known = knownMediaType(file.mediaType);
  const headers = new Headers({
    'accept-ranges': 'bytes',
    'cache-control': `private, max-age=${Math.max(0, file.maxAgeSeconds)}, immutable`,
    'content-disposition': `${known ? 'inline' : 'attachment'}; filename="${file.name}"`,
    'content-security-policy': "default-src 'none'; sandbox",
    'content-type': known ?? unknownMediaType,
    'cross-origin-resource-policy': 'cross-origin',
    etag,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  if (lists(request.headers.get('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers });
  }
  // A range applies only if the client's partial copy has the same bytes.
  const ifRange = request.headers.get('if-range');
  const wanted = ifRange === null || ifRange.trim() === etag ? request.headers.get('range') : null;
  // RFC 9110 defines Range only for GET.
  const range = request.method === 'GET' ? parseRange(wanted, file.sizeBytes) : null;
  const { start, end } = range ?? { start: 0, end: file.sizeBytes };
  headers.set('content-length', String(end - start));
  if (range) headers.set('content-range', `bytes ${start}-${end - 1}/${file.sizeBytes}`);
  const body =
    request.method === 'HEAD' || start === end
      ? null
      : (Readable.toWeb(file.open(start, end)) as ReadableStream<Uint8Array>);
  return new Response(body, { status: range ? 206 : 200, headers });
}
