import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { type Json, jobBody, startTestApp } from '../support/app.js';
import { killServices, newDataDir, processKey } from '../support/process.js';
import { startReceiver } from '../webhook/support/receiver.js';
import { startService } from './support/killed-service.js';

afterEach(killServices);

const patience = { timeout: 120_000, interval: 100 };

it('is posted again under its id if the process is killed between post and store', async () => {
  // The receiver accepts posts and never responds, so that no result can be stored.
  const receiver = await startReceiver(() => new Promise(() => {}));
  const dataDir = newDataDir();
  const env = { WEBHOOK_URL_HOSTS: receiver.host };
  const first = await startService(dataDir, processKey, env);
  const { endpoint_id } = await first.call('POST', '/v1/webhook-endpoints', { url: receiver.url });
  const jobs: Json[] = await Promise.all(
    Array.from({ length: 5 }, () => first.call('POST', '/v1/jobs', jobBody({ auto_open: false }))),
  );
  await expect.poll(() => receiver.posts.length, patience).toBe(jobs.length);
  first.child.kill('SIGKILL');
  await first.ended;

  const idsOf = (posts: typeof receiver.posts) =>
    posts.map(({ headers }) => headers['webhook-id']).sort();
  const before = idsOf(receiver.posts.splice(0));
  receiver.answerWith(() => ({ status: 204 }));
  const second = await startService(dataDir, processKey, env);
  const path = `/v1/webhook-endpoints/${endpoint_id}/deliveries?status=delivered`;
  const delivered = (): Promise<Json[]> => second.call('GET', path);
  await expect.poll(async () => (await delivered()).length, patience).toBe(jobs.length);
  expect(idsOf(receiver.posts)).toEqual(before);
  for (const { event_id, attempts } of await delivered()) {
    expect(before).toContain(event_id);
    // The interrupted attempt is not listed.
    expect(attempts).toEqual([expect.objectContaining({ status_code: 204 })]);
  }
  await receiver.stop();
});

const script = fileURLToPath(new URL('../../dist/scripts/receive-webhooks.js', import.meta.url));

/** Returns a free port below the ephemeral range, so that no other process gets it before it is used. */
async function freePort(): Promise<number> {
  const port = 10_000 + Math.floor(Math.random() * 20_000);
  const server = createServer().listen(port, '127.0.0.1');
  if (!(await once(server, 'listening').catch(() => null))) return freePort();
  server.close();
  await once(server, 'close');
  return port;
}

it('is received and verified by scripts/receive-webhooks.ts, which rejects everything else', async () => {
  const port = await freePort();
  const app = await startTestApp({ WEBHOOK_URL_HOSTS: `127.0.0.1:${port}` });
  const url = `http://127.0.0.1:${port}/`;
  const { body: made } = await app.rest('POST', '/v1/webhook-endpoints', { body: { url } });
  const child = spawn(process.execPath, [script, made.secret, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += chunk;
    });
    await expect.poll(() => printed, patience).toContain('receiving at');
    const settle = async () => {
      await app.services.relay.drain();
      await app.services.followers.catchUp();
      await app.services.webhooks.deliverDue();
    };
    await app.rest('POST', `/v1/webhook-endpoints/${made.endpoint_id}/test`);
    const { body: job } = await app.rest('POST', '/v1/jobs', {
      body: jobBody({ auto_open: false }),
    });
    await settle();
    // The output can appear after the response to the post.
    await expect.poll(() => printed, patience).toContain('0 webhook.test {');
    const created = new RegExp(`^\\d+ job.created .*${job.job_id}`, 'm');
    await expect.poll(() => printed, patience).toMatch(created);
    const [delivery] = (
      await app.rest('GET', `/v1/webhook-endpoints/${made.endpoint_id}/deliveries`)
    ).body;
    await app.rest('POST', `/v1/webhook-deliveries/${delivery.delivery_id}/replay`);
    await settle();
    await expect.poll(() => printed, patience).toContain(' (again) ');

    const forged = (headers: Record<string, string>) =>
      fetch(url, { method: 'POST', body: '{"type":"job.completed"}', headers });
    const now = String(Math.floor(Date.now() / 1000));
    const signature = { 'webhook-id': 'x', 'webhook-signature': `v1,${'A'.repeat(43)}=` };
    expect((await forged({})).status).toBe(400);
    expect((await forged({ ...signature, 'webhook-timestamp': now })).status).toBe(400);
    expect((await forged({ ...signature, 'webhook-timestamp': '1' })).status).toBe(400);
    expect(printed).not.toContain('job.completed');
  } finally {
    child.kill();
    await once(child, 'close');
    await app.stop();
  }
});
