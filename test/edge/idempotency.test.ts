import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../src/app.js';
import { hours, jobBody, pilotKey, startTestApp, type TestApp } from '../support/app.js';
import { described } from '../support/described.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

let count = 0;
const freshKey = () => `idempotency-${count++}`;
const post = (path: string, body: unknown, idempotencyKey: string, key = pilotKey) =>
  app.rest('POST', path, { key, body, headers: { 'idempotency-key': idempotencyKey } });
const jobCount = () => app.db.collection('jobs').countDocuments();

it('replays the first response, regardless of later changes to the document', async () => {
  const idempotencyKey = freshKey();
  const body = jobBody();
  const first = await post('/v1/jobs', body, idempotencyKey);
  expect(first.status).toBe(201);
  expect(first.headers.has('idempotent-replayed')).toBe(false);
  await app.rest('POST', `/v1/jobs/${first.body.job_id}/cancel`, { body: {} });
  const again = await post('/v1/jobs', body, idempotencyKey);
  expect(again.status).toBe(201);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('location')).toBe(first.headers.get('location'));
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.headers.get('request-id')).not.toBe(first.headers.get('request-id'));
});

it('rejects the key for another request, and accepts it for other paths and API keys', async () => {
  const idempotencyKey = freshKey();
  const { body: job } = await post('/v1/jobs', jobBody(), idempotencyKey);
  const before = await jobCount();
  expect(await post('/v1/jobs', jobBody(), idempotencyKey)).toMatchObject({
    status: 409,
    body: { code: 'idempotency_key_reused' },
  });
  // Validation of the request itself comes first.
  expect((await post('/v1/jobs', {}, idempotencyKey)).status).toBe(422);
  expect(await jobCount()).toBe(before);
  expect((await post(`/v1/jobs/${job.job_id}/cancel`, {}, idempotencyKey)).status).toBe(200);
  // A key that contains the rest of that path is a different key.
  const rest = `/${job.job_id}/cancel${idempotencyKey}`;
  const made = await post('/v1/jobs', jobBody(), rest);
  expect([made.status, made.headers.has('idempotent-replayed')]).toEqual([201, false]);
  const other = await app.keyFor('another', ['jobs:read', 'jobs:write']);
  expect((await post('/v1/jobs', jobBody(), idempotencyKey, other)).status).toBe(201);
});

it('creates one document for equal concurrent requests; the others are asked to wait', async () => {
  const idempotencyKey = freshKey();
  const body = jobBody();
  const before = await jobCount();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => post('/v1/jobs', body, idempotencyKey)),
  );
  expect(await jobCount()).toBe(before + 1);
  const ids = new Set(answers.filter((a) => a.status === 201).map((a) => a.body.job_id));
  expect(ids.size).toBe(1);
  for (const answer of answers.filter((a) => a.status !== 201)) {
    expect(answer).toMatchObject({ status: 409, body: { code: 'idempotency_in_progress' } });
    expect(answer.headers.get('retry-after')).toBe('1');
  }
});

it('forgets a rejected request, so that it can be corrected and sent again', async () => {
  const idempotencyKey = freshKey();
  expect((await post('/v1/jobs', jobBody({ objective: '' }), idempotencyKey)).status).toBe(422);
  expect((await post('/v1/jobs/none/cancel', {}, idempotencyKey)).status).toBe(404);
  expect((await post('/v1/jobs', jobBody(), idempotencyKey)).status).toBe(201);
});

it('remembers for 24 hours by the clock, regardless of when expired records are removed', async () => {
  const idempotencyKey = freshKey();
  const body = jobBody();
  const records = app.db.collection('idempotency');
  await records.deleteMany({});
  const first = await post('/v1/jobs', body, idempotencyKey);
  const record = await records.findOne({});
  expect(record?.['expiresAt'].getTime() - record?.['claimedAt'].getTime()).toBe(hours(24));
  app.advance(hours(23.9));
  expect((await post('/v1/jobs', body, idempotencyKey)).body).toEqual(first.body);
  app.advance(hours(0.2));
  const late = await post('/v1/jobs', jobBody(), idempotencyKey);
  expect(late.status).toBe(201);
  expect(late.body.job_id).not.toBe(first.body.job_id);
  expect(late.headers.has('idempotent-replayed')).toBe(false);
  // The new response replaces the expired one for another 24 hours.
  const [renewed, ...others] = await records.find({}).toArray();
  expect(others).toEqual([]);
  expect(renewed).toMatchObject({ _id: record?._id });
  expect(renewed?.['expiresAt'].getTime()).toBeGreaterThan(app.now().getTime() + hours(23.9));
});

it('remembers across a restart', async () => {
  const idempotencyKey = freshKey();
  const body = JSON.stringify(jobBody());
  const init = {
    method: 'POST',
    headers: {
      'x-api-key': pilotKey,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    body,
  };
  const first = await (await app.fetch('/v1/jobs', init)).json();
  const restarted = createApp(app.services);
  const request = new Request('http://service.test/v1/jobs', init);
  const again = await described('POST', '/v1/jobs', await restarted.fetch(request));
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(await again.json()).toEqual(first);
});

it('releases the key of a killed request after a minute', async () => {
  const idempotencyKey = freshKey();
  const { jobs } = app.services;
  let release: () => void = () => {};
  const hung = new Promise<never>((_, reject) => {
    release = () => reject(new Error('killed'));
  });
  let reached: () => void = () => {};
  const inserting = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const insert = () => {
    reached();
    return hung;
  };
  Object.assign(app.services, { jobs: { ...jobs, insert } });
  const body = jobBody();
  const dying = post('/v1/jobs', body, idempotencyKey);
  await inserting;
  Object.assign(app.services, { jobs });
  expect((await post('/v1/jobs', body, idempotencyKey)).body.code).toBe('idempotency_in_progress');
  app.advance(61_000);
  expect((await post('/v1/jobs', body, idempotencyKey)).status).toBe(201);
  release();
  expect((await dying).status).toBe(500);
  expect((await post('/v1/jobs', body, idempotencyKey)).headers.get('idempotent-replayed')).toBe(
    'true',
  );
});

it('accepts keys of 1 to 255 characters', async () => {
  expect((await post('/v1/jobs', jobBody(), 'x'.repeat(255))).status).toBe(201);
  const long = await post('/v1/jobs', jobBody(), 'x'.repeat(256));
  expect(long.status).toBe(422);
  expect(long.body.detail[0]).toMatchObject({
    type: 'string_too_long',
    loc: ['header', 'idempotency-key'],
    ctx: { max_length: 255 },
  });
  // Applies only to POST; other requests ignore the header.
  const read = { headers: { 'idempotency-key': 'x'.repeat(256) } };
  expect((await app.rest('GET', '/v1/jobs', read)).status).toBe(200);
});

it('stores no secret of a response in readable form', async () => {
  const { body: job } = await app.rest('POST', '/v1/jobs', { body: jobBody() });
  const input = { assignee_name: 'Ana', expires_in_hours: 2 };
  const answer = await post(`/v1/jobs/${job.job_id}/assign`, input, freshKey());
  expect(answer.body.task_token).toBeTruthy();
  const kept = await app.db.collection('idempotency').find().toArray();
  const text = kept.map(({ answer: sealed }) => sealed?.buffer?.toString('latin1') ?? '').join();
  expect(text).not.toContain(answer.body.task_token);
  expect(text).not.toContain('task_token');
});
