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
 * After so long without a byte either way a connection is cut off, twice as long where a client has read
 * a part of its answer; no answer takes as long to make.
 */
const silentMilliseconds = minute;

const serverOptions = {
  headersTimeout: 10_000,
  /** Longer than an upload, which has finer limits of its own. */
  requestTimeout: uploadLimits.totalMilliseconds + minute,
  /** Longer than load balancers keep a connection idle, so that it is they who close it. */
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: headerBytesMax,
  /** An HTTP/1.1 request without a host is refused further in, where it gets an answer that says so. */
  requireHostHeader: false,
};

/** URL of a listening server. */
function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Stops accepting, lets what was accepted be answered, and cuts off what takes over 8 seconds. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), drainMilliseconds);
    // A connection becomes idle when its answer is out, and would be kept alive for more.
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearTimeout(cut);
      clearInterval(idle);
      resolve();
    });
  });
}

/**
 * Listens, opens the services on the database, and serves; prints the address, and a pilot key
 * that was made here.
 *
 * @param storeSilentMs for how long the embedded store has given no sign of life
 * @returns what stops it all, the store excepted
 */
export async function serve(
  config: Config,
  mongodbUri: string,
  log: Logger,
  storeSilentMs?: () => number,
): Promise<() => Promise<void>> {
  // The address is part of every link, so the port is taken before anything is built on it; what
  // arrives meanwhile waits for the app.
  let ready: (app: ReturnType<typeof createApp>) => void = () => {};
  const app = new Promise<ReturnType<typeof createApp>>((resolve) => {
    ready = resolve;
  });
  const listener = getRequestListener(
    // The second argument carries Node's own request, from which uploads are read.
    async (request: Request, env: object) => (await app).fetch(request, env),
    // The host of a request of HTTP/1.0 that names none.
    { errorHandler: unroutableResponse, hostname: 'localhost' },
  );
  const server = createServer(serverOptions, listener);
  server.timeout = silentMilliseconds;
  server.on('clientError', answerUnreadable);
  // What a client expects besides `100-continue` need not be met (RFC 9110, 10.1.1).
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
