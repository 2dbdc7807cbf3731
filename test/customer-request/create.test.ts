import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, register } from '../customer/support/accounts.js';
import {
  eventsOf,
  nowhere,
  ofRequest,
  requestBody,
  stored,
  storedJob,
} from '../site-check/support/flow.js';
import { apis, restApi } from '../support/apis.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { customerBody, made } from './support/requests.js';

let app: TestApp;
let ada: Account;
let grace: Account;
beforeAll(async () => {
  app = await startTestApp();
  [ada, grace] = await Promise.all([
    register(app),
    register(app, { full_name: 'Grace Hopper', phone: '+1 202 5550100' }),
  ]);
});
afterAll(() => app.stop());

const as = ({ session }: Account) => ({ session });
const count = () => app.siteChecks.countDocuments();
const creations = ['createCustomerRequest', 'createSelfServiceRequest'] as const;

/** Members of CustomerRequestCreateOut and CustomerRequestStatusOut, as documented. */
const common = [
  'request_id',
  'job_id',
  'execution_mode',
  'intake_source',
  'service_key',
  'status',
  'payment_status',
  'quote_status',
  'message',
  'submitted_at',
  'language',
  'quote',
  'serviceability',
  'selected_offer',
  'checkout',
  'report',
  'self_service',
  'account',
];
const receipt = [...common, 'access_token'];
const status = [
  ...common,
  'objective',
  'address',
  'questions',
  'answers',
  'warnings',
  'updated_at',
];
const account = [
  'account_id',
  'email',
  'full_name',
  'phone',
  'language',
  'created_at',
  'last_login_at',
];
const keysOf = (body: object) => Object.keys(body).sort();

describe.each(apis)('creating a request over $name', (api) => {
  it("returns the documented record, and stores its owner with the account's contact details", async () => {
    const input = customerBody();
    const { body, code } = await api.call(app, 'createCustomerRequest', { ...as(ada), input });
    expect(code).toBeUndefined();
    expect(keysOf(body)).toEqual([...receipt].sort());
    expect(keysOf(body.account)).toEqual([...account].sort());
    expect(body).toMatchObject({
      status: 'quoted',
      intake_source: 'customer_portal',
      account: { account_id: ada.id, email: ada.email },
    });
    expect(await stored(app, body.request_id)).toMatchObject({
      customerId: ada.id,
      creatorId: ada.id,
      requesterName: 'Ada Lovelace',
      requesterEmail: ada.email,
      requesterPhone: '+49 30 1234567',
    });
    expect(await storedJob(app, body.job_id)).toMatchObject({ customerId: ada.id });
    await app.services.relay.drain();
    const events = await app.services.events.list({ after: 0, limit: 10_000 });
    const received = events.find(
      ({ type, data }) => type === 'site_check.received' && data['request_id'] === body.request_id,
    );
    expect(received?.data).toMatchObject({ customer_id: ada.id });
    const read = await api.call(app, 'customerRequest', { id: body.request_id, ...as(ada) });
    expect(keysOf(read.body)).toEqual([...status].sort());
  });

  it('returns the same token for a repeated intake, even if the account has changed', async () => {
    const input = customerBody();
    const first = await api.call(app, 'createCustomerRequest', { ...as(ada), input });
    const before = await count();
    await app.db
      .collection<{ _id: string }>('customers')
      .updateOne({ _id: ada.id }, { $set: { fullName: 'Ada King' } });
    const again = await api.call(app, 'createCustomerRequest', { ...as(ada), input });
    await app.db
      .collection<{ _id: string }>('customers')
      .updateOne({ _id: ada.id }, { $set: { fullName: 'Ada Lovelace' } });
    expect(again.replayed).toBe(true);
    expect(again.body.access_token).toBe(first.body.access_token);
    expect(await count()).toBe(before);
  });

  it('rejects an intake that was used by another creator, path or content, and stores nothing', async () => {
    const input = customerBody();
    await api.call(app, 'createCustomerRequest', { ...as(ada), input });
    const guests = { ...requestBody(), intake_submission_id: customerBody().intake_submission_id };
    await api.call(app, 'requestSiteCheck', { input: guests });
    const before = await count();
    const again = [
      api.call(app, 'createCustomerRequest', { ...as(grace), input }),
      api.call(app, 'createSelfServiceRequest', { ...as(ada), input }),
      api.call(app, 'createCustomerRequest', { ...as(ada), input: { ...input, notes: 'Other.' } }),
      api.call(app, 'requestSiteCheck', { input }),
      api.call(app, 'createCustomerRequest', { ...as(ada), input: guests }),
    ];
    for (const { code, body } of await Promise.all(again)) {
      expect([code, body]).toEqual(['intake_conflict', undefined]);
    }
    expect(await count()).toBe(before);
  });

  it.each(creations)(
    '%s rejects invalid input and missing sessions, and stores nothing',
    async (name) => {
      const before = await count();
      const rejected = async (call: object) => (await api.call(app, name, call)).code;
      expect(await rejected({ input: customerBody() })).toBe('session_missing');
      const wrong = { session: 'cs_'.padEnd(46, 'x'), input: customerBody() };
      expect(await rejected(wrong)).toBe('session_invalid');
      for (const fields of [
        { intake_submission_id: undefined },
        { intake_submission_id: '1234567' },
        { objective: 'ab' },
        { latitude: 90.01 },
        { notes: '' },
        { reference_photos: ['a', 'b', 'c'] },
      ]) {
        expect(await rejected({ ...as(ada), input: customerBody(fields) })).toBe('invalid_input');
      }
      expect(await count()).toBe(before);
    },
  );

  it('confirms a self-service request in its first write, and opens its job', async () => {
    const input = customerBody();
    const { body } = await api.call(app, 'createSelfServiceRequest', { ...as(ada), input });
    expect(body).toMatchObject({
      status: 'confirmed',
      payment_status: 'not_required',
      quote_status: 'accepted',
      intake_source: 'self_service',
      execution_mode: 'self_service',
      selected_offer: { offer_key: 'self_service', amount_minor: 0 },
    });
    expect(ofRequest(await eventsOf(app, body.request_id))).toEqual([
      'site_check.received',
      'site_check.quoted',
      'site_check.offer_selected',
      'site_check.confirmed',
    ]);
    expect(await stored(app, body.request_id)).toMatchObject({ revision: 1 });
    expect(await storedJob(app, body.job_id)).toMatchObject({ status: 'open' });
  });

  it('reports that a self-service request out of reach cannot be served', async () => {
    const input = customerBody(nowhere);
    const { body } = await api.call(app, 'createSelfServiceRequest', { ...as(ada), input });
    expect(body).toMatchObject({ status: 'unserviceable', selected_offer: null });
    expect((await storedJob(app, body.job_id)).status).toBe('cancelled');
  });
});

it('returns 201 with the path of the request, and the same token for a repeated Idempotency-Key', async () => {
  const send = () =>
    app.rest('POST', '/v1/customer/requests', {
      key: null,
      body: customerBody({ intake_submission_id: 'once-per-key' }),
      headers: { cookie: `session=${ada.session}`, 'idempotency-key': 'customer-1' },
    });
  const first = await send();
  expect(first.status).toBe(201);
  expect(first.headers.get('location')).toBe(`/v1/customer/requests/${first.body.request_id}`);
  expect(first.headers.get('cache-control')).toBe('no-store');
  const again = await send();
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.body).toEqual(first.body);
});

it('creates no request for the page of another site', async () => {
  const before = await count();
  const send = (headers: Record<string, string>) =>
    app.rest('POST', '/v1/customer/requests', {
      key: null,
      body: customerBody(),
      headers: { cookie: `session=${ada.session}`, ...headers },
    });
  const rejected = await send({ origin: 'https://evil.example' });
  expect([rejected.status, rejected.body.code]).toEqual([403, 'origin_refused']);
  expect(await count()).toBe(before);
  expect((await send({})).status).toBe(201);
});

it('creates requests that the holder of the access token can read without a session', async () => {
  const request = await made(app, ada);
  const { body } = await restApi.call(app, 'siteCheck', request);
  expect(body).toMatchObject({ request_id: request.id, intake_source: 'customer_portal' });
});
