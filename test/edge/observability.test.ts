import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.js';
import { listenForMetrics } from '../../src/http/metrics-listener.js';
import { createLog } from '../../src/log.js';
import { completedJob, upload } from '../report/support/flow.js';
import { jobBody, pilotKey, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const lastRequest = () =>
  app.logLines.map((line) => JSON.parse(line)).findLast(({ msg }) => msg === 'request');

describe('the log', () => {
  it('has one line for a page view, whatever the page reads', async () => {
    const view = await app.fetch('/', { headers: { accept: 'text/html' } });
    expect(view.status).toBe(200);
    expect(lastRequest()).toMatchObject({ path: '/', status: 200 });
    const id = view.headers.get('request-id');
    const lines = app.logLines.map((line) => JSON.parse(line));
    const ofView = lines.filter(({ msg, requestId }) => msg === 'request' && requestId === id);
    expect(ofView.map(({ path }) => path)).toEqual(['/']);
  });

  it('logs of each request its id, route, status, duration, key and code', async () => {
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

  it('has request ids and paths that are bounded and printable, including early errors', async () => {
    const before = app.logLines.length;
    const long = 'x'.repeat(400);
    for (const given of [
      'x'.repeat(129),
      'short',
      'with space',
      'tab\there-x',
      'caf\u00e9-latin',
      long,
    ]) {
      const headers = { 'request-id': given };
      const calls: [string, string, RequestInit?][] = [
        ['GET', '/healthz'],
        ['GET', `/${'a/'.repeat(400)}`],
        ['GET', `/v1/jobs?status=${'x'.repeat(9_000)}`],
        ['DELETE', '/v1/jobs'],
        ['GET', '/v1/jobs', { headers: { accept: 'image/png' } }],
        ['POST', '/v1/jobs', { headers: { 'content-length': '300000' } }],
        ['POST', '/graphql', { body: '{' }],
        ['GET', '/graphql?variables={'],
        ['POST', '/v1/provider/evidence', { body: 'x' }],
      ];
      for (const [method, path, init] of calls) {
        const answer = await app.fetch(path, {
          ...init,
          method,
          headers: { ...headers, ...(init?.headers as object) },
        });
        expect(answer.headers.get('request-id')).toMatch(/^[0-9a-f-]{36}$/);
      }
    }
    const logged = app.logLines.slice(before);
    expect(logged).toHaveLength(6 * 9);
    for (const line of logged) {
      const { requestId, path } = JSON.parse(line);
      expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
      expect(path.length).toBeLessThanOrEqual(256);
      expect(line.length).toBeLessThan(1024);
    }
  });

  it('has no token and no key, wherever it is sent', async () => {
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
    await app.fetch(`/capture/${secret}`);
    await app.rest('GET', `/v1/public/site-checks/x%3Faccess_token=${secret}`);
    await app.rest('GET', `/v1/public/site-checks/x/${secret}`);
    expect(app.logLines.join('')).not.toContain(secret);
  });

  it('has none of the secrets that the service creates', async () => {
    const apiKey = await app.keyFor('logged', ['jobs:read', 'jobs:write']);
    const job = await app.rest('POST', '/v1/jobs', { key: apiKey, body: jobBody() });
    const path = `/v1/jobs/${job.body.job_id}`;
    const assigned = await app.rest('POST', `${path}/assign`, { body: { assignee_name: 'Ada' } });
    const { task_token } = assigned.body;
    await app.rest('GET', '/v1/capture/task', {
      key: null,
      headers: { authorization: `Bearer ${task_token}` },
    });
    await upload(app, task_token, { label: 'photo' });
    const { nonce: _, ...request } = jobBody();
    const check = await app.rest('POST', '/v1/public/site-checks', { key: null, body: request });
    const { access_token, request_id } = check.body;
    const read = `/v1/public/site-checks/${request_id}?access_token=${access_token}`;
    await app.rest('GET', read, { key: null });
    const evidence = await app.rest('GET', `${path}/evidence`);
    const link = new URL(evidence.body[0].media_url);
    expect((await app.fetch(link.pathname + link.search)).status).toBe(200);
    const signature = link.searchParams.get('signature') ?? '';
    const made = [pilotKey, apiKey, task_token, access_token, signature];
    expect(made.every((secret) => secret.length > 16)).toBe(true);
    for (const secret of made) expect(app.logLines.join('')).not.toContain(secret);
  });

  it('redacts secrets by name at every level', async () => {
    const lines: string[] = [];
    const log = createLog(readConfig({ LOG_LEVEL: 'trace' }), {
      write: (line: string) => lines.push(line),
    });
    log.trace({ token: 'hidden', input: { access_token: 'hidden', deep: { password: 'hidden' } } });
    log.error({ authorization: 'hidden', secret: 'hidden', kept: 'shown' });
    expect(lines.join('')).not.toContain('hidden');
    expect(lines.join('')).toContain('shown');
    expect(lines).toHaveLength(2);
  });
});

describe('the metrics listener', () => {
  it('serves metrics collected at most once per second, on a separate address', async () => {
    let collections = 0;
    const registry = {
      contentType: 'text/plain; version=0.0.4',
      metrics: async () => `collections ${++collections}\n`,
    };
    const server = await listenForMetrics(registry, { host: '127.0.0.1', port: 0 });
    const { port } = server.address() as AddressInfo;
    const get = (path: string, method = 'GET') =>
      fetch(`http://127.0.0.1:${port}${path}`, { method });
    const first = await get('/metrics');
    expect(first.headers.get('content-type')).toContain('text/plain');
    expect(await first.text()).toBe('collections 1\n');
    expect(await (await get('/metrics')).text()).toBe('collections 1\n');
    expect((await get('/metrics', 'POST')).status).toBe(405);
    expect((await get('/')).status).toBe(404);
    server.close();
  });

  it('names its settings if its address is taken', async () => {
    const { registry } = app.services.metrics;
    const server = await listenForMetrics(registry, { host: '127.0.0.1', port: 0 });
    const { port } = server.address() as AddressInfo;
    await expect(listenForMetrics(registry, { host: '127.0.0.1', port })).rejects.toThrow(
      'METRICS_HOST and METRICS_PORT: ',
    );
    server.close();
  });

  it('is the only source of metrics', async () => {
    expect((await app.fetch('/metrics')).status).toBe(404);
  });
});

describe('the metrics', () => {
  it('count requests by route and status, and report database, relay and PDF figures', async () => {
    await app.rest('POST', '/v1/jobs', { body: jobBody() });
    await app.services.relay.drain();
    const text = await app.metrics();
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="POST",route="\/v1\/jobs",status="201"\} [1-9]/,
    );
    expect(text).toMatch(/store_ping_seconds 0\.\d+/);
    expect(text).toMatch(/store_connections_used \d/);
    expect(text).toMatch(/relay_waiting_documents 0/);
    expect(text).toMatch(/relay_last_seq [1-9]/);
    expect(text).toContain('process_resident_memory_bytes');
  });

  it('count rendered PDFs and running requests', async () => {
    const { jobId } = await completedJob(app);
    await app.rest('POST', `/v1/jobs/${jobId}/reality-report`);
    await app.rest('GET', `/v1/jobs/${jobId}/report.pdf`);
    const text = await app.metrics();
    expect(text).toMatch(/report_pdf_duration_seconds_count\{outcome="rendered"\} 1/);
    expect(text).toMatch(/http_requests_running 0\n/);
    expect(text).toMatch(/store_checkout_failures_total 0/);
  });

  it('never contain an unknown path', async () => {
    await app.fetch('/v1/made-up-by-somebody');
    expect(await app.metrics()).not.toContain('made-up');
  });
});
