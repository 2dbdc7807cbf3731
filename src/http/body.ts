import type { MiddlewareHandler } from 'hono';
import { ApiError, errorText } from '../errors.js';
import { kibibyte, second } from '../lib/units.js';
import { formatSeconds } from '../messages/format-plain.js';
import { isRouted, takesBody } from './methods.js';
import type { Env } from './request.js';

export const jsonBodyBytesMax = 256 * kibibyte;
const bodySecondsMax = 10;

const tooLarge = (max: number) =>
  new ApiError('payload_too_large', errorText('error.body_bytes', { max }));

/** @throws ApiError `payload_too_large` if the declared length is too large */
export function checkDeclaredLength(request: Request, max: number): void {
  const declared = Number(request.headers.get('content-length') ?? 0);
  if (declared > max) throw tooLarge(max);
}

/**
 * Reads a body of at most `max` bytes within `bodySecondsMax`.
 *
 * @throws ApiError `payload_too_large`, `request_timeout`, or `bad_request` for an incomplete body
 */
export async function readBody(request: Request, max: number): Promise<Uint8Array> {
  checkDeclaredLength(request, max);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new ApiError(
            'request_timeout',
            errorText('error.body_seconds', {
              time: (language) => formatSeconds(language, bodySecondsMax),
            }),
          ),
        ),
      bodySecondsMax * second,
    );
  });
  try {
    // Node limits a body to its declared length. Converting it to a stream would cost more than the rest of reading it.
    if (request.headers.has('content-length')) {
      return new Uint8Array(await Promise.race([request.arrayBuffer(), timeout]));
    }
    return await readStream(request, max, timeout);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError('bad_request', errorText('error.body_ended'), { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** Reads a body without a declared length, counting its bytes. */
async function readStream(
  { body }: Request,
  max: number,
  timeout: Promise<never>,
): Promise<Uint8Array> {
  if (!body) return new Uint8Array();
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), timeout]);
      if (done) return Buffer.concat(chunks);
      size += value.byteLength;
      if (size > max) throw tooLarge(max);
      chunks.push(value);
    }
  } catch (error) {
    await reader.cancel().catch(() => {});
    throw error;
  }
}

/**
 * Rejects a body with a Content-Encoding, because no handler decodes it, and names the accepted coding (RFC 9110,
 * 12.5.3).
 */
export const identityBody: MiddlewareHandler<Env> = async (c, next) => {
  const codings = (c.req.header('content-encoding') ?? '').split(',').map((one) => one.trim());
  const isCoded = codings.some((coding) => coding !== '' && !/^identity$/i.test(coding));
  if (isCoded && takesBody(c.req.method) && isRouted(c)) {
    throw new ApiError('unsupported_media_type', errorText('error.content_encoding'), {
      headers: { 'accept-encoding': 'identity' },
    });
  }
  await next();
};

/**
 * Checks the size of a body before anything else, including the path, and reads the body of a POST or PATCH.
 *
 * @param streamed paths whose handlers read the body themselves, as a stream
 */
export function boundedBody(streamed: readonly string[]): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (!streamed.includes(c.req.path)) {
      checkDeclaredLength(c.req.raw, jsonBodyBytesMax);
      if (takesBody(c.req.method) && isRouted(c)) {
        c.set('body', await readBody(c.req.raw, jsonBodyBytesMax));
      }
    }
    await next();
  };
}
