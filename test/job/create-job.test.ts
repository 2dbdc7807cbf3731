import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apis } from '../support/apis.js';
import { jobBody, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const jobs = () => app.db.collection('jobs');

describe.each(apis)('creating a job over $name', (api) => {
  it('stores it open, with its default steps, in revision 1', async () => {
    const body = jobBody();
    const { body: job } = await api.call(app, 'createJob', { input: body });
    expect(job).toMatchObject({
      ...body,
      status: 'open',
      status_reason: null,
      service_key: null,
      reference_photos: [],
      auto_open: true,
      intake_source: 'api',
      execution_mode: 'operator',
      request_id: null,
      warnings: [],
      evidence_count: 0,
      report: { status: 'not_ready', version_count: 0, report_id: null },
      feedback: { count: 0, last_rating: null, last_verdict: null, last_at: null },
      revision: 1,
      assigned_at: null,
    });
    expect(job.job_id).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(job.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Date.parse(job.expires_at) - Date.parse(job.opened_at)).toBe(30 * 86_400_000);
    expect(job.steps.map((s: { step_name: string }) => s.step_name)).toEqual([
      'arrival_overview',
      'objective_closeup',
      'context',
    ]);
    const stored = await jobs().findOne({ _id: job.job_id });
    expect(stored).toMatchObject({ status: 'open', revision: 1, nonce: body.nonce });
  });

  it('stays created unless it is to be opened', async () => {
    const input = jobBody({ auto_open: false });
    const { body: job } = await api.call(app, 'createJob', { input });
    expect(job).toMatchObject({ status: 'created', opened_at: null, expires_at: null });
  });

  it('stays created at an impossible position, with a warning', async () => {
    const { body: job } = await api.call(app, 'createJob', { input: jobBody({ latitude: 91 }) });
    expect(job).toMatchObject({ status: 'created', latitude: 91 });
    expect(job.warnings).toEqual([{ code: 'position_impossible', message: expect.any(String) }]);
  });

  it('returns the first job in its current state for a repeated nonce', async () => {
    const input = jobBody();
    const first = await api.call(app, 'createJob', { input });
    await api.call(app, 'cancelJob', { id: first.body.job_id });
    const again = await api.call(app, 'createJob', { input });
    expect(again).toMatchObject({
      replayed: true,
      body: { job_id: first.body.job_id, status: 'cancelled' },
    });
    expect(await jobs().countDocuments({ nonce: input.nonce })).toBe(1);
  });

  it('rejects a nonce used with other content and stores nothing', async () => {
    const input = jobBody();
    await api.call(app, 'createJob', { input });
    const answer = await api.call(app, 'createJob', { input: { ...input, notes: 'Other.' } });
    expect(answer.code).toBe('nonce_conflict');
    expect(await jobs().countDocuments({ nonce: input.nonce })).toBe(1);
  });

  it('creates one job for fifty identical concurrent requests', async () => {
    const input = jobBody();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => api.call(app, 'createJob', { input })),
    );
    expect(new Set(answers.map((answer) => answer.body.job_id)).size).toBe(1);
    expect(answers.filter((answer) => !answer.replayed)).toHaveLength(1);
    expect(await jobs().countDocuments({ nonce: input.nonce })).toBe(1);
  });

  it('keeps the nonces of two integrators apart', async () => {
    const input = jobBody();
    const key = await app.keyFor(`apart-${api.name}`, ['jobs:write']);
    const mine = await api.call(app, 'createJob', { input });
    const theirs = await api.call(app, 'createJob', { input, key });
    expect(theirs).toMatchObject({ replayed: false, code: undefined });
    expect(theirs.body.job_id).not.toBe(mine.body.job_id);
  });

  it.each([
    ['an objective of two characters', { objective: 'ab' }],
    ['an objective of two emoji', { objective: '😀😀' }],
    ['an address of 501 characters', { address: 'x'.repeat(501) }],
    ['three reference photos', { reference_photos: ['a', 'b', 'c'] }],
    ['a nonce of 7 characters', { nonce: '1234567' }],
    ['a service key of one character', { service_key: 'a' }],
    ['empty notes', { notes: '' }],
  ])('rejects %s and stores nothing', async (_label, fields) => {
    const before = await jobs().countDocuments();
    const { code } = await api.call(app, 'createJob', { input: jobBody(fields) });
    expect(code).toBe('invalid_input');
    expect(await jobs().countDocuments()).toBe(before);
  });

  it('requires a key before it validates the input', async () => {
    const before = await jobs().countDocuments();
    const input = { ...jobBody(), objective: 'ab' };
    expect((await api.call(app, 'createJob', { input, key: null })).code).toBe('api_key_missing');
    const unknown = 'vk_live_unknown-key-unknown-key';
    expect((await api.call(app, 'createJob', { input, key: unknown })).code).toBe(
      'api_key_invalid',
    );
    const reader = await app.keyFor(`reader-${api.name}`, ['jobs:read']);
    expect((await api.call(app, 'createJob', { input, key: reader })).code).toBe('scope_missing');
    expect(await jobs().countDocuments()).toBe(before);
  });
});

it('returns 201 with the path of the new job', async () => {
  const answer = await app.rest('POST', '/v1/jobs', { body: jobBody() });
  expect(answer.status).toBe(201);
  expect(answer.headers.get('location')).toBe(`/v1/jobs/${answer.body.job_id}`);
});

it('shows the same job over REST and GraphQL', async () => {
  const [rest, graphql] = apis;
  const { body: made } = await rest!.call(app, 'createJob', { input: jobBody() });
  const overRest = await rest!.call(app, 'job', { id: made.job_id });
  const overGraphql = await graphql!.call(app, 'job', { id: made.job_id });
  expect(overRest.body).toEqual(made);
  expect(overGraphql.body).toEqual(made);
});
