import type { CommandStartedEvent, Document } from 'mongodb';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Delivery } from '../../src/modules/webhook/delivery.js';
import { createJob } from '../evidence/support/scene.js';
import { apis } from '../support/apis.js';
import { days, hours, type Json, pilotKey, startTestApp, type TestApp } from '../support/app.js';
import { interfaceDescription, validatorAt } from '../support/described.js';
import { type Received, startReceiver } from './support/receiver.js';

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let app: TestApp;
let key: string;
let other: string;
beforeAll(async () => {
  receiver = await startReceiver();
  app = await startTestApp({
    WEBHOOK_URL_HOSTS: `${receiver.host},localhost`,
    WEBHOOK_URL_PORTS: '8443',
  });
  key = await app.keyFor('hooked', ['jobs:read', 'jobs:write', 'webhooks:write']);
  other = await app.keyFor('another', ['jobs:read', 'jobs:write', 'webhooks:write']);
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
});
beforeEach(() => {
  receiver.posts.length = 0;
  receiver.taken.length = 0;
  receiver.answerWith(() => ({ status: 204 }));
});

const endpoints = () => app.db.collection<{ _id: string }>('webhook_endpoints');
const deliveries = () => app.db.collection<Delivery>('webhook_deliveries');

/** Posts everything that is due. */
async function settle(): Promise<void> {
  await app.services.relay.drain();
  await app.services.followers.catchUp();
  await app.services.webhooks.deliverDue();
}

async function create(fields: Record<string, unknown> = {}, as = key): Promise<Json> {
  const answer = await app.rest('POST', '/v1/webhook-endpoints', {
    key: as,
    body: { url: receiver.url, ...fields },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}
const remove = (id: string, as = key) =>
  app.rest('POST', `/v1/webhook-endpoints/${id}/delete`, { key: as });
const verify = (secret: string, { text, headers }: Received): unknown =>
  new Webhook(secret).verify(text, headers as Record<string, string>);

describe('deliveries', () => {
  it('have the envelope of each event, signed according to Standard Webhooks', async () => {
    const { endpoint_id, secret } = await create({ event_types: ['job.created', 'job.cancelled'] });
    const job = await createJob(app, {}, key);
    await createJob(app, {}, other);
    await settle();
    expect(receiver.posts.map(({ body }) => body)).toEqual([
      {
        type: 'job.created',
        timestamp: expect.any(String),
        data: expect.objectContaining({ job_id: job }),
        id: expect.any(String),
        seq: expect.any(Number),
        revision: 1,
      },
    ]);
    const [post] = receiver.posts as [Received];
    expect(verify(secret, post)).toEqual(post.body);
    expect(post.headers['webhook-id']).toBe(post.body.id);
    const { body } = await app.rest('GET', `/v1/events/${post.body.id}`, { key });
    expect(body).toEqual(post.body);
    const { parameters, requestBody } = interfaceDescription().webhooks.event.post;
    for (const { name } of parameters) expect(post.headers[name]).toBeDefined();
    const [type] = Object.keys(requestBody.content);
    expect(post.headers['content-type']).toBe(type);
    const place = ['webhooks', 'event', 'post', 'requestBody', 'content', type, 'schema'];
    expect(validatorAt(...(place as string[]))(post.body)).toBe(true);
    await remove(endpoint_id);
  });

  it('of a job wait for the one that fails, those of another job do not', async () => {
    const { endpoint_id } = await create();
    const failing = await createJob(app, { auto_open: false }, key);
    let errors = 0;
    receiver.answerWith(({ body }) => {
      if (body.data.job_id !== failing || errors === 3) return { status: 204 };
      errors += 1;
      return { status: 500, body: 'no'.repeat(2_000) };
    });
    await app.rest('POST', `/v1/jobs/${failing}/open`, { key });
    const quick = await createJob(app, { auto_open: false }, key);
    await settle();
    expect(receiver.taken.map(({ body }) => body.data.job_id)).toEqual([quick]);
    for (const wait of [6_000, 70_000, 340_000]) {
      app.advance(wait);
      await settle();
    }
    const posts = receiver.posts.filter(({ body }) => body.data.job_id === failing);
    expect(posts.map(({ body }) => body.type)).toEqual([
      ...Array(4).fill('job.created'),
      'job.opened',
    ]);
    expect(new Set(posts.slice(0, 4).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const stored = await deliveries().findOne({ endpointId: endpoint_id, tries: 4 });
    expect(stored).toMatchObject({ status: 'delivered', eventType: 'job.created' });
    expect(
      stored?.attempts.map(({ statusCode, answerStart }) => [statusCode, answerStart?.length]),
    ).toEqual([
      [500, 1024],
      [500, 1024],
      [500, 1024],
      [204, undefined],
    ]);
    await remove(endpoint_id);
  });

  it("of an event with a reason store nothing of the receiver's response", async () => {
    const { endpoint_id } = await create({ event_types: ['job.cancelled'] });
    const id = await createJob(app, {}, key);
    receiver.answerWith(({ text }) => ({ status: 500, body: text }));
    await app.rest('POST', `/v1/jobs/${id}/cancel`, { key, body: { reason: 'Kim is ill.' } });
    await settle();
    expect(receiver.posts[0]?.text).toContain('Kim is ill.');
    const stored = await deliveries().find({ endpointId: endpoint_id }).toArray();
    expect(stored.map(({ attempts }) => attempts)).toMatchObject([
      [{ statusCode: 500, answerStart: null }],
    ]);
    await remove(endpoint_id);
  });

  it('are not created for an event whose id is not a UUID', async () => {
    const { endpoint_id } = await create({ event_types: ['job.created'] });
    await createJob(app, {}, key);
    await settle();
    for (const api of apis) {
      const call = { key, id: endpoint_id, input: { event_id: 'null' } };
      const { code, body } = await api.call(app, 'webhookDeliveries', call);
      expect([api.name, code, body?.nodes ?? body]).toEqual([api.name, undefined, []]);
    }
    await remove(endpoint_id);
  });

  it('of one event are found without scanning all of their endpoint', async () => {
    const { endpoint_id } = await create({ event_types: ['job.created'] });
    for (let i = 0; i < 4; i++) await createJob(app, {}, key);
    await settle();
    const path = `/v1/webhook-endpoints/${endpoint_id}/deliveries`;
    const { body: all } = await app.rest('GET', path, { key });
    expect(all).toHaveLength(4);
    const finds: Document[] = [];
    const watch = ({ command }: CommandStartedEvent) => {
      if (command['find'] === 'webhook_deliveries') finds.push(command);
    };
    app.services.client.on('commandStarted', watch);
    const ofOne = await app.rest('GET', `${path}?event_id=${all[2].event_id}`, { key });
    app.services.client.off('commandStarted', watch);
    expect(ofOne.body).toEqual([all[2]]);
    expect((await app.rest('GET', `${path}?event_id=${endpoint_id}`, { key })).body).toEqual([]);
    // The filter finds it by its id, so nothing else is read.
    expect(finds).toEqual([
      expect.objectContaining({ filter: { endpointId: endpoint_id, _id: all[2].delivery_id } }),
    ]);
    await remove(endpoint_id);
  });

  it('are posted again with the same id when replayed, and only by their integrator', async () => {
    const { endpoint_id } = await create({ event_types: ['job.created'] });
    await createJob(app, {}, key);
    await settle();
    const path = `/v1/webhook-endpoints/${endpoint_id}/deliveries`;
    const { body } = await app.rest('GET', path, { key });
    expect(body).toEqual([
      {
        delivery_id: expect.any(String),
        endpoint_id,
        event_id: receiver.posts[0]?.body.id,
        event_type: 'job.created',
        seq: receiver.posts[0]?.body.seq,
        status: 'delivered',
        attempts: [expect.objectContaining({ status_code: 204, error: null, answer_start: null })],
        next_attempt_at: null,
        created_at: expect.any(String),
      },
    ]);
    const replay = (as: string) =>
      app.rest('POST', `/v1/webhook-deliveries/${body[0].delivery_id}/replay`, { key: as });
    expect((await replay(other)).body.code).toBe('webhook_delivery_not_found');
    expect((await app.rest('GET', path, { key: other })).body.code).toBe(
      'webhook_endpoint_not_found',
    );
    await settle();
    expect(receiver.posts).toHaveLength(1);
    expect((await replay(key)).body.status).toBe('pending');
    await settle();
    expect(receiver.posts.map(({ headers }) => headers['webhook-id'])).toEqual(
      Array(2).fill(body[0].event_id),
    );
    const queue = (fields: object) =>
      app.rest('POST', `/v1/webhook-endpoints/${endpoint_id}/replay`, { key, body: fields });
    expect((await queue({ after_seq: 0, only_failed: true })).body).toEqual({ queued: 0 });
    const before = await app.services.events.list({ limit: 200, types: ['job.created'] });
    const { integratorId } = before.at(-1) as { integratorId: string };
    const own = before.filter((event) => event.integratorId === integratorId).length;
    expect((await queue({ after_seq: 0 })).body).toEqual({ queued: own - 1 });
    await settle();
    expect(receiver.posts).toHaveLength(own + 1);
    await remove(endpoint_id);
    const rejected = await replay(key);
    expect([rejected.status, rejected.body.code]).toEqual([404, 'webhook_delivery_not_found']);
    expect(await deliveries().countDocuments({ endpointId: endpoint_id, status: 'pending' })).toBe(
      0,
    );
  });
});

describe('a replay of a range', () => {
  it('queues the events of a job created just before', async () => {
    const newest = await app.services.events.lastSeq();
    const { endpoint_id } = await create({ event_types: ['job.created'] });
    // From here on only the replay itself moves events out of the outboxes.
    await app.services.relay.stop();
    const late = await createJob(app, {}, key);
    const path = `/v1/webhook-endpoints/${endpoint_id}/replay`;
    const { body } = await app.rest('POST', path, { key, body: { after_seq: newest } });
    const made = await deliveries().countDocuments({ endpointId: endpoint_id });
    app.services.relay.start();
    // The follower may have created the delivery first, which `queued` then does not count.
    expect(body.queued).toBeLessThanOrEqual(1);
    expect(made).toBe(1);
    await settle();
    expect(receiver.taken.map(({ body }) => body.data.job_id)).toEqual([late]);
    await remove(endpoint_id);
  });
});

it('does not post events of earlier requests to a new endpoint', async () => {
  await app.services.relay.stop();
  await createJob(app, {}, key);
  const { endpoint_id } = await create({ event_types: ['job.created'] });
  app.services.relay.start();
  await settle();
  expect(receiver.taken).toEqual([]);
  await remove(endpoint_id);
});

it('posts no events of others once an endpoint receives only those of its integrator', async () => {
  const { data } = await app.graphql('{ viewer { integrator { name } } }');
  const plain = await app.keyFor(data.viewer.integrator.name, ['jobs:read', 'webhooks:write']);
  const all = { all_integrators: true, event_types: ['job.created'] };
  const { endpoint_id } = await create(all, pilotKey);
  const path = `/v1/webhook-endpoints/${endpoint_id}`;
  const job = await createJob(app, {}, other);
  await settle();
  expect(receiver.taken.map(({ body }) => body.data.job_id)).toEqual([job]);
  const update = (body: object, as: string) => app.rest('POST', path, { key: as, body });
  await update({ status: 'paused' }, pilotKey);
  await createJob(app, {}, other);
  await settle();
  await update({ all_integrators: false }, pilotKey);
  const url = `${receiver.url}/elsewhere`;
  expect((await update({ url, status: 'enabled' }, plain)).body.url).toBe(url);
  const list = async () => (await app.rest('GET', `${path}/deliveries`, { key: plain })).body;
  const { delivery_id } = (await list()).at(-1);
  await app.rest('POST', `/v1/webhook-deliveries/${delivery_id}/replay`, { key: plain });
  const own = await createJob(app, {}, pilotKey);
  await settle();
  expect(receiver.taken.map(({ body }) => body.data.job_id)).toEqual([job, own]);
  expect((await list()).map(({ status }: Json) => status)).toEqual([
    'delivered',
    'failed',
    'failed',
  ]);
  expect((await app.rest('GET', path, { key: plain })).body.failing_since).toBeNull();
  await remove(endpoint_id, pilotKey);
});

describe.each(apis)('endpoints over $name', (api) => {
  it('are created, shown without their secret, changed, tested and deleted', async () => {
    const call = (name: string, id?: string, input = {}, as = key) =>
      api.call(app, name, { ...(id && { id }), input, key: as });
    const { body: made } = await call('createWebhookEndpoint', undefined, { url: receiver.url });
    const { secret, ...shown } = made;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(shown).toMatchObject({
      status: 'enabled',
      secret_hint: secret.slice(-4),
      event_types: [],
      all_integrators: false,
    });
    const id = made.endpoint_id;
    expect(JSON.stringify(await endpoints().findOne({ _id: id }))).not.toContain(secret);
    expect((await call('webhookEndpoint', id)).body).toEqual(shown);
    expect((await call('webhookEndpoints')).body).toEqual([shown]);
    const rejected = [
      ['webhookEndpoint', {}],
      ['updateWebhookEndpoint', { status: 'paused' }],
      ['deleteWebhookEndpoint', {}],
      ['rotateWebhookSecret', {}],
      ['testWebhookEndpoint', {}],
    ] as const;
    for (const [name, input] of rejected) {
      expect([name, (await call(name, id, input, other)).code]).toEqual([
        name,
        'webhook_endpoint_not_found',
      ]);
    }
    expect((await call('webhookEndpoint', id)).body).toEqual(shown);

    const paused = await call('updateWebhookEndpoint', id, { status: 'paused' });
    expect(paused.body.status).toBe('paused');
    const moved = await call('updateWebhookEndpoint', id, { url: `${receiver.url}\n` });
    expect(moved.code).toMatch(/invalid|bad_user/);
    const tested = await call('testWebhookEndpoint', id);
    expect(tested.body).toMatchObject({ event_type: 'webhook.test', status: 'pending' });
    await settle();
    expect(receiver.posts).toEqual([]);
    await call('updateWebhookEndpoint', id, { status: 'enabled', description: 'Orders' });
    await settle();
    expect(receiver.posts.map(({ body }) => body.type)).toEqual(['webhook.test']);
    expect(verify(secret, receiver.posts[0] as Received)).toBeTruthy();
    expect((await call('deleteWebhookEndpoint', id)).body.endpoint_id).toBe(id);
    expect((await call('webhookEndpoint', id)).code).toBe('webhook_endpoint_not_found');
    expect(await endpoints().findOne({ _id: id })).not.toHaveProperty('secret');
    await app.services.relay.drain();
    const events = await app.db.collection('events').find({ 'data.endpoint_id': id }).toArray();
    expect(events.map(({ type }) => type.split('.')[1])).toEqual([
      'created',
      'paused',
      'updated',
      'enabled',
      'deleted',
    ]);
  });

  it('are rejected with invalid values, and nothing is stored', async () => {
    const before = await endpoints().countDocuments();
    const attempt = async (input: object, as?: string | null) =>
      (
        await api.call(app, 'createWebhookEndpoint', {
          input: { url: receiver.url, ...input },
          key: as ?? key,
        })
      ).code;
    for (const url of [
      'http://127.0.0.1/x',
      'https://10.0.0.1/x',
      'http://example.com/',
      'ftp://a.example',
      'https://a:b@c.example',
    ])
      expect([url, await attempt({ url })]).toEqual([url, 'invalid_input']);
    for (const url of [
      'https://a.example/x\r\nHost: b',
      'ht\ttps://a.example/',
      ' https://a.example',
    ]) {
      expect([url, await attempt({ url })]).toEqual([
        url,
        expect.stringMatching(/invalid|bad_user/),
      ]);
    }
    expect(await attempt({ event_types: ['job.nothing'] })).toMatch(/invalid|bad_user/);
    expect(await attempt({ all_integrators: true })).toBe('scope_missing');
    const reader = await app.keyFor('hooked', ['jobs:read']);
    expect(await attempt({}, reader)).toBe('scope_missing');
    const anonymous = await api.call(app, 'createWebhookEndpoint', {
      input: { url: receiver.url },
      key: null,
    });
    expect(anonymous.code).toBe('api_key_missing');
    expect(await endpoints().countDocuments()).toBe(before);
  });
});

it('signs with the old and the new secret for a day after a rotation', async () => {
  const { endpoint_id, secret } = await create();
  const rotated = await app.rest('POST', `/v1/webhook-endpoints/${endpoint_id}/rotate-secret`, {
    key,
  });
  expect(rotated.body.next_secret_expires_at).toBe(
    new Date(Date.parse(rotated.body.updated_at) + days(1)).toISOString(),
  );
  const test = async (): Promise<Received> => {
    await app.rest('POST', `/v1/webhook-endpoints/${endpoint_id}/test`, { key });
    await settle();
    return receiver.posts.at(-1) as Received;
  };
  const during = await test();
  for (const one of [secret, rotated.body.secret]) expect(verify(one, during)).toBeTruthy();
  app.advance(days(1) + 1_000);
  const after = await test();
  expect(verify(rotated.body.secret, after)).toBeTruthy();
  expect(() => verify(secret, after)).toThrow();
  const { body } = await app.rest('GET', `/v1/webhook-endpoints/${endpoint_id}`, { key });
  expect(body.next_secret_expires_at).toBeNull();
  await remove(endpoint_id);
});

describe('the URL of a webhook endpoint on a public host', () => {
  const urlOf = async (id: string) =>
    (
      await app.db
        .collection<{ _id: string; url: string }>('webhook_endpoints')
        .findOne({ _id: id })
    )?.url;

  it.each([
    'https://hooks.example.com:22/x',
    'https://hooks.example.com:8444',
    'https://8.8.8.8:25/',
  ])('is rejected for the port of %s, when it is created and when it is updated', async (url) => {
    const made = await app.rest('POST', '/v1/webhook-endpoints', { key, body: { url } });
    expect(made.status).toBe(422);
    expect(made.body.detail[0]).toMatchObject({
      loc: ['body', 'url'],
      msg: 'Value error, must use port 443 or 8443',
    });
    const { endpoint_id: id } = await create();
    const moved = await app.rest('POST', `/v1/webhook-endpoints/${id}`, { key, body: { url } });
    expect(moved.status).toBe(422);
    expect(await urlOf(id)).toBe(receiver.url);
    await remove(id);
  });

  it.each([
    'https://hooks.example.com/x',
    'https://hooks.example.com:443/',
    'https://hooks.example.com:8443/',
  ])('is accepted with the port of %s', async (url) => {
    const { endpoint_id: id } = await create({ url });
    await remove(id);
  });

  it.each(['https://168.63.129.16/', 'https://[3ffe::1]/', 'https://100.100.100.200/'])(
    'is rejected for the non-public %s',
    async (url) => {
      const made = await app.rest('POST', '/v1/webhook-endpoints', { key, body: { url } });
      expect(made.body.detail[0].msg).toBe('Value error, must not point to a non-public address');
    },
  );

  it('is not posted to at another port, even if it was stored before', async () => {
    const { endpoint_id: id } = await create({ event_types: ['job.created'] });
    await endpoints().updateOne({ _id: id }, { $set: { url: 'https://hooks.example.com:25/' } });
    await createJob(app, { auto_open: false }, key);
    await settle();
    const failed = await deliveries().findOne({ endpointId: id });
    expect(failed?.attempts[0]).toMatchObject({
      statusCode: null,
      error: 'must use port 443 or 8443',
    });
    await remove(id);
  });
});

it('connects to no address that is not public, follows no redirect, and stops at 410', async () => {
  const inside = await create({ url: 'https://localhost:1/x' });
  await endpoints().updateOne(
    { _id: inside.endpoint_id },
    { $set: { url: `https://localtest.invalid:1/` } },
  );
  const led = await create({ event_types: ['job.created'] });
  receiver.answerWith(() => ({ status: 302, headers: { location: `${receiver.url}/other` } }));
  await createJob(app, { auto_open: false }, key);
  await settle();
  expect(receiver.posts).toHaveLength(1);
  const [attempt] = (await deliveries().findOne({ endpointId: led.endpoint_id }))?.attempts ?? [];
  expect(attempt).toMatchObject({ statusCode: 302, error: null });
  const failed = await deliveries().findOne({ endpointId: inside.endpoint_id });
  expect(failed).toMatchObject({ status: 'pending', attempts: [{ statusCode: null }] });
  receiver.answerWith(() => ({ status: 410 }));
  app.advance(hours(1));
  await settle();
  const { body } = await app.rest('GET', `/v1/webhook-endpoints/${led.endpoint_id}`, { key });
  expect(body).toMatchObject({ status: 'disabled', status_reason: 'gone' });
  await remove(led.endpoint_id);
  await remove(inside.endpoint_id);
});

it('allows an integrator ten endpoints, for any number of concurrent requests', async () => {
  const requested = await Promise.all(
    Array.from({ length: 12 }, () =>
      app.rest('POST', '/v1/webhook-endpoints', { key: other, body: { url: receiver.url } }),
    ),
  );
  const codes = requested.map(({ status, body }) => (status === 201 ? 'made' : body.code)).sort();
  expect(codes).toEqual([...Array(10).fill('made'), 'webhook_limit', 'webhook_limit']);
});
