import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/lib/ids.js';
import type { Job } from '../../src/modules/job/job.js';
import type { createSandbox } from '../../src/modules/sandbox/create-sandbox.js';
import { runMilliseconds } from '../../src/modules/sandbox/run-steps.js';
import { testJobsMax } from '../../src/modules/sandbox/sandbox-services.js';
import { apis } from '../support/apis.js';
import { days, hours, type Json, jobBody, startTestApp, type TestApp } from '../support/app.js';

const rights = ['jobs:read', 'jobs:write'] as const;
const databases = { MONGODB_DB: `test-${randomUUID()}` };

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp(databases);
});
afterAll(() => app.stop());

const testKey = (name: string) => app.keyFor(name, [...rights], 'test');
const sandboxOf = (of: TestApp) => of.services.sandbox as ReturnType<typeof createSandbox>;

async function create(key: string, nonce: string, on = app): Promise<Json> {
  const body = jobBody({ nonce: `${nonce}${newId()}` });
  const answer = await on.rest('POST', '/v1/jobs', { key, body });
  expect(answer.status).toBe(201);
  return answer.body;
}
const advance = (key: string, body: object, on = app) =>
  on.rest('POST', '/v1/sandbox/clock/advance', { key, body });
const clock = async (key: string, on = app) =>
  (await on.rest('GET', '/v1/sandbox/clock', { key })).body;
const jobOf = async (key: string, { job_id }: Json, on = app) =>
  (await on.rest('GET', `/v1/jobs/${job_id}`, { key })).body;
const jobsOf = (of: TestApp) => of.sandboxDb.collection<Job>('jobs');
/** Counts the stored files; a photo that the tick is sending for a deleted job exists until its job is not found. */
const storedFiles = () => app.sandboxDb.collection('evidence.files').countDocuments();

describe('createApiKey', () => {
  const create = (input: object) =>
    app.graphql(
      'mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret apiKey { mode prefix integrator { name } } } }',
      { input: { label: 'a', scopes: ['JOBS_READ'], mode: 'TEST', ...input } },
    );

  it("creates test keys for the integrator's test counterpart", async () => {
    const { data } = await create({ integrator: 'twin' });
    const { secret, apiKey } = data.createApiKey;
    expect(secret).toMatch(/^vk_test_[0-9A-Za-z]{49}$/);
    expect(apiKey).toEqual({
      mode: 'TEST',
      prefix: secret.slice(0, 12),
      integrator: { name: 'test:twin' },
    });
    const again = await create({ integrator: 'twin' });
    expect(again.data.createApiKey.apiKey.integrator.name).toBe('test:twin');
    const twins = await app.db.collection('integrators').find({ name: 'test:twin' }).toArray();
    expect(twins).toHaveLength(1);
    expect(twins[0]).toMatchObject({ mode: 'test', clockOffsetMs: 0, clockRevision: 0 });
  });

  it.each([
    { integrator: 'refused', scopes: ['OPERATOR'] },
    { integrator: 'refused', scopes: ['JOBS_READ', 'INBOX_PRIVATE'] },
    { integrator: 'test:refused' },
    { integrator: 'test:refused', mode: 'LIVE' },
  ])('rejects %o and stores nothing', async (input) => {
    const { errors } = await create(input);
    expect(errors?.[0]?.extensions['code']).toBe('BAD_USER_INPUT');
    const stored = app.db
      .collection('integrators')
      .countDocuments({ name: { $in: ['refused', 'test:refused', 'test:test:refused'] } });
    expect(await stored).toBe(0);
  });
});

describe.each(apis)('the clock of a sandbox over $name', (api) => {
  it('is advanced by seconds or to a time, within its limits', async () => {
    const key = await testKey(`limits-${api.name}`);
    const call = (operation: string, input = {}) => api.call(app, operation, { key, input });
    const { body: start } = await call('sandboxClock');
    expect(start).toMatchObject({ offset_seconds: 0, next_step_at: null });
    expect(Math.abs(new Date(start.now).getTime() - app.now().getTime())).toBeLessThan(60_000);

    const to = new Date(app.now().getTime() + hours(5));
    const { body: moved } = await call('advanceSandboxClock', { to: to.toISOString() });
    expect(new Date(moved.now).getTime()).toBeGreaterThanOrEqual(to.getTime());
    expect(new Date(moved.now).getTime() - to.getTime()).toBeLessThan(60_000);
    const far = new Date(to.getTime() + days(31)).toISOString();
    for (const input of [{ to: to.toISOString() }, { to: far }, { seconds: 2_592_001 }]) {
      expect((await call('advanceSandboxClock', input)).code).toBe('invalid_input');
    }
    expect((await call('sandboxClock')).body.offset_seconds).toBe(moved.offset_seconds);

    const month = { seconds: 2_592_000 };
    for (let months = 0; months < 24; months++) {
      expect((await call('advanceSandboxClock', month)).code).toBeUndefined();
    }
    expect((await call('advanceSandboxClock', month)).code).toBe('clock_limit');
    const { body: end } = await call('sandboxClock');
    expect(end.offset_seconds).toBe(moved.offset_seconds + 24 * month.seconds);
  });
});

it('two concurrent advances of an hour add up to two hours, in one process and in two', async () => {
  const key = await testKey('at-once');
  const other = await startTestApp(databases);
  try {
    const first = await create(key, 'a-');
    await Promise.all([advance(key, { seconds: 3_600 }), advance(key, { seconds: 3_600 })]);
    expect((await clock(key)).offset_seconds).toBe(7_200);
    const both = [advance(key, { seconds: 3_600 }), advance(key, { seconds: 3_600 }, other)];
    for (const { status } of await Promise.all(both)) expect(status).toBe(200);
    expect((await clock(key)).offset_seconds).toBe(14_400);
    expect((await clock(key, other)).offset_seconds).toBe(14_400);
    expect(await jobOf(key, first)).toMatchObject({ status: 'completed', evidence_count: 3 });
    const twin = await app.db.collection('integrators').findOne({ name: 'test:at-once' });
    expect(twin).toMatchObject({ clockRevision: 4, clockOffsetMs: hours(4) });
  } finally {
    await other.stop({ keep: true });
  }
});

it('continues where a process was killed between the steps and the clock', async () => {
  const key = await testKey('killed');
  const job = await create(key, 'k-');
  const { integrators } = app.services;
  const { moveClock } = integrators;
  integrators.moveClock = () => Promise.reject(new Error('killed here'));
  expect((await advance(key, { seconds: 9_000 })).status).toBe(500);
  integrators.moveClock = moveClock;
  expect((await clock(key)).offset_seconds).toBe(0);
  expect(await jobOf(key, job)).toMatchObject({ status: 'in_progress', evidence_count: 2 });
  const { body } = await advance(key, { seconds: 10_800 });
  expect(body).toMatchObject({ offset_seconds: 10_800, steps_run: 1 });
  expect(await jobOf(key, job)).toMatchObject({ status: 'completed', evidence_count: 3 });
});

it('runs 200 steps per call, and reports that more work is due', async () => {
  const key = await testKey('many');
  await Promise.all(Array.from({ length: 101 }, () => create(key, 'sim_fail_')));
  const started = performance.now();
  const { body: first } = await advance(key, { seconds: 18_000 });
  expect(first.more).toBe(true);
  // Fewer only if a slow machine reached the time limit first.
  if (performance.now() - started < runMilliseconds) expect(first.steps_run).toBe(200);
  else expect(first.steps_run).toBeGreaterThan(0);
  expect(first.offset_seconds).toBeLessThan(18_000);
  // The tick of every five seconds may have processed the rest.
  let last: Json = first;
  for (let calls = 0; last.next_step_at !== null && calls < 20; calls++) {
    last = (await advance(key, { seconds: 3_600 })).body;
  }
  expect(last).toMatchObject({ more: false, next_step_at: null });
  const failed = await jobsOf(app).countDocuments({ status: 'failed' });
  expect(failed).toBe(101);
});

it('accepts 1,000 jobs of an integrator, and still returns the job of a repeated nonce', async () => {
  const key = await testKey('full');
  const one = await create(key, 'sim_none_');
  const job = await jobsOf(app).findOne({ _id: one.job_id });
  const copies = Array.from({ length: testJobsMax - 1 }, () => ({
    ...(job as Job),
    _id: newId(),
    nonce: newId(),
    outbox: [],
  }));
  await jobsOf(app).insertMany(copies);
  for (const api of apis) {
    const rejected = await api.call(app, 'createJob', { key, input: jobBody() });
    expect(rejected.code).toBe('sandbox_limit');
  }
  const again = await app.rest('POST', '/v1/jobs', {
    key,
    body: jobBody({ ...jobBody(), nonce: one.nonce }),
  });
  expect([again.status, again.body.job_id]).toEqual([201, one.job_id]);
  expect(await jobsOf(app).countDocuments({ integratorId: job?.integratorId })).toBe(testJobsMax);
});

it('also acts on real time, and continues after a restart', async () => {
  const key = await testKey('real');
  const job = await create(key, 'r-');
  app.advance(hours(1) + 1_000);
  // If the tick of every five seconds is running, this one has nothing to do.
  await app.services.sandbox.tick();
  await expect.poll(async () => (await jobOf(key, job)).status).toBe('assigned');
  const next = await startTestApp(databases);
  try {
    next.advance(hours(3) + 1_000);
    await next.services.sandbox.tick();
    await expect.poll(async () => (await jobOf(key, job, next)).status).toBe('completed');
    expect(await next.sandboxDb.collection('mails').countDocuments()).toBe(0);
  } finally {
    await next.stop({ keep: true });
  }
});

it('is not blocked by one integrator whose steps fail, and retries those', async () => {
  const keys = [
    await testKey('broken-first'),
    await testKey('sound'),
    await testKey('broken-last'),
  ];
  const jobs = await Promise.all(keys.map((key) => create(key, 'f-')));
  const [first, sound, last] = jobs as [Json, Json, Json];
  const broken = [first.job_id, last.job_id];
  const stored = await jobsOf(app)
    .find({ _id: { $in: broken } })
    .toArray();
  await jobsOf(app).updateMany({ _id: { $in: broken } }, { $set: { nonce: null as never } });
  app.advance(hours(1) + 1_000);
  await app.services.sandbox.tick();
  const statusOf = async ({ job_id }: Json) =>
    (await jobsOf(app).findOne({ _id: job_id }, { projection: { status: 1 } }))?.status;
  await expect.poll(() => statusOf(sound)).toBe('assigned');
  expect([await statusOf(first), await statusOf(last)]).toEqual(['open', 'open']);
  for (const { _id, nonce } of stored) await jobsOf(app).updateOne({ _id }, { $set: { nonce } });
  await app.services.sandbox.tick();
  for (const job of jobs) await expect.poll(() => statusOf(job)).toBe('assigned');
});

it('keeps Idempotency-Keys on real time', async () => {
  const key = await testKey('repeats');
  const body = jobBody();
  const post = () =>
    app.rest('POST', '/v1/jobs', { key, body, headers: { 'idempotency-key': 'once' } });
  const first = await post();
  await advance(key, { seconds: 172_800 });
  const again = await post();
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.body).toEqual(first.body);
});

it('deletes test jobs 90 real days after their creation, with all related data', async () => {
  const key = await testKey('old');
  const job = await create(key, 'o-');
  await advance(key, { seconds: 2_592_000 });
  expect(await jobOf(key, job)).toMatchObject({ status: 'completed' });
  const { integratorId } = (await jobsOf(app).findOne({ _id: job.job_id })) as Job;
  const left = async () => [
    await jobsOf(app).countDocuments({ integratorId }),
    await app.sandboxDb.collection('events').countDocuments({ 'data.job_id': job.job_id }),
  ];
  await sandboxOf(app).sweep(async () => {});
  expect((await left())[0]).toBe(1);
  const later = await startTestApp(databases);
  try {
    await later.services.sandbox.tick();
    later.advance(days(91));
    await create(key, 'sim_none_', later);
    for (let sweeps = 0; sweeps < 40; sweeps++) await sandboxOf(later).sweep(async () => {});
    expect((await jobOf(key, job, later)).code).toBe('job_not_found');
    expect(await left()).toEqual([0, 0]);
    await expect.poll(storedFiles).toBe(0);
  } finally {
    await later.stop({ keep: true });
  }
});

it('deletes a test job after the photo that arrived during its deletion is gone', async () => {
  const key = await testKey('late');
  const job = await create(key, 'l-');
  await advance(key, { seconds: 7_200 });
  const files = (await jobOf(key, job)).evidence_count;
  const later = await startTestApp(databases);
  let late = 0;
  try {
    later.advance(days(91));
    for (let sweeps = 0; sweeps < 40; sweeps++) {
      await sandboxOf(later).sweep(async ({ events }) => {
        if (late > 0 || sweeps > 0) return;
        const { removeAbout } = events;
        events.removeAbout = async (id) => {
          if (id === job.job_id && late++ === 0) await advance(key, { seconds: 3_600 });
          return removeAbout(id);
        };
      });
    }
    expect(late).toBe(2);
    expect(files).toBeGreaterThan(0);
    expect(await jobsOf(app).findOne({ _id: job.job_id })).toBeNull();
    await expect.poll(storedFiles).toBe(0);
  } finally {
    await later.stop({ keep: true });
  }
});

it('has an empty key set before the first test key, and creates no database', async () => {
  const fresh = await startTestApp();
  try {
    const answer = await fresh.fetch('/.well-known/sandbox-jwks.json');
    expect(await answer.json()).toEqual({ keys: [] });
    expect(await fresh.sandboxDb.listCollections().toArray()).toEqual([]);
    const config = await (await fresh.fetch('/console/config')).json();
    expect(config).toEqual({
      interface_version: expect.any(String),
      base_url: 'http://service.test',
      payments: 'sandbox',
      mail: false,
      sms: false,
      sandbox: true,
      docs: 'http://service.test/docs',
      graphql: 'http://service.test/graphql',
      mcp: 'http://service.test/mcp',
    });
  } finally {
    await fresh.stop();
  }
});
