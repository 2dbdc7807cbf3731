import type { IncomingMessage } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import { ApiError } from '../errors.js';
import type { Env } from './request.js';

/** What two servers may read differently in a request, or route differently; null where nothing is ambiguous. */
function ambiguityOf({ rawHeaders, headers, httpVersion }: IncomingMessage): string | null {
  // Names and values alternate; `headers` has the first Host only.
  const isHost = (text: string, at: number) => at % 2 === 0 && text.toLowerCase() === 'host';
  const hosts = rawHeaders.filter(isHost).length;
  if (hosts > 1) return 'The request has more than one Host header field.';
  // Probes of load balancers may speak HTTP/1.0, which has none.
  if (hosts === 0 && httpVersion !== '1.0') return 'The request has no Host header field.';
  if (httpVersion === '1.0' && headers['transfer-encoding'] !== undefined) {
    return 'An HTTP/1.0 request cannot have a Transfer-Encoding header field.';
  }
  return null;
}

/**
 * Refuses what a proxy in front may route or delimit differently (RFC 9112, 3.2 and 6.1), and closes
 * the connection, since where the next request begins is not certain.
 */
export const rejectAmbiguous: MiddlewareHandler<Env> = async (c, next) => {
  const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage };
  const ambiguity = incoming ? ambiguityOf(incoming) : null;
  if (ambiguity) throw new ApiError('bad_request', ambiguity, { headers: { connection: 'close' } });
  await next();
};
