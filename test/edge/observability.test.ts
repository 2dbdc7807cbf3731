import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobBody, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const lastRequest = () =>
  app.logLines.map((line) => JSON.parse(line)).findLast(({ msg }) => msg === 'request');

describe('the log', () => {
  it('tells of each request its id, route, status, duration, key and code', async () => {
    const ok = await app.rest('GET', '/v1/jobs?limit=1');
    expect(lastRequest()).toMatchObject({
      requestId: ok.headers.get('request-id'),
      method: 'GET',
      path: '/v1/jobs',
      route: '/v1/jobs',
      status: 200,
      ms: expect.any(Number),
      keyId: expect.any(String),
    });
    await app.rest('GET', '/v1/jobs/none');
    expect(lastRequest()).toMatchObject({
      path: '/v1/jobs/none',
      route: '/v1/jobs/:job_id',
      status: 404,
      code: 'job_not_found',
    });
  });

  it('has no token and no key, whatever is sent where', async () => {
    const secret = 'S3cretS3cretS3cretS3cretS3cretS3cretS3cretX';
    const headers = { authorization: `Bearer ${secret}`, cookie: `session=${secret}` };
    await app.rest('GET', `/v1/public/site-checks/x?access_token=${secret}`, { headers });
    await app.rest('GET', '/v1/capture/task', { key: secret, headers });
    await app.rest('POST', '/v1/public/site-checks/x/select-offer', {
      body: { access_token: secret, offer_key: 'none' },
    });
    await app.rest('POST', '/v1/public/site-checks/x/select-offer', {
      body: `{"access_token":"${secret}`,
    });
    await app.graphql(`{ siteCheck(requestId: "x", accessToken: "${secret}") { status } }`);
    await app.fetch(`/checkout/${secret}`);
    expect(app.logLines.join('')).not.toContain(secret);
  });
});

describe('/metrics', () => {
  it('counts requests by route and status, and shows store, relay and PDF figures', async () => {
    await app.rest('POST', '/v1/jobs', { body: jobBody() });
    await app.services.relay.drain();
    const answer = await app.fetch('/metrics');
    expect(answer.headers.get('content-type')).toContain('text/plain');
    const text = await answer.text();
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="POST",route="\/v1\/jobs",status="201"\} [1-9]/,
    );
    expect(text).toMatch(/store_ping_seconds 0\.\d+/);
    expect(text).toMatch(/store_connections_used \d/);
    expect(text).toMatch(/relay_waiting_documents 0/);
    expect(text).toMatch(/relay_last_seq [1-9]/);
    expect(text).toContain('report_pdf_duration_seconds');
    expect(text).toContain('process_resident_memory_bytes');
  });

  it('never names a path that was made up', async () => {
    await app.fetch('/v1/made-up-by-somebody');
    expect(await (await app.fetch('/metrics')).text()).not.toContain('made-up');
  });
});
