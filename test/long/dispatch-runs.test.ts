import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  by,
  eventsOf,
  providersOf,
  register,
  registerMany,
  start,
  states,
  storedRun,
  threads,
  tokens,
} from '../dispatch/support/scene.js';
import { assign, createJob, stored, upload } from '../evidence/support/scene.js';
import { paid } from '../site-check/support/flow.js';
import { apis, restApi } from '../support/apis.js';
import { days, hours, type Json, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(() => providersOf(app).deleteMany({}));

const call = (name: string, options: object = {}) => restApi.call(app, name, options);
const follow = async () => {
  await app.services.relay.drain();
  await app.services.followers.catchUp();
};
const started = async (jobId: string, input: Record<string, unknown>): Promise<string> =>
  (await start(app, jobId, input)).body.id;
const named = (...labels: string[]) => labels.map((label) => ({ label }));
const labels = async (runId: string) => (await threads(app, runId)).map(({ label }) => label);

describe('a dispatch run', () => {
  it('offers the job to the nearest, least busy and most willing matching providers only', async () => {
    const busy = await register(app, { label: 'Busy' });
    const unwilling = await register(app, { label: 'Unwilling' });
    const first = await createJob(app);
    const ids = [busy.provider_id, unwilling.provider_id];
    const run = await started(first, { provider_ids: ids, offers_at_once: 2 });
    const [yes = '', no = ''] = await tokens(app, run);
    await call('declineProviderOffer', by(no));
    await call('acceptProviderOffer', by(yes));
    await register(app, { label: 'New' });
    await register(app, { label: 'Newer' });
    await register(app, { label: 'Far', market_city_keys: ['munich', 'hamburg'] });
    await register(app, { label: 'Elsewhere', market_city_keys: ['munich'] });
    await register(app, { label: 'Paused', status: 'paused' });
    await register(app, { label: 'Retired', status: 'retired' });
    await register(app, { label: 'Full', max_active_jobs: 1 });
    const full = (await providersOf(app).findOne({ label: 'Full' }))?._id ?? '';
    const taken = await started(await createJob(app), { provider_ids: [full] });
    await call('acceptProviderOffer', by((await tokens(app, taken))[0] ?? ''));
    await register(app, { label: 'Shops', service_keys: ['storefront_open'] });

    const plain = await started(await createJob(app), {});
    expect(await labels(plain)).toEqual(['New', 'Newer', 'Unwilling', 'Busy']);
    const shop = await createJob(app, { service_key: 'storefront_open' });
    const shops = await started(shop, { max_threads: 3 });
    expect(await labels(shops)).toEqual(['New', 'Newer', 'Shops']);
    const near = await started(await createJob(app, { latitude: 53.3, longitude: 11 }), {});
    expect((await labels(near))[0]).toBe('Far');
    expect((await threads(app, near)).map(({ distanceKm }) => distanceKm)).toEqual(
      (await threads(app, near)).map(({ distanceKm }) => distanceKm).toSorted((a, b) => a - b),
    );
  });

  it('offers the job to the named candidates in their order, at any distance and even if paused', async () => {
    const paused = await register(app, { label: 'Paused', status: 'paused' });
    const far = await register(app, { label: 'Far', market_city_keys: ['munich'] });
    const retired = await register(app, { label: 'Retired', status: 'retired' });
    const jobId = await createJob(app);
    const input = {
      provider_ids: [far.provider_id, paused.provider_id, far.provider_id],
      candidates: [{ label: 'Guest', email: 'guest@example.org' }, { label: 'Neighbour' }],
    };
    const wrong = await start(app, jobId, { provider_ids: [retired.provider_id] });
    expect(wrong.code).toBe('provider_not_found');
    const run = await started(jobId, input);
    expect(await threads(app, run)).toMatchObject([
      { label: 'Far', sourceKind: 'REGISTRY', rank: 1, channel: 'LINK' },
      { label: 'Paused', sourceKind: 'REGISTRY' },
      { label: 'Guest', sourceKind: 'NAMED', channel: 'EMAIL', providerId: null, distanceKm: null },
      { label: 'Neighbour', sourceKind: 'NAMED', channel: 'LINK', email: null, state: 'QUEUED' },
    ]);
    expect((await threads(app, run))[0].distanceKm).toBeGreaterThan(400);
  });

  it('uses the numbers and durations of the call, else of a plan, else the defaults', async () => {
    const { services } = app;
    services.dispatchPlan = async () => ({
      offersAtOnce: 1,
      offerMinutes: 10,
      axes: ['offersAtOnce'],
      experiment: { experimentId: 'waves', variant: 'one' },
    });
    try {
      const candidates = named('Ann', 'Bob');
      const run = await started(await createJob(app), { candidates, offer_minutes: 20 });
      expect(await storedRun(app, run)).toMatchObject({
        offersAtOnce: 1,
        offerMinutes: 20,
        policyVersion: 'dispatch-1+waves:one',
        experiment: { experimentId: 'waves', variant: 'one' },
      });
      const all = { offers_at_once: 2, offer_minutes: 20 };
      const own = await started(await createJob(app), { candidates, ...all });
      expect(await storedRun(app, own)).toMatchObject({
        offersAtOnce: 2,
        policyVersion: 'dispatch-1',
      });
    } finally {
      services.dispatchPlan = async () => null;
    }
  });

  it('has no candidates for a self-service job or an impossible position', async () => {
    await registerMany(app, 1);
    const lost = await createJob(app, { latitude: 95 });
    await call('openJob', { id: lost });
    expect((await start(app, lost)).code).toBe('no_candidates');
    const own = await createJob(app);
    await app.jobs.updateOne({ _id: own }, { $set: { executionMode: 'self_service' } });
    expect((await start(app, own)).code).toBe('invalid_transition');
  });
});

describe('a run follows its job', () => {
  const statusOf = async (id: string) => (await call('dispatchRun', { id })).body;

  it('when another verifier is assigned, and when that assignment ends', async () => {
    const jobId = await createJob(app);
    const run = await started(jobId, { candidates: named('Ann', 'Bob'), offers_at_once: 1 });
    await assign(app, jobId);
    await follow();
    expect((await storedRun(app, run)).status).toBe('assigned');
    expect(await states(app, run)).toBe('withdrawn queued');
    expect(await statusOf(run)).toMatchObject({
      selected_provider_candidate_id: null,
      completed_at: expect.any(String),
    });
    app.advance(hours(24));
    // Reading the run first applies due changes of the job.
    expect(await statusOf(run)).toMatchObject({ status: 'offering', completed_at: null });
    expect(await states(app, run)).toBe('withdrawn offered');
  });

  it('when the accepting verifier does not show up, and no candidate is left', async () => {
    const jobId = await createJob(app);
    const run = await started(jobId, { candidates: named('Ann') });
    await call('acceptProviderOffer', by((await tokens(app, run))[0] ?? ''));
    app.advance(hours(24));
    expect(await statusOf(run)).toMatchObject({ status: 'exhausted' });
    expect(await states(app, run)).toBe('expired');
    expect((await stored(app, jobId)).status).toBe('open');
    const emitted = (await eventsOf(app, run)).map(({ type, data }) => [type, data.status]);
    expect(emitted.slice(-3)).toEqual([
      ['dispatch.assigned', 'assigned'],
      ['dispatch.offer_expired', 'assigned'],
      ['dispatch.exhausted', 'exhausted'],
    ]);
  });

  it('when an operator assigns the job despite an acceptance', async () => {
    const jobId = await createJob(app);
    const run = await started(jobId, { candidates: named('Ann') });
    await call('acceptProviderOffer', by((await tokens(app, run))[0] ?? ''));
    await assign(app, jobId);
    expect(await statusOf(run)).toMatchObject({
      status: 'assigned',
      selected_provider_label: null,
    });
    expect(await states(app, run)).toBe('expired');
  });

  it.each([
    ['cancelled', (id: string) => call('cancelJob', { id, input: {} })],
    ['expired', async () => app.advance(days(30))],
  ] as const)('when the job is %s', async (status, end) => {
    const jobId = await createJob(app);
    const minutes = { offer_minutes: 1440, offers_at_once: 1 };
    const run = await started(jobId, { candidates: named('Ann', 'Bob'), ...minutes });
    await end(jobId);
    expect((await statusOf(run)).status).toBe('cancelled');
    expect((await stored(app, jobId)).status).toBe(status);
    expect(await states(app, run)).toBe('withdrawn withdrawn');
    expect((await call('cancelDispatchRun', { id: run, input: {} })).body.status).toBe('cancelled');
  });

  it('and stays closed when another run offers the reopened job', async () => {
    const jobId = await createJob(app);
    const first = await started(jobId, { candidates: named('Ann', 'Bob'), offers_at_once: 1 });
    const accepted = await call('acceptProviderOffer', by((await tokens(app, first))[0] ?? ''));
    await call('cancelDispatchRun', { id: first, input: {} });
    expect((await storedRun(app, first)).status).toBe('assigned');
    // Otherwise the followers of the assignment would end the other run.
    await app.services.relay.drain();
    await app.services.followers.catchUp();
    const second = { ...(await storedRun(app, first)), _id: 'another', activeJobId: jobId };
    await app.db.collection<Json>('dispatch_runs').insertOne({
      ...second,
      status: 'offering',
      threads: second.threads.map((one) => ({ ...one, threadId: `2-${one.threadId}` })),
      outbox: [],
    });
    await call('releaseTask', by(accepted.body.task_token));
    expect((await statusOf(first)).status).toBe('exhausted');
    expect(await states(app, first)).toBe('declined withdrawn');
    await app.db.collection<Json>('dispatch_runs').deleteOne({ _id: 'another' });
  });

  it('rejects cancelling an assigned or exhausted run, and changes nothing', async () => {
    const jobId = await createJob(app);
    const run = await started(jobId, { candidates: named('Ann') });
    await call('declineProviderOffer', by((await tokens(app, run))[0] ?? ''));
    const before = await storedRun(app, run);
    const cancel = { id: run, input: {} };
    for (const api of apis) {
      const { code } = await api.call(app, 'cancelDispatchRun', cancel);
      expect(code).toBe('invalid_transition');
    }
    expect(await storedRun(app, run)).toEqual(before);
  });
});

describe.each(apis)('releaseTask over $name', (api) => {
  const release = (token: string, reason?: string) =>
    api.call(app, 'releaseTask', { ...by(token), input: { ...(reason && { reason }) } });

  it('revokes the token of any assignment until evidence is received', async () => {
    const jobId = await createJob(app);
    const token = await assign(app, jobId);
    await upload(app, { token });
    await app.services.relay.drain();
    const before = await stored(app, jobId);
    expect((await release(token)).code).toBe('invalid_transition');
    expect(await stored(app, jobId)).toEqual(before);
    const other = await createJob(app);
    const task = await assign(app, other);
    expect((await release(task, 'x'.repeat(1001))).code).toBe('invalid_input');
    expect((await release(task, 'ill')).body).toEqual({ job_id: other, job_status: 'open' });
    expect(await stored(app, other)).toMatchObject({
      assignment: null,
      tokens: [{ releaseReason: 'ill', revokedAt: expect.any(Date) }],
    });
    expect((await release(task)).code).toBe('token_invalid');
    expect((await api.call(app, 'releaseTask')).code).toBe('token_invalid');
  });

  it('marks the thread as declined, with the reason', async () => {
    const jobId = await createJob(app);
    const run = await started(jobId, { candidates: named('Ann') });
    const { body } = await call('acceptProviderOffer', by((await tokens(app, run))[0] ?? ''));
    await release(body.task_token, 'flat tyre');
    await follow();
    expect((await storedRun(app, run)).threads).toMatchObject([
      { state: 'declined', declineReason: 'flat tyre', acceptedAt: expect.any(Date) },
    ]);
  });
});

it('names the request, the quote and, for a guest, the public request of the job', async () => {
  const guest = await paid(app);
  const { body: run } = await start(app, guest.jobId, { candidates: named('Ann') });
  const request = await app.siteChecks.findOne({ _id: guest.id });
  expect(run).toMatchObject({
    request_id: guest.id,
    public_request_id: guest.id,
    quote_snapshot_id: request?.quote?.quoteId,
  });
  expect(run.quote_snapshot_id).toEqual(expect.any(String));
  await app.jobs.updateOne({ _id: guest.jobId }, { $set: { intakeSource: 'customer' as never } });
  await call('cancelDispatchRun', { id: run.id, input: {} });
  const { body: other } = await start(app, guest.jobId, { candidates: named('Ann') });
  expect(other).toMatchObject({ request_id: guest.id, public_request_id: null });
  const [emitted] = await eventsOf(app, other.id);
  expect(emitted.data).toMatchObject({ request_id: guest.id, run_id: other.id });
});

describe('access to runs', () => {
  it('lists runs by job and status, in pages', async () => {
    const jobId = await createJob(app);
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) {
      app.advance(1000);
      ids.unshift(await started(jobId, { candidates: named('Ann') }));
      await call('cancelDispatchRun', { id: ids[0] ?? '', input: {} });
    }
    const url = `/v1/operator/dispatch-runs?job_id=${jobId}&status=cancelled&limit=2`;
    const page = await app.rest('GET', url);
    const next = /<http:\/\/service\.test(.*)>/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    const rest = await app.rest('GET', next);
    expect([...page.body, ...rest.body].map(({ id }) => id)).toEqual(ids);
    expect((await app.rest('GET', `${url}&cursor=x`)).body.code).toBe('bad_cursor');
    const none = await app.rest('GET', url.replace('cancelled', 'offering'));
    expect(none.body).toEqual([]);
    const { data } = await app.graphql(
      `{ dispatchRuns(jobId: "${jobId}") { totalCount nodes { id } } }`,
    );
    expect(data.dispatchRuns.totalCount).toBe(3);
    const lost = await app.rest('GET', '/v1/operator/dispatch-runs?status=lost');
    expect([lost.status, lost.body]).toEqual([200, []]);
  });

  it('shows run events only to operators', async () => {
    const key = await app.keyFor('an-integrator', ['jobs:read', 'jobs:write']);
    const jobId = await createJob(app, {}, key);
    const run = await started(jobId, { candidates: named('Ann') });
    await call('acceptProviderOffer', by((await tokens(app, run))[0] ?? ''));
    await app.services.relay.drain();
    const query = '{ events(first: 100) { nodes { type } } }';
    const { data } = await app.graphql(query, {}, { key });
    const types = data.events.nodes.map(({ type }: Json) => type);
    expect(types).toContain('JOB_ASSIGNED');
    expect(types.filter((type: string) => type.startsWith('DISPATCH'))).toEqual([]);
    expect((await eventsOf(app, run)).length).toBe(4);
  });

  it('accepts an offer token only for offers, and only an offer token for them', async () => {
    const jobId = await createJob(app);
    const run = await started(jobId, { candidates: named('Ann') });
    const [token = ''] = await tokens(app, run);
    const task = await assign(app, await createJob(app));
    for (const api of apis) {
      expect((await api.call(app, 'captureTask', by(token))).code).toBe('token_invalid');
      expect((await api.call(app, 'releaseTask', by(token))).code).toBe('token_invalid');
      expect((await api.call(app, 'providerOffer', by(task))).code).toBe('token_invalid');
      const forged = `${token.slice(0, -4)}AAAA`;
      expect((await api.call(app, 'acceptProviderOffer', by(forged))).code).toBe('token_invalid');
      const long = { ...by(token), input: { reason: 'x'.repeat(501) } };
      expect((await api.call(app, 'declineProviderOffer', long)).code).toBe('invalid_input');
    }
    expect(await states(app, run)).toBe('offered');
  });
});
