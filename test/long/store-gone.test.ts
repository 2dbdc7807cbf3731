import { existsSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { jobBody, startTestApp, type TestApp } from '../support/app.js';

/** Creates a proxy to the database that the test can disconnect. */
function createCuttable(mongodbUri: string) {
  const target = decodeURIComponent(/mongodb:\/\/([^/?]+)/.exec(mongodbUri)?.[1] ?? '');
  const sockets = new Set<Socket>();
  let cut = false;
  const server = createServer((client) => {
    if (cut) return void client.destroy();
    const [host = '', port] = target.split(':');
    const upstream = existsSync(target) ? connect(target) : connect(Number(port ?? 27017), host);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => sockets.delete(socket));
    }
    client.pipe(upstream).pipe(client);
  });
  return {
    async listen() {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return `mongodb://127.0.0.1:${(server.address() as { port: number }).port}/?directConnection=true`;
    },
    cut() {
      cut = true;
      for (const socket of sockets) socket.destroy();
    },
    repair() {
      cut = false;
    },
    close: () => server.close(),
  };
}

let app: TestApp;
const way = createCuttable(inject('mongodbUri'));
beforeAll(async () => {
  app = await startTestApp({}, { mongodbUri: await way.listen() });
});
afterAll(async () => {
  await app.stop();
  way.close();
});

it('returns 503 with Retry-After while the store is unavailable, and recovers automatically', async () => {
  const { body: job } = await app.rest('POST', '/v1/jobs', { body: jobBody() });
  way.cut();

  const answer = await app.rest('GET', `/v1/jobs/${job.job_id}`);
  expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  const graphql = await app.graphql('{ jobs { totalCount } }');
  expect(graphql.errors?.[0]?.extensions['code']).toBe('UNAVAILABLE');
  expect(await app.rest('GET', '/healthz')).toMatchObject({
    status: 200,
    body: { checks: { store: 'unavailable' } },
  });
  expect((await app.rest('GET', '/readyz')).status).toBe(503);

  way.repair();
  const again = await app.rest('GET', `/v1/jobs/${job.job_id}`);
  expect(again).toMatchObject({ status: 200, body: { job_id: job.job_id } });
  expect((await app.rest('GET', '/readyz')).status).toBe(200);
});
