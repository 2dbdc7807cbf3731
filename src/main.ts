import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { createApp } from './app.js';
import { ConfigError, readConfig } from './config.js';
import { EmbeddedStoreError, startEmbeddedStore } from './embedded/index.js';
import { CatalogueError } from './modules/catalogue/catalogue.js';
import { startServices } from './start.js';

const drainMilliseconds = 8_000;

/** Stops accepting, lets what was accepted be answered, and cuts off what takes over 8 seconds. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), drainMilliseconds);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

async function main(): Promise<void> {
  const config = readConfig();
  const store = config.mongodbUri ? null : await startEmbeddedStore({ dataDir: config.dataDir });

  // The address is part of every link, so the port is taken before anything is built on it; what
  // arrives meanwhile waits for the handler.
  let handle: ((request: Request) => Response | Promise<Response>) | undefined;
  let opened: () => void = () => {};
  const open = new Promise<void>((resolve) => {
    opened = resolve;
  });
  const server = createAdaptorServer({
    fetch: async (request: Request) => {
      await open;
      return handle!(request);
    },
  }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.port, config.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const address = `http://${host}:${port}`;

  const { services, stop } = await startServices({
    config,
    mongodbUri: config.mongodbUri ?? store!.uri,
    baseUrl: config.baseUrl ?? address,
    announcePilotKey: (key) => process.stdout.write(`pilot API key: ${key}\n`),
  });
  const app = createApp(services);
  handle = (request) => app.fetch(request);
  opened();
  process.stdout.write(`listening on ${address}\n`);

  let stopping = false;
  const shutDown = async () => {
    if (stopping) return;
    stopping = true;
    await closeServer(server);
    await stop();
    await store?.close();
    process.exit(0);
  };
  process.on('SIGTERM', shutDown);
  process.on('SIGINT', shutDown);
}

main().catch((error: unknown) => {
  const expected =
    error instanceof ConfigError ||
    error instanceof CatalogueError ||
    error instanceof EmbeddedStoreError ||
    (error as { code?: string }).code === 'EADDRINUSE';
  process.stderr.write(`${expected ? (error as Error).message : (error as Error).stack}\n`);
  process.exit(1);
});
