import { Readable } from 'node:stream';
import { ApiError, errorText } from '../errors.js';
import { hour, minute, second } from '../lib/units.js';
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
    throw new ApiError(
      'range_not_satisfiable',
      errorText('error.file_bytes', { size: sizeBytes }),
      {
        headers: { 'content-range': `bytes */${sizeBytes}` },
      },
    );
  }
  return { start, end };
}

/** Returns true if a list of entity tags such as If-None-Match contains this strong tag. */
function lists(header: string | null, etag: string): boolean {
  if (header === null) return false;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

/** Maximum validity of a link to a file outside the service. */
const linkSecondsMax = hour / second;
/** A cached redirect is followed only while its link is valid this much longer. */
const linkMarginSeconds = minute / second;

/**
 * Returns whether the request can be redirected. A link is valid for GET only, and a script's fetch would need a bucket
 * that permits requests from other origins.
 */
const isRedirectable = ({ method, headers }: Request): boolean =>
  method === 'GET' && !/^(cors|same-origin)$/.test(headers.get('sec-fetch-mode') ?? '');

async function redirectTo(
  link: NonNullable<ServedFile['link']>,
  { mediaType, name, maxAgeSeconds }: ServedFile,
): Promise<Response> {
  const known = knownMediaType(mediaType);
  const expiresSeconds = Math.min(linkSecondsMax, Math.max(1, maxAgeSeconds));
  const location = await link({
    expiresSeconds,
    contentType: known ?? unknownMediaType,
    // Without a space, which URLs encode in two ways.
    contentDisposition: `${known ? 'inline' : 'attachment'};filename="${name}"`,
  });
  const maxAge = Math.max(0, expiresSeconds - linkMarginSeconds);
  return new Response(null, {
    status: 302,
    headers: {
      location,
      'cache-control': `private, max-age=${maxAge}`,
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
      vary: 'Sec-Fetch-Mode',
    },
  });
}

/**
 * Returns the response to GET and HEAD for a stored file: 200, 206, 304, or 302 if the file has a link outside the
 * service. The bytes never change, so their hash is the entity tag. A file that is not a known picture, video or PDF is
 * served as a download only.
 *
 * @throws ApiError `range_not_satisfiable`, `unavailable`
 */
export async function mediaResponse(request: Request, file: ServedFile): Promise<Response> {
  if (file.link && isRedirectable(request)) return redirectTo(file.link, file);
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
    ...(file.link && { vary: 'Sec-Fetch-Mode' }),
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
      : (Readable.toWeb(await file.open(start, end)) as ReadableStream<Uint8Array>);
  return new Response(body, { status: range ? 206 : 200, headers });
}
