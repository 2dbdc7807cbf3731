import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { awaitReceipt } from '../../src/modules/report/await-receipt.js';
import type { LogReceipt } from '../../src/modules/report/integrity.js';
import { readAttachments } from '../../src/modules/report/verify/pdf-attachments.js';
import { readPdf as parsePdf } from '../../src/modules/report/verify/pdf-syntax.js';
import { completedJob } from '../report/support/flow.js';
import { pdfText } from '../report/support/pdf-text.js';
import { pilotKey, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
afterEach(() => {
  vi.restoreAllMocks();
});

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('returns 503 with Retry-After for a PDF that takes over 30 s, and 200 later', async () => {
  const { jobId } = await completedJob(app);
  const readPdf = () =>
    app.fetch(`/v1/jobs/${jobId}/report.pdf`, { headers: { 'x-api-key': pilotKey } });
  const { evidenceFiles } = app.services;
  const { open } = evidenceFiles;
  const stuck: Readable[] = [];
  evidenceFiles.open = async () => {
    const stream = new Readable({ read() {} });
    stuck.push(stream);
    return stream;
  };
  await app.rest('POST', `/v1/jobs/${jobId}/reality-report`);
  await vi.waitUntil(() => stuck.length === 2, { timeout: 10_000 });

  // Mocked by hand: a spy on a faked timer outlives the test, and would block the next files.
  const { setTimeout: realSetTimeout } = globalThis;
  let passes: (() => void) | undefined;
  globalThis.setTimeout = ((act: () => void, milliseconds: number) => {
    if (milliseconds === 30_000) passes = act;
    return realSetTimeout(milliseconds === 30_000 ? () => {} : act, milliseconds);
  }) as typeof setTimeout;
  onTestFinished(() => {
    globalThis.setTimeout = realSetTimeout;
  });
  let answered = false;
  const answer = readPdf().finally(() => {
    answered = true;
  });
  await vi.waitUntil(() => passes !== undefined, { timeout: 10_000 });
  for (let turns = 0; turns < 20; turns++) await turn();
  expect(answered).toBe(false);
  passes?.();
  const late = await answer;
  globalThis.setTimeout = realSetTimeout;
  expect(late.status).toBe(503);
  expect(late.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect(await late.json()).toMatchObject({ code: 'unavailable' });

  evidenceFiles.open = open;
  for (const stream of stuck) stream.destroy(new Error('the store is back'));
  // The blocked rendering fails; a reader can still get its error.
  let now = await readPdf();
  while (now.status === 500) now = await readPdf();
  expect(now.status).toBe(200);
});

async function pdfOf(jobId: string): Promise<Buffer> {
  const headers = { 'x-api-key': pilotKey };
  const answer = await app.fetch(`/v1/jobs/${jobId}/report.pdf`, { headers });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

test('waits up to 5 s for a receipt', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  let requested = 0;
  const found = {} as LogReceipt;
  const wait = (there: number) => {
    [now, requested] = [0, 0];
    const findReceipt = async () => {
      now += 999;
      requested++;
      return requested === there ? found : null;
    };
    return awaitReceipt({ findReceipt }, 'body', new AbortController().signal);
  };
  expect(await wait(4)).toBe(found);
  expect(await wait(Infinity)).toBeNull();
  // The last check is at 4.995 s: no further one would be within 5 s.
  expect(requested).toBe(5);
});

test('states in the PDF that the receipt is missing, and keeps the PDF as signed', async () => {
  const { jobId } = await completedJob(app);
  const find = vi.spyOn(app.services.reports, 'findReceipt').mockResolvedValue(null);
  await app.rest('POST', `/v1/jobs/${jobId}/reality-report`);
  const made = pdfOf(jobId);
  await vi.waitUntil(() => find.mock.calls.length > 4, { timeout: 20_000 });
  const { now } = performance;
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 5_000);
  const pdf = await made;
  vi.restoreAllMocks();
  const text = await pdfText(pdf);
  expect(text).toContain('This version was not yet logged in the transparency log when this file');
  expect(text).toContain('Transparency log not yet logged');
  expect([...readAttachments(parsePdf(pdf)).keys()]).not.toContain('receipt.json');
  // The receipt that arrives later is in the JSON.
  await app.services.relay.drain();
  await app.services.followers.catchUp();
  const { body } = await app.rest('GET', `/v1/jobs/${jobId}/report`);
  expect(body.integrity.log).toMatchObject({ origin: 'service.test' });
  expect(body.limitations.join()).not.toContain('logged');
  expect((await pdfOf(jobId)).equals(pdf)).toBe(true);
});

test('embeds a receipt that arrives while the PDF waits', async () => {
  const { jobId } = await completedJob(app);
  // Prevents a slow machine from exceeding the 5 s.
  const { now } = performance;
  const start = now.call(performance);
  vi.spyOn(performance, 'now').mockImplementation(
    () => start + (now.call(performance) - start) / 10,
  );
  const find = vi.spyOn(app.services.reports, 'findReceipt').mockResolvedValue(null);
  const wait = vi.waitUntil(() => find.mock.calls.length > 4, { timeout: 20_000 });
  await app.rest('POST', `/v1/jobs/${jobId}/reality-report`);
  const made = pdfOf(jobId);
  await wait;
  await app.services.relay.drain();
  await app.services.followers.catchUp();
  find.mockRestore();
  const attachments = readAttachments(parsePdf(await made));
  const { body } = await app.rest('GET', `/v1/jobs/${jobId}/report`);
  expect(JSON.parse(String(attachments.get('receipt.json')))).toEqual(body.integrity.log);
});
