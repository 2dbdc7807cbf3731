import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.js';
import { photo } from '../evidence/support/photos.js';
import { assignedJob, uploadForm } from '../evidence/support/scene.js';
import { jobBody, startTestApp } from '../support/app.js';
import { startCollector } from '../support/collector.js';
import { newDataDir, processKey, spawnService } from '../support/process.js';

const folder = mkdtempSync(join(tmpdir(), 'verification-tracing-'));

/** Returns true if a process loaded the OpenTelemetry SDK, by the coverage that V8 wrote at its end. */
function loadedTracing(coverage: string): boolean {
  const texts = readdirSync(coverage).map((name) => readFileSync(join(coverage, name), 'utf8'));
  expect(texts.length).toBeGreaterThan(0);
  return texts.some((text) => text.includes('/@opentelemetry/sdk-trace/'));
}

/** Starts the service, makes a request, and stops it. */
async function run(name: string, env: Record<string, string>) {
  const coverage = join(folder, name);
  const service = spawnService({
    NODE_V8_COVERAGE: coverage,
    DATA_DIR: newDataDir(),
    PILOT_API_KEY: processKey,
    LOG_LEVEL: 'info',
    ...env,
  });
  const address = await service.listening;
  const answer = await fetch(`${address}/v1/jobs`, { headers: { 'x-api-key': processKey } });
  expect(answer.status).toBe(200);
  const started = performance.now();
  service.child.kill('SIGTERM');
  const { code, stdout, stderr } = await service.ended;
  return {
    code,
    stdout,
    stderr,
    stopMilliseconds: performance.now() - started,
    loadedTracing: loadedTracing(coverage),
  };
}

it('loads no part of the tracing SDK without an endpoint', async () => {
  expect(await run('off', {})).toMatchObject({ code: 0, stderr: '', loadedTracing: false });
});

it('sends its buffered spans when it is stopped', async () => {
  const collector = await startCollector();
  const ran = await run('on', { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint });
  expect(ran).toMatchObject({ code: 0, stderr: '', loadedTracing: true });
  expect(collector.spans().map((span) => span.name)).toContain('GET /v1/jobs');
  expect(collector.text()).not.toContain(processKey);
  collector.stop();
});

it('stops in time if the collector cannot be reached', async () => {
  const ran = await run('lost', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(ran.stopMilliseconds).toBeLessThan(4_000);
});

describe('an unavailable collector', () => {
  it.each([
    ['rejects connections', async () => ({ port: 9, stop: () => {} })],
    [
      'never answers',
      async () => {
        const server = createServer(() => {});
        await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
        return { port: (server.address() as AddressInfo).port, stop: () => server.close() };
      },
    ],
  ])('that %s affects no request and does not delay the stop', async (_, start) => {
    const { port, stop } = await start();
    const app = await startTestApp({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
    expect((await app.rest('POST', '/v1/jobs', { body: jobBody() })).status).toBe(201);
    const started = performance.now();
    await app.stop();
    expect(performance.now() - started).toBeLessThan(2_500);
    stop();
  });
});

it('is logged once when it is lost, and once when it is back', async () => {
  let status = 400;
  let exports = 0;
  const server = createHttpServer((_, response) => {
    exports += 1;
    response.writeHead(status).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const app = await startTestApp({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
  const output = () =>
    app.logLines
      .map((line) => JSON.parse(line).msg)
      .filter((msg) => msg.startsWith('tracing: the collector'));
  // Spans are sent every second.
  for (let rejected = 1; rejected <= 3; rejected += 1) {
    await app.rest('GET', '/v1/jobs');
    await expect.poll(() => exports).toBeGreaterThanOrEqual(rejected);
  }
  await expect.poll(output).not.toEqual([]);
  expect(output()).toEqual(['tracing: the collector is unavailable, spans are dropped']);
  status = 200;
  await app.rest('GET', '/v1/jobs');
  const both = [
    'tracing: the collector is unavailable, spans are dropped',
    'tracing: the collector is available again',
  ];
  await expect.poll(output).toEqual(both);
  await app.stop();
  server.closeAllConnections();
  server.close();
});

it('records the operations that an upload over a socket waits for', async () => {
  const collector = await startCollector();
  const app = await startTestApp({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint });
  const server = createAdaptorServer({ fetch: createApp(app.services).fetch }) as Server;
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { token } = await assignedJob(app);
  const { port } = server.address() as AddressInfo;
  const body = uploadForm(app, { token }, await photo());
  const url = `http://127.0.0.1:${port}/v1/provider/evidence`;
  expect((await fetch(url, { method: 'POST', body })).status).toBe(201);
  server.closeAllConnections();
  server.close();
  await app.stop();
  collector.stop();
  const spans = collector.spans();
  const request = spans.find((span) => span.name === 'POST /v1/provider/evidence');
  const below = spans.filter((span) => span.parentSpanId === request?.spanId);
  const names = below.map((span) => span.name);
  expect(names).toContain('update jobs');
  expect(names.some((name) => name.startsWith('insert evidence'))).toBe(true);
});
