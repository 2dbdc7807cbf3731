import { createClient } from 'graphql-ws';
import { afterAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Json } from '../support/app.js';
import { killServices, newDataDir, processKey, spawnService } from '../support/process.js';

afterAll(killServices);

it('closes WebSockets with 1001 on SIGTERM, and ends within the drain time', async () => {
  const service = spawnService({ DATA_DIR: newDataDir(), PILOT_API_KEY: processKey });
  const address = await service.listening;
  const closed = new Promise<Json>((resolve) => {
    const client = createClient({
      url: `${address.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { 'X-API-Key': processKey },
      retryAttempts: 0,
      on: {
        closed: resolve,
        connected: () => service.child.kill('SIGTERM'),
      },
    });
    const query = 'subscription { jobEvents { seq } }';
    client.subscribe({ query }, { next() {}, error() {}, complete() {} });
  });
  expect(await closed).toMatchObject({ code: 1001, reason: 'Going away' });
  expect((await service.ended).code).toBe(0);
});
