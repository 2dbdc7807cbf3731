/**
 * The service as a side of a comparison: a separate process on the store and database named by its environment. Prints
 * its port, and returns its CPU usage at /cpu.
 */
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { createApp } from '../src/app.js';
import { readConfig } from '../src/config.js';
import { startServices } from '../src/start.js';

const { services } = await startServices({
  config: readConfig(),
  mongodbUri: process.env['MONGODB_URI'] ?? '',
  baseUrl: 'http://127.0.0.1',
  announcePilotKey: () => {},
});
let app: ReturnType<typeof createApp>;
const server = createAdaptorServer({
  fetch: async (request: Request, env: object) => {
    if (!request.url.endsWith('/cpu')) return app.fetch(request, env);
    // Work triggered by requests is part of their cost.
    await services.relay.drain();
    await services.followers.catchUp();
    const { user, system } = process.cpuUsage();
    return Response.json({ cpu: user + system });
  },
});
app = createApp(services);
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  // Printed to the same stream as the log.
  process.stdout.write(`${JSON.stringify({ port })}\n`);
});
