import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { jobBody, startTestApp, type TestApp } from '../support/app.js';
import { startFailingServer } from '../support/failing-server.js';

let server: Awaited<ReturnType<typeof startFailingServer>>;
let app: TestApp;
beforeAll(async () => {
  server = await startFailingServer(inject('mongodbUri'));
  app = await startTestApp({}, { mongodbUri: server.uri });
});
afterEach(() => server.heal());
afterAll(async () => {
  await app.stop();
  server.close();
});

const codes = [91, 189, 10107, 11600, 11602, 13435, 13436];

describe('while the database changes its primary', () => {
  test.each(codes)('a write returns 503 with Retry-After, and works later: %i', async (code) => {
    const body = jobBody();
    server.fail({ command: 'insert', code, times: 1000 });
    const answer = await app.rest('POST', '/v1/jobs', { body });
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await app.jobs.countDocuments({ nonce: body['nonce'] })).toBe(0);

    server.heal();
    expect((await app.rest('POST', '/v1/jobs', { body })).status).toBe(201);
  });

  test.each([91, 10107])(
    'a read is retried, and returns 503 if the retry fails too: %i',
    async (code) => {
      const { body: job } = await app.rest('POST', '/v1/jobs', { body: jobBody() });
      server.fail({ command: 'find', code, times: 1 });
      const found = await app.rest('GET', `/v1/jobs/${job.job_id}`);
      expect(found).toMatchObject({ status: 200, body: { job_id: job.job_id } });
      expect(server.left()).toBe(0);
      server.fail({ command: 'find', code, times: 1000 });
      expect((await app.rest('GET', `/v1/jobs/${job.job_id}`)).status).toBe(503);
      const graphql = await app.graphql('{ jobs { nodes { jobId } } }');
      expect(graphql.errors?.[0]?.extensions['code']).toBe('UNAVAILABLE');
    },
  );
});
