import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from 'pino';
import { createApp } from './app.js';
import { type Config, ConfigError } from './config.js';
import { serveWebSockets } from './graphql/websocket.js';
import { headerBytesMax } from './http/limits.js';
import { listenForMetrics } from './http/metrics-listener.js';
import { uploadLimits } from './http/multipart.js';
import { answerUnreadable, unroutableResponse } from './http/unreadable.js';
import { minute } from './lib/units.js';
import { readAnswerExamples } from './rest/openapi/examples.js';
import { startServices } from './start.js';

const drainMilliseconds = 8_000;

/**
 * Time without traffic after which a connection is closed, doubled if the client has read a part of its
 * response. No response takes as long to produce.
 */
const silentMilliseconds = minute;

const serverOptions = {
  headersTimeout: 10_000,
  /** Longer than an upload, which has stricter limits. */
  requestTimeout: uploadLimits.totalMilliseconds + minute,
  /** Longer than load balancers keep idle connections, so that they close first. */
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: headerBytesMax,
  /** A request without a Host header is rejected later with a proper error response. */
  requireHostHeader: false,
};

/** Returns the URL of a listening server. */
function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Stops accepting connections, waits for responses in progress, and closes what remains after 8 s. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), drainMilliseconds);
    // A connection becomes idle after its response and would otherwise be kept alive.
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearTimeout(cut);
      clearInterval(idle);
      resolve();
    });
  });
}

/**
 * Listens, opens the services on the database, and serves. Prints the address, and a new pilot key.
 *
 * @param storeSilentMs returns milliseconds since the last heartbeat of the embedded store
 * @returns a function that stops everything except the store
 */
export async function serve(
  config: Config,
  mongodbUri: string,
  log: Logger,
  storeSilentMs?: () => number,
): Promise<() => Promise<void>> {
  // Every link contains the address, so the port is opened first. Requests wait until the app is ready.
  let ready: (app: ReturnType<typeof createApp>) => void = () => {};
  const app = new Promise<ReturnType<typeof createApp>>((resolve) => {
    ready = resolve;
  });
  const listener = getRequestListener(
    // The second argument contains Node's request, from which uploads are read.
    async (request: Request, env: object) => (await app).fetch(request, env),
    // Host of an HTTP/1.0 request without one.
    { errorHandler: unroutableResponse, hostname: 'localhost' },
  );
  const server = createServer(serverOptions, listener);
  server.timeout = silentMilliseconds;
  server.on('clientError', answerUnreadable);
  // Expectations other than `100-continue` can be ignored (RFC 9110, section 10.1.1).
  server.on('checkExpectation', listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ message }) => reject(new ConfigError(`HOST and PORT: ${message}`)));
    server.listen(config.port, config.host, resolve);
  });
  const address = addressOf(server, config.host);

  const { services, stop } = await startServices({
    config,
    mongodbUri,
    log,
    storeSilentMs,
    baseUrl: config.baseUrl ?? address,
    announcePilotKey: (key) => process.stdout.write(`pilot API key: ${key}\n`),
  });
  let metrics: Server | undefined;
  if (config.metrics) {
    metrics = await listenForMetrics(services.metrics.registry, config.metrics);
    process.stdout.write(`metrics on ${addressOf(metrics, config.metrics.host)}/metrics\n`);
  }
  const opened = createApp(services, readAnswerExamples);
  const closeWebSockets = serveWebSockets(server, opened.fetch, services);
  ready(opened);
  process.stdout.write(`listening on ${address}\n`);
  return async () => {
    const closing = closeWebSockets();
    services.stopping = true;
    await Promise.all([closing, closeServer(server)]);
    metrics?.close();
    metrics?.closeAllConnections();
    await stop();
  };
}
