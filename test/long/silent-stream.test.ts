import '../../src/graphql/schema.js';
import { Session } from 'node:inspector/promises';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Env } from '../../src/http/request.js';
import { UnsentResponses } from '../../src/http/unsent.js';
import { mountEventStream } from '../../src/modules/event/event-stream.rest.js';
import { publicError } from '../../src/public-error.js';
import { createJob } from '../evidence/support/scene.js';
import { startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
const silent = new Hono<Env>();
beforeAll(async () => {
  app = await startTestApp();
  silent.use((c, next) => {
    c.set('services', app.services);
    c.set('requestId', 'silence');
    c.set('unsent', new UnsentResponses());
    return next();
  });
  mountEventStream(silent, publicError, 1);
});
afterAll(() => app.stop());

/** Returns the used heap after garbage collection. */
async function heapBytes(): Promise<number> {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
  return process.memoryUsage().heapUsed;
}

it('buffers no keep-alive comments of a silent stream, and then delivers the event', async () => {
  const key = await app.keyFor('reader of silence', ['jobs:read', 'jobs:write']);
  const headers = { accept: 'text/event-stream', 'x-api-key': key };
  const { body } = await silent.request('/v1/events', { headers });
  const reader = body!.getReader();
  const next = async () => new TextDecoder().decode((await reader.read()).value);
  const pass = async (comments: number) => {
    for (let i = 0; i < comments; i++) expect(await next()).toBe(':\n\n');
  };
  await pass(500);
  const before = await heapBytes();
  await pass(8_000);
  expect((await heapBytes()) - before).toBeLessThan(3_500_000);
  await createJob(app, { auto_open: false }, key);
  let message = await next();
  while (message === ':\n\n') message = await next();
  expect(message).toContain('event: job.created');
  await reader.cancel();
  await expect.poll(() => app.services.openStreams.size).toBe(0);
});
