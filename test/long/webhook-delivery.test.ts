import { spawnSync } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import type { Delivery } from '../../src/modules/webhook/delivery.js';
import { createJob } from '../evidence/support/scene.js';
import { apis } from '../support/apis.js';
import { hours, type Json, pilotKey, startTestApp, type TestApp } from '../support/app.js';
import { type Received, startReceiver } from '../webhook/support/receiver.js';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function receiverOf(answer?: Parameters<typeof startReceiver>[0]) {
  const receiver = await startReceiver(answer);
  stops.push(receiver.stop);
  return receiver;
}
async function appOf(hosts: string[], env: Record<string, string> = {}): Promise<TestApp> {
  const app = await startTestApp({ WEBHOOK_URL_HOSTS: hosts.join(','), ...env });
  stops.push(() => app.stop({ keep: env['MONGODB_DB'] !== undefined }));
  return app;
}
async function endpointOf(app: TestApp, url: string, key?: string): Promise<string> {
  const answer = await app.rest('POST', '/v1/webhook-endpoints', { key, body: { url } } as object);
  return answer.body.endpoint_id;
}
const deliveriesOf = (app: TestApp, endpointId: string) =>
  app.db.collection<Delivery>('webhook_deliveries').find({ endpointId }).toArray();

/** Returns the sequence numbers of each object, in order of arrival. */
function bySubject(posts: readonly Received[]): Map<string, number[]> {
  const subjects = new Map<string, number[]>();
  for (const { body } of posts) {
    const subject = body.data.job_id;
    subjects.set(subject, [...(subjects.get(subject) ?? []), body.seq]);
  }
  return subjects;
}

async function settle(app: TestApp): Promise<void> {
  await app.services.relay.drain();
  await app.services.followers.catchUp();
  await app.services.webhooks.deliverDue();
}

it('delivers every event to a receiver that fails at random, in order for each object', async () => {
  // Each event fails at most twice, so the endpoint never fails for 72 hours and every event is delivered.
  const failed = new Map<string, number>();
  const receiver = await receiverOf(({ body }) => {
    const times = failed.get(body.id) ?? 0;
    if (times === 2 || Math.random() < 0.5) return { status: 204 };
    failed.set(body.id, times + 1);
    return { status: 503 };
  });
  const app = await appOf([receiver.host]);
  const id = await endpointOf(app, receiver.url);
  for (let i = 0; i < 30; i += 1) await createJob(app);
  await settle(app);
  // The two events of a job are delivered one after the other.
  for (let round = 0; round < 4; round += 1) {
    app.advance(hours(27));
    await settle(app);
  }
  const made = await deliveriesOf(app, id);
  expect(made).toHaveLength(60);
  expect(new Set(made.map(({ status }) => status))).toEqual(new Set(['delivered']));
  const taken = receiver.taken.map(({ body }) => body.id);
  expect([...taken].sort()).toEqual(made.map(({ eventId }) => eventId).sort());
  expect(failed.size).toBeGreaterThan(0);
  for (const seqs of bySubject(receiver.taken).values()) {
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
  }
});

it('does not let a dead endpoint delay others, and disables it after 72 hours', async () => {
  let hang: (() => void)[] = [];
  const dead = await receiverOf(
    () => new Promise((resolve) => hang.push(() => resolve({ status: 500 }))),
  );
  const live = await receiverOf();
  const app = await appOf([dead.host, live.host]);
  const deadId = await endpointOf(app, dead.url);
  await endpointOf(app, live.url);
  for (let i = 0; i < 20; i += 1) await createJob(app, { auto_open: false });
  await app.services.relay.drain();
  await app.services.followers.catchUp();
  await expect.poll(() => live.taken.length, { timeout: 60_000 }).toBe(20);
  // No post was answered there: ten concurrent posts, and no more.
  expect(dead.posts).toHaveLength(10);
  dead.answerWith(() => ({ status: 500 }));
  for (const end of hang) end();
  hang = [];
  await settle(app);
  for (let round = 0; round < 4; round += 1) {
    app.advance(hours(20));
    await settle(app);
  }
  const { body } = await app.rest('GET', `/v1/webhook-endpoints/${deadId}`);
  expect(body).toMatchObject({ status: 'disabled', status_reason: 'failing' });
  const posts = dead.posts.length;
  await createJob(app);
  app.advance(hours(48));
  await settle(app);
  expect(dead.posts).toHaveLength(posts);
  expect(live.taken.length).toBeGreaterThan(20);
});

it('disables no endpoint that has accepted a post since, whatever happened to another post', async () => {
  const receiver = await receiverOf(() => ({ status: 500 }));
  const app = await appOf([receiver.host]);
  const id = await endpointOf(app, receiver.url);
  const slow = await createJob(app, { auto_open: false });
  await createJob(app, { auto_open: false });
  await settle(app);
  app.advance(hours(73));
  let fail = () => {};
  const failed = new Promise<{ status: number }>((resolve) => {
    fail = () => resolve({ status: 500 });
  });
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  receiver.answerWith(async ({ body }) => {
    if (body.data.job_id !== slow) return arrived.then(() => ({ status: 204 }));
    arrive();
    return failed;
  });
  const settled = settle(app);
  const shown = async () => (await app.rest('GET', `/v1/webhook-endpoints/${id}`)).body;
  await expect.poll(shown, { timeout: 60_000 }).toMatchObject({ failing_since: null });
  fail();
  await settled;
  expect(await shown()).toMatchObject({ status: 'enabled', status_reason: null });
});

it('does not count failures of an old URL against the new one', async () => {
  const leave = (url: string) => app.rest('POST', `/v1/webhook-endpoints/${id}`, { body: { url } });
  const shown = async () => (await app.rest('GET', `/v1/webhook-endpoints/${id}`)).body;
  const live = await receiverOf();
  const old = await receiverOf(() => ({ status: 500 }));
  const app = await appOf([old.host, live.host]);
  const id = await endpointOf(app, old.url);
  await createJob(app);
  await settle(app);
  expect(await shown()).toMatchObject({ failing_since: expect.any(String) });
  await leave(live.url);
  expect(await shown()).toMatchObject({ failing_since: null });
  await leave(old.url);
  // A post in progress while the URL changes.
  old.answerWith(async () => {
    await leave(live.url);
    return { status: 410 };
  });
  app.advance(hours(1));
  await settle(app);
  expect(await shown()).toMatchObject({ url: live.url, status: 'enabled', status_reason: null });
});

it('leaves an endpoint deleted that answers 410 to a post in progress', async () => {
  const receiver = await receiverOf(async () => {
    await app.rest('POST', `/v1/webhook-endpoints/${id}/delete`);
    return { status: 410 };
  });
  const app = await appOf([receiver.host]);
  const id = await endpointOf(app, receiver.url);
  await createJob(app);
  await settle(app);
  expect(receiver.posts).not.toEqual([]);
  const stored = await app.services.webhooks.endpoints.peek(id);
  expect(stored).toMatchObject({ status: 'deleted', statusReason: null });
  expect((await app.rest('GET', `/v1/webhook-endpoints/${id}`)).status).toBe(404);
});

it('posts nothing twice if two processes use one database', async () => {
  const receiver = await receiverOf();
  const app = await appOf([receiver.host]);
  const other = await appOf([receiver.host], { MONGODB_DB: app.services.config.mongodbDb });
  const id = await endpointOf(app, receiver.url);
  for (let i = 0; i < 40; i += 1) await createJob(i % 2 ? app : other);
  const done = async () => {
    await Promise.all([app, other].map((one) => one.services.relay.drain()));
    await Promise.all([app, other].map((one) => one.services.followers.catchUp()));
    return (await deliveriesOf(app, id)).filter(({ status }) => status === 'delivered').length;
  };
  await expect.poll(done, { timeout: 60_000 }).toBe(80);
  const ids = receiver.posts.map(({ headers }) => headers['webhook-id']);
  expect(ids).toHaveLength(80);
  expect(new Set(ids).size).toBe(80);
});

it('waits as long as Retry-After asks, and gives up after the tenth attempt', async () => {
  const receiver = await receiverOf(() => ({ status: 429, headers: { 'retry-after': '7200' } }));
  const app = await appOf([receiver.host]);
  const id = await endpointOf(app, receiver.url);
  await app.rest('POST', `/v1/webhook-endpoints/${id}/test`);
  await settle(app);
  app.advance(hours(1.9));
  await settle(app);
  expect(receiver.posts).toHaveLength(1);
  for (let round = 0; round < 12; round += 1) {
    app.advance(hours(27));
    // Otherwise 72 hours of failures would disable the endpoint earlier.
    await app.db.collection('webhook_endpoints').updateOne({}, { $set: { failingSince: null } });
    await settle(app);
  }
  const [delivery] = (await deliveriesOf(app, id)) as [Json];
  expect(delivery).toMatchObject({ status: 'failed', tries: 10 });
  expect(delivery.attempts).toHaveLength(10);
  expect(new Set(receiver.posts.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(receiver.posts).toHaveLength(10);
});

it('keeps the Retry-After of an event while an earlier one of its object is replayed', async () => {
  const rejected = { status: 503, headers: { 'retry-after': '7200' } };
  const receiver = await receiverOf(({ body }) =>
    body.type === 'job.opened' ? rejected : { status: 204 },
  );
  const app = await appOf([receiver.host]);
  const body = { url: receiver.url, event_types: ['job.opened'] };
  const made = await app.rest('POST', '/v1/webhook-endpoints', { body });
  const path = `/v1/webhook-endpoints/${made.body.endpoint_id}`;
  await createJob(app);
  await settle(app);
  const opened = receiver.posts.length;
  expect(opened).toBe(1);

  let errors = 1;
  receiver.answerWith(({ body }) => {
    if (body.type === 'job.opened') return rejected;
    return errors-- > 0 ? { status: 500 } : { status: 204 };
  });
  await app.rest('POST', path, { body: { event_types: [] } });
  await app.rest('POST', `${path}/replay`, { body: { after_seq: 0 } });
  await settle(app);
  app.advance(60_000);
  await settle(app);
  const types = receiver.posts.slice(opened).map((post) => post.body.type);
  expect(types).toEqual(['job.created', 'job.created']);
});

it('does not let a hanging endpoint delay another one at the same host', async () => {
  const hanging: (() => void)[] = [];
  const receiver = await receiverOf(({ body }) =>
    body.type === 'job.opened'
      ? { status: 204 }
      : new Promise((resolve) => hanging.push(() => resolve({ status: 500 }))),
  );
  const app = await appOf([receiver.host]);
  for (const type of ['job.created', 'job.opened']) {
    const body = { url: receiver.url, event_types: [type] };
    expect((await app.rest('POST', '/v1/webhook-endpoints', { body })).status).toBe(201);
  }
  for (let i = 0; i < 12; i += 1) await createJob(app);
  await app.services.relay.drain();
  await app.services.followers.catchUp();
  await expect.poll(() => receiver.taken.length).toBe(12);
  expect(hanging).toHaveLength(10);
  receiver.answerWith(() => ({ status: 204 }));
  for (const end of hanging) end();
});

it('gives up at once if the event can no longer be posted, without counting it against the endpoint', async () => {
  const receiver = await receiverOf();
  const app = await appOf([receiver.host]);
  const id = await endpointOf(app, receiver.url);
  const path = `/v1/webhook-endpoints/${id}`;
  await app.rest('POST', path, { body: { status: 'paused' } });
  const job = await createJob(app, { auto_open: false });
  await settle(app);
  await app.db.collection('webhook_deliveries').updateMany({}, { $set: { eventId: 'gone' } });
  await app.rest('POST', `/v1/jobs/${job}/open`);
  await app.rest('POST', path, { body: { status: 'enabled' } });
  await settle(app);
  const made = await deliveriesOf(app, id);
  expect(made.map(({ status, tries }) => [status, tries]).sort()).toEqual([
    ['delivered', 1],
    ['failed', 1],
  ]);
  const { body } = await app.rest('GET', path);
  expect(body).toMatchObject({ status: 'enabled', failing_since: null });
});

it('reports pending deliveries, their age and the outcome of attempts in /metrics', async () => {
  // Long enough that no sweep posts it again while the metrics are read.
  const later = { status: 429, headers: { 'retry-after': '7200' } };
  const receiver = await receiverOf(() => later);
  const app = await appOf([receiver.host]);
  const figures = async () => {
    const text = await app.metrics();
    const of = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
    return {
      pending: of('webhook_deliveries_pending'),
      oldest: of('webhook_oldest_pending_seconds'),
      delivered: of('webhook_attempts_total\\{outcome="delivered"\\}'),
      failed: of('webhook_attempts_total\\{outcome="failed"\\}'),
    };
  };
  const none = { pending: 0, oldest: 0, delivered: 0, failed: 0 };
  expect(await figures()).toEqual(none);
  const id = await endpointOf(app, receiver.url);
  await createJob(app);
  await settle(app);
  app.advance(hours(1));
  const waiting = await figures();
  expect(waiting).toMatchObject({ pending: 2, delivered: 0, failed: 1 });
  expect(waiting.oldest).toBeGreaterThanOrEqual(3_600);
  await app.rest('POST', `/v1/webhook-endpoints/${id}`, { body: { status: 'paused' } });
  expect(await figures()).toMatchObject({ pending: 0, oldest: 0 });
  receiver.answerWith(() => ({ status: 204 }));
  app.advance(hours(1));
  await app.rest('POST', `/v1/webhook-endpoints/${id}`, { body: { status: 'enabled' } });
  await settle(app);
  expect(await figures()).toEqual({ ...none, delivered: 2, failed: 1 });
});

describe.each(apis)('an endpoint of all integrators over $name', (api) => {
  it('can be moved to another URL and rotated only by operators', async () => {
    const receiver = await receiverOf();
    const app = await appOf([receiver.host]);
    const { data } = await app.graphql('{ viewer { integrator { name } } }');
    const key = await app.keyFor(data.viewer.integrator.name, ['jobs:read', 'webhooks:write']);
    const input = { url: receiver.url, all_integrators: true };
    const made = await api.call(app, 'createWebhookEndpoint', { input, key: pilotKey });
    const id = made.body.endpoint_id;
    const stored = () =>
      app.db.collection<{ _id: string }>('webhook_endpoints').findOne({ _id: id });
    await settle(app);
    const before = await stored();
    const call = (name: string, given: Json, as: string) =>
      api.call(app, name, { id, input: given, key: as });
    const led = { url: `${receiver.url}/elsewhere` };
    expect((await call('updateWebhookEndpoint', led, key)).code).toBe('scope_missing');
    expect((await call('rotateWebhookSecret', {}, key)).code).toBe('scope_missing');
    expect(await stored()).toEqual(before);
    expect((await call('updateWebhookEndpoint', led, pilotKey)).body.url).toBe(led.url);
    expect((await call('rotateWebhookSecret', {}, pilotKey)).body.secret).toMatch(/^whsec_/);
  });
});

const verifier = `
import base64, hashlib, hmac, json, sys
post = json.load(sys.stdin)
key = base64.b64decode(post["secret"].removeprefix("whsec_"))
head = post["headers"]
signed = ".".join([head["webhook-id"], head["webhook-timestamp"], post["text"]])
mac = hmac.new(key, signed.encode(), hashlib.sha256).digest()
given = [s.split(",", 1)[1] for s in head["webhook-signature"].split() if s.startswith("v1,")]
ok = any(hmac.compare_digest(base64.b64decode(s), mac) for s in given)
print("valid" if ok else "invalid")
`;
const hasPython = spawnSync('python3', ['--version']).status === 0;

it.runIf(hasPython)('is verified by an independent implementation in Python', async () => {
  const receiver = await receiverOf();
  const app = await appOf([receiver.host]);
  const { body: made } = await app.rest('POST', '/v1/webhook-endpoints', {
    body: { url: receiver.url },
  });
  await createJob(app, { auto_open: false });
  await settle(app);
  const check = (fields: object) => {
    const input = JSON.stringify({ ...receiver.posts[0], secret: made.secret, ...fields });
    return spawnSync('python3', ['-c', verifier], { input }).stdout.toString().trim();
  };
  expect(check({})).toBe('valid');
  expect(check({ secret: 'whsec_AAAA' })).toBe('invalid');
  expect(check({ text: `${receiver.posts[0]?.text} ` })).toBe('invalid');
});
