import { createServer, type Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Mail } from '../../src/modules/mail/mail.js';
import { type MediaHost, startMediaHost } from '../evidence/support/media-host.js';
import { createJob, site, stored } from '../evidence/support/scene.js';
import { type Json, pilotKey, startTestApp, type TestApp } from '../support/app.js';
import { keepCollecting } from '../support/collect-garbage.js';
import { mailSettings } from '../support/smtp.js';

/** Starts a mail server that keeps greeting: one line a second, never the last. */
async function startDrippingMailServer(): Promise<Server> {
  const server = createServer((socket) => {
    const drip = setInterval(() => socket.write('220-wait\r\n'), 1000);
    socket.on('error', () => {}).on('close', () => clearInterval(drip));
    socket.write('220 hello\r\n');
    socket.once('data', () => socket.write('250-hello\r\n'));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

let app: TestApp;
let host: MediaHost;
let mailServer: Server;
let stopCollecting: () => void;
beforeAll(async () => {
  host = await startMediaHost();
  mailServer = await startDrippingMailServer();
  const { port } = mailServer.address() as { port: number };
  app = await startTestApp({
    MEDIA_URL_HOSTS: host.host,
    ...mailSettings({ url: `smtp://127.0.0.1:${port}` }),
  });
  stopCollecting = keepCollecting(500);
});
afterAll(async () => {
  stopCollecting();
  await app.stop();
  host.stop();
  mailServer.close();
});

const waitForJob = (job_id: string, timeout_seconds: number, signal?: AbortSignal) =>
  app.fetch('/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-api-key': pilotKey,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'wait_for_job',
        arguments: { job_id, after_revision: 99, timeout_seconds },
      },
    }),
    ...(signal && { signal }),
  });

/** Uses the real deadlines during garbage collection: 30 s for a fetch, 45 s for a mail. */
describe.concurrent('during garbage collection', () => {
  it('a slow media_url is aborted after 30 s with media_unavailable', async ({ expect }) => {
    const jobId = await createJob(app);
    const media_url = host.answer('/drip.jpg', (response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg' });
      const drip = setInterval(() => response.write('x'), 500);
      response.on('close', () => clearInterval(drip));
    });
    const body = {
      media_url,
      media_sha256: 'a'.repeat(64),
      ...site,
      captured_at: app.now().toISOString(),
      nonce: 'dripping-photo',
    };
    const answer = await app.rest('POST', `/v1/jobs/${jobId}/evidence`, { body });
    expect([answer.status, answer.body.code]).toEqual([409, 'media_unavailable']);
    expect(answer.body.detail).toContain('timed out');
    expect((await stored(app, jobId)).evidence).toEqual([]);
    expect(await app.db.collection('evidence.pending').countDocuments()).toBe(0);
  });

  it('a mail to a slow server fails after 45 s', async ({ expect }) => {
    const { _id } = await app.services.mails.queue({
      kind: 'outbound',
      to: 'reader@example.org',
      about: {},
      subject: 'Your question',
      text: 'The shop opens at nine.\n',
    });
    await app.services.mails.sendDue();
    const mail = () => app.db.collection<Mail>('mails').findOne({ _id });
    await expect
      .poll(async () => (await mail())?.lastError ?? null, { timeout: 60_000, interval: 500 })
      .not.toBeNull();
    expect(await mail()).toMatchObject({ attempts: 1 });
  });

  it('wait_for_job returns when its time is over', async ({ expect }) => {
    const jobId = await createJob(app);
    const answer: Json = await (await waitForJob(jobId, 1)).json();
    expect(answer.result.structuredContent).toMatchObject({ job_id: jobId, timed_out: true });
  });

  it('wait_for_job closes its stream when its caller disconnects', async ({ expect }) => {
    const jobId = await createJob(app);
    const caller = new AbortController();
    const held = () => [...app.services.openStreams.values()].reduce((sum, n) => sum + n, 0);
    const answered = waitForJob(jobId, 25, caller.signal).catch(() => {});
    await expect.poll(held).toBeGreaterThan(0);
    // Leaves enough time for the signal to be collected.
    await pause(1500);
    caller.abort();
    await expect.poll(held, { timeout: 10_000 }).toBe(0);
    await answered;
  });
});
