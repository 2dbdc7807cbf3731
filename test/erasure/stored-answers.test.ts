import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newestMailToken } from '../../src/modules/customer/mail-token.js';
import type { IdempotencyRecord } from '../../src/modules/idempotency/idempotency.store.js';
import { oncePerKey } from '../../src/modules/idempotency/once-per-key.js';
import { password, register, storedCustomer } from '../customer/support/accounts.js';
import { customerBody } from '../customer-request/support/requests.js';
import { providerBody } from '../dispatch/support/scene.js';
import { desk, ingest, startInboxApp } from '../inbox/support/scene.js';
import { requestBody } from '../site-check/support/flow.js';
import { apis, restApi } from '../support/apis.js';
import { type Json, jobBody, pilotKey, type TestApp } from '../support/app.js';
import { type MailReceiver, mailSettings, sendMails, startMailReceiver } from '../support/smtp.js';

let app: TestApp;
let receiver: MailReceiver;
beforeAll(async () => {
  receiver = await startMailReceiver();
  app = await startInboxApp(mailSettings(receiver));
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
});

let count = 0;
interface Credentials {
  key?: string | null;
  session?: string;
}

/** Sends a POST with an Idempotency-Key. @returns a function that repeats it */
async function keyed(path: string, body: object, { key = pilotKey, session }: Credentials = {}) {
  const headers = {
    'idempotency-key': `erasure-${++count}`,
    ...(session !== undefined && { cookie: `session=${session}` }),
  };
  const send = () => app.rest('POST', path, { key, body, headers });
  const first = await send();
  expect(first.status).toBeLessThan(300);
  const replay = await send();
  expect(replay.headers.get('idempotent-replayed')).toBe('true');
  expect(replay.body).toEqual(first.body);
  return { first: first.body as Json, send };
}
type Keyed = Awaited<ReturnType<typeof keyed>>;

const records = () => app.db.collection<IdempotencyRecord>('idempotency');
/** Counts the stored responses about a document. */
const answersAbout = (id: string) => records().countDocuments({ about: id, answer: { $ne: null } });

async function expectErased({ send }: Keyed) {
  const before = await records().countDocuments();
  const { status, body, headers } = await send();
  expect([status, body.code]).toEqual([410, 'erased']);
  expect(headers.has('idempotent-replayed')).toBe(false);
  expect(await records().countDocuments()).toBe(before);
}

describe.each(apis)('an Idempotency-Key after an erasure over $name', (api) => {
  it('returns 410 for a job, and the erasure itself is still replayed', async () => {
    const created = await keyed('/v1/jobs', jobBody());
    const id = created.first.job_id;
    const cancelled = await keyed(`/v1/jobs/${id}/cancel`, {});
    const other = await keyed('/v1/jobs', jobBody());
    expect(await answersAbout(id)).toBe(2);
    expect((await api.call(app, 'eraseJob', { id })).body.objective).toBe('[erased]');
    expect(await answersAbout(id)).toBe(0);
    await expectErased(created);
    await expectErased(cancelled);
    expect((await other.send()).body).toEqual(other.first);
    const again = await keyed(`/v1/jobs/${id}/erase`, {});
    expect(again.first.objective).toBe('[erased]');
  });

  it('returns 410 for a sandbox job', async () => {
    const key = await app.keyFor(`sandbox ${api.name}`, ['jobs:read', 'jobs:write'], 'test');
    const created = await keyed('/v1/jobs', jobBody(), { key });
    const id = created.first.job_id;
    const cancelled = await keyed(`/v1/jobs/${id}/cancel`, {}, { key });
    expect((await api.call(app, 'eraseJob', { id, key })).code).toBeUndefined();
    expect(await answersAbout(id)).toBe(0);
    await expectErased(created);
    await expectErased(cancelled);
  });

  it('returns 410 for a site check', async () => {
    const created = await keyed('/v1/public/site-checks', requestBody());
    const { request_id: id, access_token: token } = created.first;
    const offer = { access_token: token, offer_key: 'standard_72h' };
    const selected = await keyed(`/v1/public/site-checks/${id}/select-offer`, offer);
    expect((await api.call(app, 'eraseSiteCheck', { id, token })).code).toBeUndefined();
    expect(await answersAbout(id)).toBe(0);
    await expectErased(created);
    await expectErased(selected);
  });

  it("returns 410 for a customer's request", async () => {
    const { session } = await register(app);
    const credentials = { key: null, session };
    const created = await keyed('/v1/customer/requests', customerBody(), credentials);
    const { request_id: id, access_token: token } = created.first;
    const renamed = await keyed('/v1/customer/account', { full_name: 'Ada King' }, credentials);
    expect((await api.call(app, 'eraseSiteCheck', { id, token })).code).toBeUndefined();
    await expectErased(created);
    expect((await renamed.send()).body).toEqual(renamed.first);
  });

  it('returns 410 for an account, its mails and its inbox messages', async () => {
    const { id, email, session } = await register(app);
    const token = (await newestMailToken(app.services, id, 'confirm'))?.token;
    await keyed('/v1/customer/account', { full_name: 'Ada King' }, { key: null, session });
    const cookie = { cookie: `session=${session}` };
    const confirmed = await app.rest('POST', '/v1/customer/auth/confirm-email', {
      headers: { ...cookie, 'idempotency-key': `confirm-${id}` },
      body: { token },
    });
    expect(confirmed.body.email).toBe(email);
    const messageId = await ingest(app, { from_email: email });
    const triaged = await keyed(`/v1/operator/email/inbox/messages/${messageId}/status`, {
      processing_status: 'triaged',
    });
    const sent = await keyed('/v1/operator/email/outbound', {
      from_alias: desk,
      to_email: email,
      subject: 'Your photos',
      body_text: 'This afternoon.',
    });
    const input = { password };
    expect((await api.call(app, 'eraseCustomer', { session, input })).code).toBeUndefined();
    await sendMails(app);
    expect((await storedCustomer(app, id)).status).toBe('erased');
    expect(await answersAbout(id)).toBe(0);
    const again = await app.rest('POST', '/v1/customer/auth/confirm-email', {
      headers: { 'idempotency-key': `confirm-${id}` },
      body: { token },
    });
    expect(again.body.code).toBe('erased');
    await expectErased(triaged);
    await expectErased(sent);
  });

  it('returns 410 for a verifier', async () => {
    const created = await keyed('/v1/operator/providers', providerBody());
    const id = created.first.provider_id;
    const paused = await keyed(`/v1/operator/providers/${id}`, { status: 'paused' });
    expect((await api.call(app, 'eraseProvider', { id })).code).toBeUndefined();
    expect(await answersAbout(id)).toBe(0);
    await expectErased(created);
    await expectErased(paused);
  });

  it('returns the current job for a repeated nonce', async () => {
    const body = jobBody();
    const { body: job } = await api.call(app, 'createJob', { input: body });
    await api.call(app, 'cancelJob', { id: job.job_id });
    await api.call(app, 'eraseJob', { id: job.job_id });
    const { body: again, replayed } = await api.call(app, 'createJob', { input: body });
    expect(replayed).toBe(true);
    expect(again).toMatchObject({ job_id: job.job_id, objective: '[erased]', address: '[erased]' });
  });
});

describe('a response created while its document is erased', () => {
  it('is not stored', async () => {
    const { body: job } = await restApi.call(app, 'createJob', { input: jobBody() });
    const id = job.job_id;
    await restApi.call(app, 'cancelJob', { id });
    const request = {
      owner: 'owner',
      path: `/v1/jobs/${id}/any`,
      idempotencyKey: 'in flight',
      body: Buffer.from('{}'),
      erases: false,
    };
    const answer = { status: 200, headers: [], body: JSON.stringify(job) };
    await oncePerKey(app.services, request, async () => {
      await restApi.call(app, 'eraseJob', { id });
      return { ...answer, headers: [] };
    });
    expect(await answersAbout(id)).toBe(0);
    const repeated = oncePerKey(app.services, request, async () => ({ ...answer, headers: [] }));
    await expect(repeated).rejects.toMatchObject({ code: 'erased' });
  });
});
