import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, register } from '../customer/support/accounts.js';
import { carriedOut, type Made, made } from '../customer-request/support/requests.js';
import { start } from '../dispatch/support/scene.js';
import { checkout, end } from '../site-check/support/flow.js';
import { apis, restApi } from '../support/apis.js';
import { type Json, startTestApp, type TestApp } from '../support/app.js';
import { mailSettings, sendMails, startMailReceiver } from '../support/smtp.js';

let app: TestApp;
let ada: Account;
let older: Made;
let newer: Made;
beforeAll(async () => {
  app = await startTestApp();
  ada = await register(app);
  older = await made(app, ada);
  await carriedOut(app, older);
  const { session } = ada;
  await restApi.call(app, 'customerRequestReport', { id: older.id, session });
  const input = { comment: 'The sign is not readable.', rating: 4 };
  await restApi.call(app, 'submitCustomerRequestFeedback', { id: older.id, session, input });
  newer = await made(app, ada);
  await made(app, await register(app));
  await app.services.relay.drain();
  await app.services.followers.catchUp();
});
afterAll(() => app.stop());

describe.each(apis)('the export of an account over $name', (api) => {
  it('has all data stored about the customer, and none of others', async () => {
    const { body } = await api.call(app, 'customerExport', { session: ada.session });
    expect(body.account).toMatchObject({ account_id: ada.id, email: ada.email });
    expect(body.sessions).toEqual([
      {
        created_at: expect.anything(),
        expires_at: expect.anything(),
        last_used_at: expect.anything(),
      },
    ]);
    expect(body.requests.map((one: Json) => one.request_id)).toEqual([newer.id, older.id]);
    const [, request] = body.requests;
    expect(request).toMatchObject({
      status: 'completed',
      objective: 'Is the shop open?',
      latitude: 52.5219,
      requester_email: ada.email,
      payments: [{ status: 'paid', currency: 'EUR' }],
      feedback: [{ comment: 'The sign is not readable.', rating: 4 }],
      reports: [
        {
          version_number: 1,
          content_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          report_url: `http://service.test/v1/customer/requests/${older.id}/report?version=1`,
        },
      ],
    });
    expect(request.events.map(({ type }: Json) => type)).toEqual(
      expect.arrayContaining(['site_check.received', 'job.completed', 'feedback.received']),
    );
    expect(request.mails.map(({ kind }: Json) => kind)).toContain('payment_received');
  });

  it('is rejected without a session, and with a damaged cursor', async () => {
    expect((await api.call(app, 'customerExport')).code).toBe('session_missing');
    const damaged = api.name === 'REST' ? { cursor: 'x' } : { after: 'x' };
    const call = { session: ada.session, input: damaged };
    expect((await api.call(app, 'customerExport', call)).code).toBe('bad_cursor');
    const many = api.name === 'REST' ? { limit: 21 } : { first: 21 };
    expect((await api.call(app, 'customerExport', { ...call, input: many })).code).toBe(
      'invalid_input',
    );
  });
});

it('contains nothing about the verifiers who were asked', async () => {
  const receiver = await startMailReceiver();
  const own = await startTestApp(mailSettings(receiver));
  const { session } = await register(own);
  const { id, jobId, token } = await made(own, { session });
  const input = { offer_key: 'standard_72h' };
  await restApi.call(own, 'selectCustomerRequestOffer', { id, session, input });
  await end(own, await checkout(own, { id, jobId, token }), 'paid');
  const candidates = [{ label: 'Kim Verifier', email: 'kim@verifiers.example' }];
  const run = await start(own, jobId, { candidates });
  expect(run.code).toBeUndefined();
  await sendMails(own);
  expect(receiver.to('kim@verifiers.example')).toHaveLength(1);
  const { body } = await restApi.call(own, 'customerExport', { session });
  const { events } = body.requests[0];
  expect(events.map(({ type }: Json) => type)).toContain('email.sent');
  expect(JSON.stringify(body)).not.toContain(run.body.id);
  expect(events.filter(({ data }: Json) => data.kind === 'dispatch_offer')).toEqual([]);
  await own.stop();
  await receiver.stop();
});

it('is read page by page by following Link', async () => {
  const headers = { cookie: `session=${ada.session}` };
  const get = (path: string) => app.rest('GET', path, { key: null, headers });
  const first = await get('/v1/customer/account/export?limit=1');
  expect(first.body.requests.map((one: Json) => one.request_id)).toEqual([newer.id]);
  const link = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const next = new URL(link, 'http://service.test');
  const second = await get(next.pathname + next.search);
  expect(second.body.requests.map((one: Json) => one.request_id)).toEqual([older.id]);
  expect(second.headers.get('link')).toBeNull();
});
