/**
 * The service as a side of a comparison: a process of its own on the store and database that its environment
 * names. Prints where it listens, and says at /cpu what it has used so far.
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
    // What requests have set off is part of what they cost.
    await services.relay.drain();
    await services.followers.catchUp();
    const { user, system } = process.cpuUsage();
    return Response.json({ cpu: user + system });
  },
});
app = createApp(services);
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  // Beside the log, which goes to the same place.
  process.stdout.write(`${JSON.stringify({ port })}\n`);
});
