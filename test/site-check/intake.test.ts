import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apis, restApi } from '../support/apis.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { eventsOf, nowhere, request, requestBody, stored, storedJob } from './support/flow.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const count = () => app.siteChecks.countDocuments();

describe.each(apis)('requesting a site check over $name', (api) => {
  it('returns the same request and token for a repeated intake, and 409 for other content', async () => {
    const intake_submission_id = randomUUID();
    const input = requestBody({ intake_submission_id, requester_email: 'kim@example.org' });
    const first = await api.call(app, 'requestSiteCheck', { input });
    expect(first.replayed).toBe(false);
    const again = await api.call(app, 'requestSiteCheck', { input });
    expect(again).toEqual({ ...first, replayed: true });
    const before = await count();
    const other = { ...input, requester_email: 'lou@example.org' };
    expect((await api.call(app, 'requestSiteCheck', { input: other })).code).toBe(
      'intake_conflict',
    );
    expect(await count()).toBe(before);
  });

  it('returns the current request for a replay', async () => {
    const input = requestBody({ intake_submission_id: randomUUID() });
    const { body } = await api.call(app, 'requestSiteCheck', { input });
    const opened = { id: body.request_id, token: body.access_token };
    await api.call(app, 'cancelSiteCheck', opened);
    const again = await api.call(app, 'requestSiteCheck', { input });
    expect(again.body).toMatchObject({ request_id: opened.id, status: 'cancelled' });
  });

  it('creates one request for a hundred identical concurrent intakes', async () => {
    const input = requestBody({ intake_submission_id: randomUUID() });
    const before = await count();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => api.call(app, 'requestSiteCheck', { input })),
    );
    expect(new Set(answers.map(({ body }) => body.access_token)).size).toBe(1);
    expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(await count()).toBe(before + 1);
    const jobs = app.jobs;
    expect(await jobs.countDocuments({ requestId: answers[0]?.body.request_id })).toBe(1);
  });

  it('requires no payment for a place that cannot be served, and states the reason', async () => {
    const { body } = await api.call(app, 'requestSiteCheck', { input: requestBody(nowhere) });
    expect(body).toMatchObject({
      status: 'unserviceable',
      quote_status: 'unavailable',
      quote: null,
      serviceability: { serviceable: false, level: 'unserviceable' },
    });
    expect(body.serviceability.reasons).not.toHaveLength(0);
    expect(body.message).toBe(body.serviceability.message);
    expect((await storedJob(app, body.job_id)).status).toBe('cancelled');
    expect(await eventsOf(app, body.request_id)).toEqual(
      expect.arrayContaining(['site_check.received', 'site_check.unserviceable', 'job.cancelled']),
    );
  });

  it.each([
    ['objective', { objective: 'ab' }],
    ['address', { address: 'x'.repeat(501) }],
    ['latitude', { latitude: 90.01 }],
    ['longitude', { longitude: -180.01 }],
    ['notes', { notes: '' }],
    ['service_key', { service_key: 'x' }],
    ['reference_photos', { reference_photos: ['a', 'b', 'c'] }],
    ['intake_submission_id', { intake_submission_id: '1234567' }],
    ['requester_name', { requester_name: 'K' }],
    ['requester_email', { requester_email: 'a@b' }],
    ['requester_phone', { requester_phone: '123456' }],
  ])('rejects %s out of its bounds and stores nothing', async (_name, fields) => {
    const before = await count();
    const answer = await api.call(app, 'requestSiteCheck', { input: requestBody(fields) });
    expect(answer.code).toBe('invalid_input');
    expect(await count()).toBe(before);
  });
});

it('returns 201 with the path of the request', async () => {
  const answer = await app.rest('POST', '/v1/public/site-checks', {
    key: null,
    body: requestBody(),
  });
  expect(answer.status).toBe(201);
  expect(answer.headers.get('location')).toBe(`/v1/public/site-checks/${answer.body.request_id}`);
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

it('shows the same request over REST and GraphQL', async () => {
  const opened = await request(app);
  const [rest, graphql] = apis;
  const overRest = await rest!.call(app, 'siteCheck', opened);
  const overGraphql = await graphql!.call(app, 'siteCheck', opened);
  expect(overRest.body).toEqual(overGraphql.body);
});

describe('the access token', () => {
  const path = (id: string) => `/v1/public/site-checks/${id}`;

  it('also works as Bearer, and appears only in the response that created it', async () => {
    const { id, jobId, token } = await request(app);
    const headers = { authorization: `Bearer ${token}` };
    const read = await app.rest('GET', path(id), { key: null, headers });
    expect(read.status).toBe(200);
    const inQuery = await app.rest('GET', `${path(id)}?access_token=${token}`, { key: null });
    expect(inQuery.body).toEqual(read.body);
    const documents = JSON.stringify([await stored(app, id), await storedJob(app, jobId)]);
    expect(documents).not.toContain(token);
    expect(app.logLines.join()).not.toContain(token);
    await app.services.relay.drain();
    expect(JSON.stringify(await app.db.collection('events').find().toArray())).not.toContain(token);
  });

  it("is required in FastAPI's form, and never echoed", async () => {
    const { id } = await request(app);
    const missing = await app.rest('GET', path(id), { key: null });
    expect(missing.status).toBe(422);
    expect(missing.body).toEqual({
      detail: [
        { type: 'missing', loc: ['query', 'access_token'], msg: 'Field required', input: null },
      ],
    });
    const short = await app.rest('GET', `${path(id)}?access_token=tooshort`, { key: null });
    expect(short.status).toBe(422);
    expect(JSON.stringify(short.body)).not.toContain('tooshort');
    const body = { access_token: 'tooshort', offer_key: 'x' };
    const inBody = await app.rest('POST', `${path(id)}/select-offer`, { key: null, body });
    expect(inBody.status).toBe(422);
    expect(inBody.body.detail.map((issue: { loc: string[] }) => issue.loc.at(-1))).toEqual([
      'access_token',
      'offer_key',
    ]);
    expect(JSON.stringify(inBody.body)).not.toContain('tooshort');
    expect(app.logLines.join()).not.toContain('tooshort');
  });

  it('gets the same response whether it is wrong or unknown', async () => {
    const { id, jobId } = await request(app);
    const wrong = 'A'.repeat(43);
    const answers = await Promise.all(
      [id, jobId, 'no-id-at-all'].map((each) =>
        app.rest('GET', `${path(each)}?access_token=${wrong}`, { key: null }),
      ),
    );
    for (const { status, body } of answers) {
      expect(status).toBe(404);
      expect(body).toMatchObject({
        code: 'site_check_not_found',
        detail: answers[0]?.body.detail,
        hint: answers[0]?.body.hint,
      });
    }
  });

  it('cannot be replaced by an API key on the documented paths', async () => {
    const { id } = await request(app);
    expect((await app.rest('GET', path(id))).status).toBe(422);
  });
});

describe("the requester's contact details", () => {
  const contact = {
    requester_name: 'Kim Requester',
    requester_email: 'kim.requester@example.org',
    requester_phone: '+49 30 5550100',
  };
  const query = `query($id: ID!, $token: String) {
    siteCheck(requestId: $id, accessToken: $token) { requester { name email phone } } }`;

  it('are shown only to the requester and to operators, and never logged', async () => {
    const { id, token } = await request(app, contact);
    const requester = {
      name: contact.requester_name,
      email: contact.requester_email,
      phone: contact.requester_phone,
    };
    const asRequester = await app.graphql(query, { id, token }, { key: null });
    expect(asRequester.data.siteCheck.requester).toEqual(requester);
    const asOperator = await app.graphql(query, { id });
    expect(asOperator.data.siteCheck.requester).toEqual(requester);

    const reader = await app.keyFor('no-operator', ['jobs:read', 'jobs:write']);
    const asOther = await app.graphql(query, { id }, { key: reader });
    expect(asOther.errors?.[0]?.extensions['code']).toBe('SCOPE_MISSING');
    const asAnonymous = await app.graphql(query, { id }, { key: null });
    expect(asAnonymous.errors?.[0]?.extensions['code']).toBe('API_KEY_MISSING');

    const { body } = await restApi.call(app, 'siteCheck', { id, token });
    const { body: job } = await app.rest('GET', `/v1/jobs/${body.job_id}`);
    await app.services.relay.drain();
    const events = await app.db.collection('events').find().toArray();
    const elsewhere = JSON.stringify([body, job, events, app.logLines]);
    expect(elsewhere).not.toContain(contact.requester_email);
    expect(elsewhere).not.toContain(contact.requester_phone);
  });
});
