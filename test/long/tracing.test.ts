import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MediaHost, startMediaHost } from '../evidence/support/media-host.js';
import { photo } from '../evidence/support/photos.js';
import { completedJob } from '../report/support/flow.js';
import { jobBody, pilotKey, startTestApp } from '../support/app.js';
import { type CollectedSpan, type Collector, startCollector } from '../support/collector.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const callerId = '00f067aa0ba902b7';
const secret = 'S3cretS3cretS3cretS3cretS3cretS3cretS3cretX';

let collector: Collector;
let host: MediaHost;
let spans: CollectedSpan[];
let taskToken: string;
let logged: Record<string, unknown>[];

const named = (name: string) => spans.filter((span) => span.name === name);
const childrenOf = (parent: CollectedSpan | undefined) =>
  spans.filter((span) => span.parentSpanId === parent?.spanId);

/** Makes requests to a traced service and stops it, which sends the remaining spans. */
beforeAll(async () => {
  [collector, host] = await Promise.all([startCollector(), startMediaHost()]);
  const app = await startTestApp({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector,x-team=one',
    OTEL_SERVICE_NAME: 'verification-test',
    MEDIA_URL_HOSTS: host.host,
  });
  const headers = {
    traceparent: `00-${traceId}-${callerId}-01`,
    'request-id': 'request-of-caller',
  };
  const job = await app.rest('POST', '/v1/jobs', { headers, body: jobBody() });
  await app.graphql('query Look($id: ID!) { job(id: $id) { objective } }', { id: job.body.job_id });
  await app.rest('GET', '/v1/jobs/none');
  await app.rest('GET', '/v1/made-up');
  const unsampled = { traceparent: `00-${'a'.repeat(32)}-${callerId}-00` };
  await app.rest('GET', '/v1/jobs', { headers: unsampled });

  const bearer = { authorization: `Bearer ${secret}`, cookie: `session=${secret}` };
  await app.rest('GET', `/v1/public/site-checks/x?access_token=${secret}`, { headers: bearer });
  await app.fetch(`/checkout/${secret}?key=${secret}`);
  await app.graphql(`{ siteCheck(requestId: "x", accessToken: "${secret}") { status } }`);
  const file = await photo();
  await app.rest('POST', `/v1/jobs/${job.body.job_id}/evidence`, {
    body: {
      media_url: host.file(`/${secret}`, file),
      media_sha256: createHash('sha256').update(file).digest('hex'),
      latitude: 52.5219,
      longitude: 13.4132,
      captured_at: app.now().toISOString(),
      nonce: 'traced-evidence',
    },
  });
  const { jobId, token } = await completedJob(app);
  taskToken = token;
  await app.rest('POST', `/v1/jobs/${jobId}/reality-report`);
  await app.rest('GET', `/v1/jobs/${jobId}/report.pdf`);
  const broken = { ...app.services.jobs, get: () => Promise.reject(new Error(secret)) };
  Object.assign(app.services, { jobs: broken });
  await app.rest('GET', '/v1/jobs/broken');

  await app.stop();
  spans = collector.spans();
  logged = app.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
});
afterAll(() => {
  host.stop();
  collector.stop();
});

describe('the span of a request', () => {
  it('continues the trace of the caller and records route, status and request id', () => {
    const [request] = named('POST /v1/jobs').filter((span) => span.parentSpanId === callerId);
    expect(request).toMatchObject({
      traceId,
      kind: 2,
      status: 0,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/v1/jobs',
        'url.path': '/v1/jobs',
        'url.scheme': 'http',
        'server.address': 'service.test',
        'http.response.status_code': 201,
        'http.response.header.request-id': ['request-of-caller'],
      },
      resource: { 'service.name': 'verification-test', 'service.version': '0.1.0' },
    });
  });

  it('is named after the route, or after the method if there is no route', () => {
    expect(named('GET /v1/jobs/:job_id').map((span) => span.attributes['url.path'])).toEqual([
      '/v1/jobs/none',
      '/v1/jobs/broken',
    ]);
    expect(named('GET').map((span) => span.attributes['url.path'])).toContain('/v1/made-up');
  });

  it('has an error status only if the service failed', () => {
    expect(named('GET /v1/jobs/:job_id').map((span) => span.status)).toEqual([0, 2]);
    expect(named('Query.job').at(-1)).toMatchObject({
      status: 2,
      attributes: { 'error.type': 'Error' },
    });
  });

  it('is not sent if the caller does not sample it', () => {
    expect(collector.text()).not.toContain('a'.repeat(32));
  });
});

describe('its child spans', () => {
  it('are the root field and its database commands, over REST', () => {
    const request = spans.find((span) => span.parentSpanId === callerId);
    const field = childrenOf(request).find((span) => span.name === 'Mutation.createJob');
    expect(field).toMatchObject({ traceId, kind: 1 });
    const insert = childrenOf(field).find((span) => span.name === 'insert jobs');
    expect(insert).toMatchObject({
      kind: 3,
      attributes: {
        'db.system.name': 'mongodb',
        'db.operation.name': 'insert',
        'db.collection.name': 'jobs',
      },
    });
  });

  it('are operation, root field and commands, over GraphQL', () => {
    const [operation] = named('query').filter(
      (span) => span.attributes['graphql.operation.name'] === 'Look',
    );
    const request = spans.find((span) => span.spanId === operation?.parentSpanId);
    expect(request?.name).toBe('POST /graphql');
    const [field] = childrenOf(operation);
    expect(field?.name).toBe('Query.job');
    expect(childrenOf(field).map((span) => span.name)).toContain('find jobs');
  });

  it('include the fetched file, without its path', () => {
    const [fetched] = named('GET').filter((span) => span.kind === 3);
    expect(fetched?.attributes).toMatchObject({
      'server.address': '127.0.0.1',
      'server.port': Number(host.host.split(':')[1]),
      'http.response.status_code': 200,
    });
    const field = spans.find((span) => span.spanId === fetched?.parentSpanId);
    expect(field?.name).toBe('Mutation.submitEvidence');
  });

  it('include the commands of an upload', () => {
    const [request] = named('POST /v1/provider/evidence');
    const names = childrenOf(request).map((span) => span.name);
    expect(names.some((name) => name.startsWith('insert evidence'))).toBe(true);
  });

  it('include the rendering of the PDF', () => {
    const rendered = named('render report PDF');
    expect(rendered).toHaveLength(1);
    const above = spans.find((span) => span.spanId === rendered[0]?.parentSpanId);
    expect(above?.name).toBe('Mutation.createRealityReport');
  });

  it("exclude the relay's work for all requests", () => {
    expect(named('insert events')).toEqual([]);
  });
});

it('records no key, no token and no request content', () => {
  const sent = collector.text();
  expect(spans.length).toBeGreaterThan(40);
  for (const value of [pilotKey, secret, taskToken, 'Is the shop open', 'Alexanderplatz']) {
    expect(sent).not.toContain(value);
  }
});

it('sends the headers that the collector requires', () => {
  expect(collector.headers[0]).toMatchObject({
    authorization: 'Bearer of-the-collector',
    'x-team': 'one',
  });
});

it('names the trace in the log line of a request', () => {
  expect(logged[0]).toMatchObject({ requestId: 'request-of-caller', trace_id: traceId });
  const ids = new Set(spans.map((span) => span.spanId));
  expect(ids).toContain(logged[0]?.['span_id']);
});

it('is off without an endpoint: no span, no trace in the log', async () => {
  const app = await startTestApp({ OTEL_SERVICE_NAME: 'unused' });
  expect(app.services.tracing).toBeNull();
  expect(app.services.client.listenerCount('commandSucceeded')).toBe(0);
  await app.rest('GET', '/v1/jobs');
  expect(app.logLines.join('')).not.toContain('trace_id');
  await app.stop();
});
