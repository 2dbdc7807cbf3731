import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { completedJob } from '../report/support/flow.js';
import { pilotKey, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
afterEach(() => vi.useRealTimers());

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a PDF that is not made within 30 s is answered 503 with Retry-After, and 200 later', async () => {
  const { jobId } = await completedJob(app);
  const readPdf = () =>
    app.fetch(`/v1/jobs/${jobId}/report.pdf`, { headers: { 'x-api-key': pilotKey } });
  const { evidenceFiles } = app.services;
  const { open } = evidenceFiles;
  const stuck: Readable[] = [];
  evidenceFiles.open = () => {
    const stream = new Readable({ read() {} });
    stuck.push(stream);
    return stream;
  };
  await app.rest('POST', `/v1/jobs/${jobId}/reality-report`);
  await vi.waitUntil(() => stuck.length === 2, { timeout: 10_000 });

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // The driver's own timers are none of these: it takes them from node:timers.
  const timers = vi.spyOn(globalThis, 'setTimeout');
  let answered = false;
  const answer = readPdf().finally(() => {
    answered = true;
  });
  while (!timers.mock.calls.some(([, milliseconds]) => milliseconds === 30_000)) await turn();
  for (let turns = 0; turns < 20; turns++) await turn();
  vi.advanceTimersByTime(29_999);
  for (let turns = 0; turns < 20; turns++) await turn();
  expect(answered).toBe(false);
  vi.advanceTimersByTime(1);
  const late = await answer;
  vi.useRealTimers();
  expect(late.status).toBe(503);
  expect(late.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect(await late.json()).toMatchObject({ code: 'unavailable' });

  evidenceFiles.open = open;
  for (const stream of stuck) stream.destroy(new Error('the store is back'));
  // The rendering that was stuck fails; a reader may still meet it.
  let now = await readPdf();
  while (now.status === 500) now = await readPdf();
  expect(now.status).toBe(200);
});
