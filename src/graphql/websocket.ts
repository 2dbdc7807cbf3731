import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import {
  buildSchema,
  type ExecutionArgs,
  type ExecutionResult,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  parse,
} from 'graphql';
import { CloseCode, handleProtocols, makeServer, type SubscribePayload } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { ApiError, errorText } from '../errors.js';
import { jsonBodyBytesMax } from '../http/body.js';
import { headerBytesMax } from '../http/limits.js';
import { kibibyte, second } from '../lib/units.js';
import { requestedLanguage } from '../messages/accept-language.js';
import type { Services } from '../services.js';
import { toGraphQLError } from './yoga.js';

const path = '/graphql';
/** Maximum number of concurrent operations per socket. */
const operationsMax = 20;
/** Bytes that a client can leave unread before its socket is terminated. */
const unsentBytesMax = 1024 * kibibyte;

/** Header fields of the upgrade request that are added to each operation. */
const upgradeFields = [
  'x-api-key',
  'authorization',
  'cookie',
  'origin',
  'sec-fetch-site',
  'x-forwarded-for',
];
/** Members of `connectionParams` that replace a header field. */
const paramFields = ['x-api-key', 'authorization'];

export interface SocketTimes {
  /** From the upgrade to `connection_init`. */
  initMilliseconds: number;
  pingMilliseconds: number;
  /** A socket without an operation is closed after one to two of these periods. */
  idleMilliseconds: number;
}

const defaultTimes: SocketTimes = {
  initMilliseconds: 5 * second,
  pingMilliseconds: 15 * second,
  idleMilliseconds: 60 * second,
};

interface Extra {
  socket: WebSocket;
  upgrade: IncomingMessage;
  headers: Headers;
  /** True if an operation has started since the last sweep for idle sockets. */
  used: boolean;
}

/** Handles a request with the app. */
type Fetch = (request: Request, env: object) => Response | Promise<Response>;

function headersOf(upgrade: IncomingMessage): Headers {
  const headers = new Headers();
  for (const name of upgradeFields) {
    const value = upgrade.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  return headers;
}

/**
 * Sets the credentials from `connectionParams`.
 *
 * @returns true if they are valid header values
 */
function addParams(headers: Headers, params: Record<string, unknown>): boolean {
  try {
    for (const [name, value] of Object.entries(params)) {
      if (!paramFields.includes(name.toLowerCase()) || typeof value !== 'string') continue;
      if (value.length > headerBytesMax) return false;
      headers.set(name, value);
    }
    return true;
  } catch {
    return false;
  }
}

/** An error as sent by the app. */
class SentError extends GraphQLError {
  constructor(private readonly sent: GraphQLFormattedError) {
    super(sent.message);
  }

  override toJSON(): GraphQLFormattedError {
    return this.sent;
  }
}

/** Converts a result sent by the app to one for graphql-ws. */
function resultOf({ errors, ...rest }: FormattedExecutionResult): ExecutionResult {
  return { ...rest, ...(errors && { errors: errors.map((error) => new SentError(error)) }) };
}

/**
 * Yields the messages of an event stream as results. `return` cancels the stream immediately, even while it is waiting.
 */
function resultsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ExecutionResult, undefined> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  const end = { done: true as const, value: undefined };
  const results: AsyncGenerator<ExecutionResult, undefined> = {
    async next() {
      const { done, value } = await reader.read();
      if (done || value.event !== 'next') return end;
      return { done: false, value: resultOf(JSON.parse(value.data)) };
    },
    async return() {
      await reader.cancel();
      return end;
    },
    async throw(error) {
      await reader.cancel();
      throw error;
    },
    [Symbol.asyncIterator]: () => results,
  };
  return results;
}

async function* only(result: ExecutionResult): AsyncGenerator<ExecutionResult, undefined> {
  yield result;
}

/** Placeholders: graphql-ws reads only the kind of operation from these. POST /graphql runs the client's document. */
const schema = buildSchema('type Query { any: Boolean } type Subscription { any: Boolean }');
const document = parse('subscription { any }');

interface Running extends ExecutionArgs {
  results: AsyncGenerator<ExecutionResult, undefined>;
}

/**
 * Serves graphql-transport-ws at /graphql. Each operation is a POST /graphql of the app with the credentials of its
 * socket, so that access, limits, log and errors are the same as over HTTP. A cookie sent by a page of another site is
 * ignored, because its `Origin` is part of that request.
 *
 * @returns a function that closes all sockets, so that clients reconnect elsewhere
 */
export function serveWebSockets(
  server: Server,
  fetch: Fetch,
  services: Services,
  given: Partial<SocketTimes> = {},
): () => Promise<void> {
  const times = { ...defaultTimes, ...given };
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: jsonBodyBytesMax,
    handleProtocols: (protocols) => handleProtocols(protocols),
  });

  async function run(extra: Extra, payload: SubscribePayload): Promise<Response> {
    const headers = new Headers(extra.headers);
    headers.set('content-type', 'application/json');
    headers.set('accept', 'application/graphql-response+json, text/event-stream');
    const url = new URL(path, services.baseUrl);
    const request = new Request(url, { method: 'POST', headers, body: JSON.stringify(payload) });
    return fetch(request, { incoming: extra.upgrade });
  }

  const tooMany = ({ headers }: Extra): GraphQLError =>
    toGraphQLError(
      new ApiError('rate_limited', errorText('error.socket_operations', { max: operationsMax })),
      { services, requestId: randomUUID() },
      requestedLanguage(headers.get('accept-language')),
    );

  const protocol = makeServer<Record<string, unknown>, Extra>({
    connectionInitWaitTimeout: times.initMilliseconds,
    onConnect: ({ connectionParams = {}, extra }) => addParams(extra.headers, connectionParams),
    async onSubscribe({ subscriptions, extra }, _id, payload) {
      extra.used = true;
      if (Object.keys(subscriptions).length > operationsMax) return [tooMany(extra)];
      const response = await run(extra, payload);
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
      if (isStream && response.body) {
        return { schema, document, results: resultsOf(response.body) };
      }
      const result = resultOf((await response.json()) as FormattedExecutionResult);
      if (!('data' in result)) return result.errors ?? [];
      return { schema, document, results: only(result) };
    },
    subscribe: (args) => (args as Running).results,
  });

  /** The open sockets. */
  const open = new Map<WebSocket, Extra & { operations: () => number }>();

  sockets.on('connection', (socket: WebSocket, upgrade: IncomingMessage) => {
    const extra: Extra = { socket, upgrade, headers: headersOf(upgrade), used: true };
    const running = new Set<Promise<void>>();
    const check = () => {
      // The client does not read its messages.
      if (socket.bufferedAmount > unsentBytesMax) socket.terminate();
    };
    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        send: (text) =>
          new Promise((resolve, reject) => {
            if (socket.readyState !== socket.OPEN) return resolve();
            check();
            socket.send(text, (error) => (error ? reject(error) : resolve()));
          }),
        close: (code, reason) => socket.close(code, reason),
        onMessage: (take) =>
          socket.on('message', (data) => {
            const done = take(String(data)).catch((err) => {
              if (socket.readyState !== socket.OPEN) return;
              services.log.error({ err }, 'a WebSocket message failed');
              socket.close(CloseCode.InternalServerError, 'Internal server error');
            });
            running.add(done);
            void done.finally(() => running.delete(done));
          }),
      },
      extra,
    );
    let isAlive = true;
    const ping = setInterval(() => {
      if (!isAlive) return socket.terminate();
      isAlive = false;
      socket.ping();
    }, times.pingMilliseconds);
    socket.on('pong', () => {
      isAlive = true;
    });
    socket.on('ping', check);
    // An invalid frame or a message beyond maxPayload; ws closes the socket.
    socket.on('error', () => undefined);
    open.set(socket, Object.assign(extra, { operations: () => running.size }));
    socket.once('close', (code, reason) => {
      clearInterval(ping);
      open.delete(socket);
      closed(code, String(reason)).catch((err) =>
        services.log.error({ err }, 'a WebSocket was not closed in order'),
      );
    });
  });

  const sweep = setInterval(() => {
    for (const [socket, extra] of open) {
      if (!extra.used && extra.operations() === 0) socket.close(1000, 'Idle');
      extra.used = false;
    }
  }, times.idleMilliseconds);
  sweep.unref();

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const isOurs =
      request.headers.upgrade?.toLowerCase() === 'websocket' &&
      request.method === 'GET' &&
      request.url?.split('?')[0] === path;
    if (!isOurs) return withoutUpgrade(server, request, socket, head);
    sockets.handleUpgrade(request, socket, head, (client) =>
      sockets.emit('connection', client, request),
    );
  };
  server.on('upgrade', onUpgrade);

  return async () => {
    clearInterval(sweep);
    server.off('upgrade', onUpgrade);
    const closing = [...open.keys()].map(async (socket) => {
      // Clients reconnect and resume.
      socket.close(1001, 'Going away');
      if (socket.readyState !== socket.CLOSED) await once(socket, 'close');
    });
    const late = setTimeout(() => {
      for (const socket of open.keys()) socket.terminate();
    }, 2 * second);
    await Promise.all(closing);
    clearTimeout(late);
  };
}

/** Serves a request without its upgrade, which a server can ignore (RFC 9110, 7.8). */
function withoutUpgrade(
  server: Server,
  { method, url, httpVersion, rawHeaders }: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (/^(upgrade|http2-settings)$/i.test(name)) continue;
    const kept = /^connection$/i.test(name)
      ? value.split(',').filter((option) => !/^\s*(upgrade|http2-settings)\s*$/i.test(option))
      : [value];
    if (kept.length > 0) lines.push(`${name}: ${kept.join(',')}`);
  }
  if (head.length > 0) socket.unshift(head);
  socket.unshift(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'));
  server.emit('connection', socket);
}
