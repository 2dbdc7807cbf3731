import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { pino } from 'pino';
import { createApp } from '../../src/app.js';
import { readConfig } from '../../src/config.js';
import { startEmbeddedStore } from '../../src/embedded/index.js';
import { startServices } from '../../src/start.js';
import type { DemoService } from './service.js';

/** A service whose clock a demonstration moves. */
export interface MovedService extends DemoService {
  now(): Date;
  /** Moves the clock forward. */
  advance(milliseconds: number): void;
}

/**
 * Starts the service in this process on a free port and an empty embedded store.
 *
 * @param settings further configuration
 */
export async function startMovedService(settings: Record<string, string>): Promise<MovedService> {
  let offset = 0;
  const now = () => new Date(Date.now() + offset);
  const dataDir = await mkdtemp(join(tmpdir(), 'verification-demo-'));
  const key = `demo_${randomBytes(18).toString('base64url')}`;
  const store = await startEmbeddedStore({ dataDir });
  let app: ReturnType<typeof createApp> | undefined;
  const server = createServer(
    getRequestListener((request: Request, env: object) =>
      app ? app.fetch(request, env) : new Response(null, { status: 503 }),
    ),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { services, stop } = await startServices({
    config: readConfig({ PILOT_API_KEY: key, RATE_LIMITS: 'off', ...settings }),
    mongodbUri: store.uri,
    baseUrl,
    clock: { now },
    log: pino({ level: 'error' }, pino.destination(2)),
    announcePilotKey: () => {},
  });
  app = createApp(services);
  return {
    baseUrl,
    key,
    now,
    advance(milliseconds) {
      offset += milliseconds;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await stop();
      await store.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
