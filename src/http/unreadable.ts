import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { RequestError } from '@hono/node-server';
import { ApiError, errorText } from '../errors.js';
import { headerBytesMax, urlBytesMax, urlTooLong } from '../http/limits.js';
import { kibibyte } from '../lib/units.js';
import { problemBody, problemResponse } from './problem.js';

interface ParserError extends Error {
  code?: string;
  rawPacket?: Buffer;
}

/** A Node connection with its current response. */
interface Connection extends Duplex {
  _httpMessage?: { headersSent: boolean } | null;
}

/** Returns the error for a request that Node's parser rejected. */
function apiErrorOf(error: ParserError): { apiError: ApiError; status: number } {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const apiError = new ApiError('request_timeout');
    return { apiError, status: apiError.status };
  }
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    const end = error.rawPacket?.indexOf('\n') ?? -1;
    if (end > urlBytesMax || end === -1) {
      return { apiError: new ApiError('uri_too_long', urlTooLong), status: 414 };
    }
    const detail = errorText('error.header_length', { max: headerBytesMax / kibibyte });
    return { apiError: new ApiError('bad_request', detail), status: 431 };
  }
  return { apiError: new ApiError('bad_request', errorText('error.not_http')), status: 400 };
}

/**
 * Responds to data that Node could not parse as a request, in the form of all other errors: invalid syntax, header
 * fields that are too long or too slow.
 */
export function answerUnreadable(error: ParserError, socket: Connection): void {
  // If a response is partly sent, further bytes would be read as part of it.
  const answering = socket._httpMessage?.headersSent;
  if (error.code === 'ECONNRESET' || !socket.writable || answering) {
    socket.destroy();
    return;
  }
  const { apiError, status } = apiErrorOf(error);
  const requestId = randomUUID();
  const body = JSON.stringify({ ...problemBody(apiError, requestId, '/', 'en'), status });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Request-Id: ${requestId}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/**
 * Responds to a request that did not reach the app, usually because its target or its Host header field is not a valid
 * address.
 */
export function unroutableResponse(error: unknown): Response {
  const apiError =
    error instanceof RequestError
      ? new ApiError('bad_request', errorText('error.request_target'))
      : new ApiError('internal_error');
  const requestId = randomUUID();
  const response = problemResponse(apiError, requestId, '/', 'en');
  response.headers.set('request-id', requestId);
  response.headers.set('cache-control', 'no-store');
  return response;
}
