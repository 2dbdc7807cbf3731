import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { RequestError } from '@hono/node-server';
import { ApiError } from '../errors.js';
import { headerBytesMax, urlBytesMax, urlTooLong } from '../http/limits.js';
import { kibibyte } from '../lib/units.js';
import { problemBody, problemResponse } from './problem.js';

interface ParserError extends Error {
  code?: string;
  rawPacket?: Buffer;
}

/** A connection as Node keeps it, with the answer that is under way on it. */
interface Connection extends Duplex {
  _httpMessage?: { headersSent: boolean } | null;
}

/** What a request that Node's parser gave up on is refused with. */
function apiErrorOf(error: ParserError): { apiError: ApiError; status: number } {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const apiError = new ApiError('request_timeout', 'Request timed out.');
    return { apiError, status: apiError.status };
  }
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    const end = error.rawPacket?.indexOf('\n') ?? -1;
    if (end > urlBytesMax || end === -1) {
      return { apiError: new ApiError('uri_too_long', urlTooLong), status: 414 };
    }
    const detail = `The header fields are longer than ${headerBytesMax / kibibyte} KiB.`;
    return { apiError: new ApiError('bad_request', detail), status: 431 };
  }
  return { apiError: new ApiError('bad_request', 'The request is not valid HTTP.'), status: 400 };
}

/**
 * Answers, in the form of every other refusal, what never became a request: broken syntax, header
 * fields that are too long or too slow.
 */
export function answerUnreadable(error: ParserError, socket: Connection): void {
  // Where an answer is half out, anything more would be read as the rest of it.
  const answering = socket._httpMessage?.headersSent;
  if (error.code === 'ECONNRESET' || !socket.writable || answering) {
    socket.destroy();
    return;
  }
  const { apiError, status } = apiErrorOf(error);
  const requestId = randomUUID();
  const body = JSON.stringify({ ...problemBody(apiError, requestId, '/'), status });
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
 * Answers a request that never came to the app: as a rule because its target or its Host header field
 * is no address.
 */
export function unroutableResponse(error: unknown): Response {
  const apiError =
    error instanceof RequestError
      ? new ApiError('bad_request', 'The request target or the Host header field is not valid.')
      : new ApiError('internal_error');
  const requestId = randomUUID();
  const response = problemResponse(apiError, requestId, '/');
  response.headers.set('request-id', requestId);
  response.headers.set('cache-control', 'no-store');
  return response;
}
