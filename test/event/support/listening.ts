import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { type SocketTimes, serveWebSockets } from '../../../src/graphql/websocket.js';
import type { TestApp } from '../../support/app.js';

/** Serves the app on a port, with WebSockets. */
export async function listen(app: TestApp, times?: Partial<SocketTimes>) {
  const server = createServer(getRequestListener(app.handle, { overrideGlobalObjects: false }));
  const closeWebSockets = serveWebSockets(server, app.handle, app.services, times);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    http: `http://127.0.0.1:${port}/graphql`,
    ws: `ws://127.0.0.1:${port}/graphql`,
    closeWebSockets,
    async close() {
      await closeWebSockets();
      await new Promise((resolve) => server.close(resolve).closeAllConnections());
    },
  };
}
