import type { IncomingMessage } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import { ApiError, type ErrorText, errorText } from '../errors.js';
import type { Env } from './request.js';

/**
 * Returns the aspect of a request that two servers can interpret or route differently; null if the request is
 * unambiguous.
 */
function ambiguityOf({ rawHeaders, headers, httpVersion }: IncomingMessage): ErrorText | null {
  // Names and values alternate; `headers` contains only the first Host.
  const isHost = (text: string, at: number) => at % 2 === 0 && text.toLowerCase() === 'host';
  const hosts = rawHeaders.filter(isHost).length;
  if (hosts > 1) return errorText('error.hosts');
  // Probes of load balancers can use HTTP/1.0, which has no Host.
  if (hosts === 0 && httpVersion !== '1.0') return errorText('error.no_host');
  if (httpVersion === '1.0' && headers['transfer-encoding'] !== undefined) {
    return errorText('error.old_encoding');
  }
  return null;
}

/**
 * Rejects a request that a proxy in front can route or delimit differently (RFC 9112, 3.2 and 6.1), and closes the
 * connection, because the start of the next request is uncertain.
 */
export const rejectAmbiguous: MiddlewareHandler<Env> = async (c, next) => {
  const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage };
  const ambiguity = incoming ? ambiguityOf(incoming) : null;
  if (ambiguity) throw new ApiError('bad_request', ambiguity, { headers: { connection: 'close' } });
  await next();
};
