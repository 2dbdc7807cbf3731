import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { streamsMax } from '../../src/modules/event/stream.js';
import { createJob } from '../evidence/support/scene.js';
import { request, select } from '../site-check/support/flow.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { subscribe } from './support/sse.js';

let app: TestApp;
let key: string;
beforeAll(async () => {
  app = await startTestApp();
  key = await app.keyFor('follower', ['jobs:read', 'jobs:write']);
});
afterAll(() => app.stop());

const cancel = (jobId: string) =>
  app.rest('POST', `/v1/jobs/${jobId}/cancel`, { body: { reason: 'Sold.' } });
const opened = () => app.services.openStreams;

/** Waits until the service has noticed that its clients have disconnected. */
const settled = () => expect.poll(() => opened().size).toBe(0);

describe('jobEvents', () => {
  const query = `subscription($after: String, $types: [EventType!]) {
    jobEvents(after: $after, types: $types) { seq type data }
  }`;
  const types = async (stream: Awaited<ReturnType<typeof subscribe>>, count: number) => {
    const events = [];
    for (let i = 0; i < count; i += 1) events.push((await stream.next()).data.jobEvents);
    return events;
  };

  it('resumes after a cursor without loss or repetition, across a broken connection', async () => {
    const first = await createJob(app, {}, key);
    const before = await subscribe(app, query, { after: '0' }, { key });
    expect(before.response.headers.get('content-type')).toContain('text/event-stream');
    expect(before.response.headers.get('cache-control')).toContain('no-cache');
    const emitted = await types(before, 2);
    expect(emitted.map(({ type }) => type)).toEqual(['JOB_CREATED', 'JOB_OPENED']);
    await before.close();
    await cancel(first);
    const after = await subscribe(app, query, { after: String(emitted[1].seq) }, { key });
    expect(await types(after, 1)).toMatchObject([
      { type: 'JOB_CANCELLED', data: { job_id: first, previous_status: 'open' } },
    ]);
    const second = await createJob(app, { auto_open: false }, key);
    expect(await types(after, 1)).toMatchObject([
      { type: 'JOB_CREATED', data: { job_id: second } },
    ]);
    await after.close();
    await settled();
  });

  it('starts with new events without a cursor, and sends no events of other integrators', async () => {
    const own = await subscribe(app, query, {}, { key });
    const all = await subscribe(app, query, { types: ['JOB_CREATED'] });
    const others = await createJob(app);
    const mine = await createJob(app, {}, key);
    expect(await types(own, 1)).toMatchObject([{ data: { job_id: mine } }]);
    expect(await types(all, 2)).toMatchObject([
      { data: { job_id: others } },
      { data: { job_id: mine } },
    ]);
    await Promise.all([own.close(), all.close()]);
    await settled();
  });

  it('sends events written by another process', async () => {
    const other = await startTestApp({ MONGODB_DB: app.services.config.mongodbDb });
    const stream = await subscribe(app, query, {}, { key });
    const jobId = await createJob(other, {}, key);
    expect(await types(stream, 1)).toMatchObject([{ data: { job_id: jobId } }]);
    await stream.close();
    await settled();
    await other.stop({ keep: true });
  });

  it.each([
    ['BAD_CURSOR', { after: 'x' }, {}],
    ['API_KEY_MISSING', {}, { key: null }],
  ])('rejects with %s like any operation', async (code, variables, credentials) => {
    const stream = await subscribe(app, query, variables, credentials);
    expect(await stream.next()).toMatchObject({ errors: [{ extensions: { code } }] });
    expect(await stream.next()).toBe('complete');
    expect(opened().size).toBe(0);
  });

  it('ends with the reason when the key is revoked', async () => {
    const lost = await app.keyFor('follower', ['jobs:read']);
    const stream = await subscribe(app, query, {}, { key: lost });
    const { data } = await app.graphql('{ viewer { apiKey { id } } }', {}, { key: lost });
    const revoke = 'mutation($id: ID!) { revokeApiKey(id: $id) { id } }';
    await app.graphql(revoke, { id: data.viewer.apiKey.id });
    await createJob(app, {}, key);
    expect(await stream.next()).toMatchObject({
      data: null,
      errors: [{ extensions: { code: 'API_KEY_INVALID', requestId: expect.any(String) } }],
    });
    expect(await stream.next()).toBe('complete');
    await settled();
  });
});

describe('jobUpdated', () => {
  const query = 'subscription($id: ID!) { jobUpdated(id: $id) { jobId status revision } }';

  it('sends the current job, then its changes', async () => {
    const id = await createJob(app, {}, key);
    const stream = await subscribe(app, query, { id }, { key });
    expect((await stream.next()).data.jobUpdated).toEqual({
      jobId: id,
      status: 'OPEN',
      revision: 1,
    });
    await cancel(id);
    expect((await stream.next()).data.jobUpdated).toMatchObject({
      status: 'CANCELLED',
      revision: 2,
    });
    await stream.close();
    await settled();
  });

  it("treats another integrator's job as unknown", async () => {
    const stream = await subscribe(app, query, { id: await createJob(app) }, { key });
    expect(await stream.next()).toMatchObject({
      errors: [{ extensions: { code: 'JOB_NOT_FOUND' } }],
    });
  });
});

describe('siteCheckUpdated', () => {
  const query = `subscription($id: ID!, $token: String) {
    siteCheckUpdated(requestId: $id, accessToken: $token) { requestId status }
  }`;

  it('sends the current request, then its changes', async () => {
    const check = await request(app);
    const stream = await subscribe(app, query, { id: check.id, token: check.token }, { key: null });
    expect((await stream.next()).data.siteCheckUpdated).toEqual({
      requestId: check.id,
      status: 'QUOTED',
    });
    await select(app, check);
    expect((await stream.next()).data.siteCheckUpdated).toMatchObject({ status: 'OFFER_SELECTED' });
    await stream.close();
    await settled();
  });

  it('accepts the token as Bearer, and no other', async () => {
    const check = await request(app);
    const ask = (token: string) =>
      subscribe(
        app,
        query,
        { id: check.id },
        { key: null, headers: { authorization: `Bearer ${token}` } },
      );
    const stream = await ask(check.token);
    expect((await stream.next()).data.siteCheckUpdated.requestId).toBe(check.id);
    await stream.close();
    expect(await (await ask('x'.repeat(43))).next()).toMatchObject({
      errors: [{ extensions: { code: 'SITE_CHECK_NOT_FOUND' } }],
    });
    await settled();
  });
});

describe('streams', () => {
  const query = 'subscription { jobEvents { seq } }';

  it('are limited for each key, and free their slots when they are closed', async () => {
    const streams = [];
    for (let i = 0; i < streamsMax; i += 1) streams.push(await subscribe(app, query, {}, { key }));
    const code = async () => (await subscribe(app, query, {}, { key })).next();
    expect(await code()).toMatchObject({ errors: [{ extensions: { code: 'RATE_LIMITED' } }] });
    const other = await subscribe(app, query);
    const metrics = await app.metrics();
    expect(metrics).toContain(`graphql_streams_open ${streamsMax + 1}\n`);
    await Promise.all([...streams, other].map((stream) => stream.close()));
    await settled();
    const again = await subscribe(app, query, {}, { key });
    await again.close();
    await settled();
  });

  it('are counted before anything asynchronous: of 50 concurrent requests, 20 open', async () => {
    // Jobs requested at once are read together, so that all 50 continue in the same tick.
    const one = 'subscription($id: ID!) { jobUpdated(id: $id) { jobId } }';
    const id = await createJob(app, {}, key);
    const requested = await Promise.all(
      Array.from({ length: 50 }, () => subscribe(app, one, { id }, { key })),
    );
    const first = await Promise.all(requested.map((stream) => stream.next()));
    const rejected = first.filter((given) => given.errors?.[0].extensions.code === 'RATE_LIMITED');
    expect([rejected.length, [...opened().values()]]).toEqual([50 - streamsMax, [streamsMax]]);
    await Promise.all(requested.map((stream) => stream.close()));
    await settled();
  });

  it('are rejected for clients that do not accept them, and not kept open for a HEAD', async () => {
    const url = `/graphql?query=${encodeURIComponent(query)}`;
    const ask = (method: string, accept: string) =>
      app.fetch(url, { method, headers: { 'x-api-key': key, accept } });
    const rejected = await ask('GET', 'application/json');
    expect(rejected.status).toBe(406);
    expect((await rejected.json()).errors[0].message).toContain('text/event-stream');
    const head = await ask('HEAD', 'text/event-stream');
    expect(head.headers.get('content-type')).toContain('text/event-stream');
    expect(await head.text()).toBe('');
    await settled();
  });

  it.each([
    'subscription { jobEvents @skip(if: true) { seq } }',
    'subscription { ... @include(if: false) { jobEvents { seq } } }',
    'subscription { ...f } fragment f on Subscription { jobEvents @include(if: false) { seq } }',
  ])('ignore a conditional subscription: %s', async (conditional) => {
    const stream = await subscribe(app, conditional, {}, { key });
    expect(await stream.next()).toMatchObject({
      errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }],
    });
    expect(await stream.next()).toBe('complete');
  });

  it('end properly when the process stops', async () => {
    const stopping = await startTestApp();
    const stream = await subscribe(stopping, query);
    stopping.services.stopping = true;
    expect(await stream.next()).toBe('complete');
    await stopping.stop();
  });
});
