import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createJob, stored } from '../evidence/support/scene.js';
import { apis } from '../support/apis.js';
import { hours, startTestApp, type TestApp } from '../support/app.js';
import {
  by,
  eventsOf,
  providerBody,
  providersOf,
  registerMany,
  runsOf,
  start,
  storedRun,
  threads,
  tokens,
  unknownId,
} from './support/scene.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(() => providersOf(app).deleteMany({}));

describe.each(apis)('over $name', (api) => {
  it('maintains a registry of verifiers', async () => {
    const { body: shown } = await api.call(app, 'createProvider', {
      input: providerBody({ channel: 'email', email: 'Kim@Example.org' }),
    });
    expect(shown).toEqual({
      provider_id: expect.any(String),
      label: 'Kim Verifier',
      channel: 'email',
      email: 'Kim@Example.org',
      phone: null,
      language: 'en',
      market_city_keys: ['berlin'],
      service_keys: [],
      max_active_jobs: 3,
      status: 'active',
      active_jobs: 0,
      created_at: expect.any(String),
      updated_at: shown.created_at,
    });
    const id = shown.provider_id;
    expect(await providersOf(app).findOne({ _id: id })).toMatchObject({
      emailKey: 'kim@example.org',
    });
    const { body: changed } = await api.call(app, 'updateProvider', {
      id,
      input: { status: 'paused', channel: 'link', email: null },
    });
    expect(changed).toMatchObject({ status: 'paused', email: null, label: 'Kim Verifier' });
    expect(await providersOf(app).findOne({ _id: id })).not.toHaveProperty('emailKey');
    expect((await api.call(app, 'provider', { id })).body).toEqual(changed);
    const { body: list } = await api.call(app, 'providers', { input: { status: 'paused' } });
    expect(api.name === 'REST' ? list : list.nodes).toEqual([changed]);
  });

  it('rejects an unknown city, an email channel without an address, and unknown ids', async () => {
    const codes = [
      await api.call(app, 'createProvider', {
        input: providerBody({ market_city_keys: ['atlantis'] }),
      }),
      await api.call(app, 'createProvider', { input: providerBody({ channel: 'email' }) }),
      await api.call(app, 'createProvider', { input: providerBody({ market_city_keys: [] }) }),
      await api.call(app, 'updateProvider', { id: unknownId, input: {} }),
      await api.call(app, 'provider', { id: unknownId }),
      await api.call(app, 'eraseProvider', { id: unknownId }),
    ].map(({ code }) => code);
    expect(codes).toEqual([
      'market_city_unknown',
      'invalid_input',
      'invalid_input',
      ...Array(3).fill('provider_not_found'),
    ]);
    expect(await providersOf(app).countDocuments()).toBe(0);
  });

  it('offers a job in waves, until every candidate has declined', async () => {
    const ids = await registerMany(app, 5);
    const jobId = await createJob(app);
    const { body: run } = await start(app, jobId, {}, api);
    const [first] = await threads(app, run.id);
    expect(run).toEqual({
      id: expect.any(String),
      job_id: jobId,
      public_request_id: null,
      request_id: null,
      quote_snapshot_id: null,
      status: 'offering',
      policy_version: 'dispatch-1',
      wave_number: 1,
      primary_thread_id: first.threadId,
      primary_thread_state: 'offered',
      primary_provider_id: ids[0],
      primary_provider_candidate_id: first.candidateId,
      primary_provider_label: 'Verifier A',
      primary_provider_channel: 'link',
      primary_source_kind: 'registry',
      selected_provider_id: null,
      selected_provider_candidate_id: null,
      selected_provider_label: null,
      thread_count: 5,
      offered_thread_count: 3,
      queued_thread_count: 2,
      created_at: expect.any(String),
      completed_at: null,
    });
    expect((await start(app, jobId, {}, api)).code).toBe('dispatch_running');
    for (const token of await tokens(app, run.id)) {
      const { body: declined } = await api.call(app, 'declineProviderOffer', {
        ...by(token),
        input: { reason: 'away' },
      });
      expect(declined.state).toBe('declined');
      const again = await api.call(app, 'declineProviderOffer', by(token));
      expect(again.body).toEqual(declined);
    }
    const second = (await api.call(app, 'dispatchRun', { id: run.id })).body;
    expect(second).toMatchObject({
      wave_number: 2,
      offered_thread_count: 5,
      queued_thread_count: 0,
    });
    for (const token of await tokens(app, run.id)) {
      await api.call(app, 'declineProviderOffer', by(token));
    }
    const last = (await api.call(app, 'dispatchRun', { id: run.id })).body;
    expect(last).toMatchObject({ status: 'exhausted', completed_at: expect.any(String) });
    expect((await stored(app, jobId)).status).toBe('open');
    expect((await storedRun(app, run.id)).activeJobId).toBeUndefined();
    const emitted = await eventsOf(app, run.id);
    expect(emitted.map(({ type }) => type.replace('dispatch.', ''))).toEqual([
      'started',
      ...Array(3).fill('offered'),
      ...Array(3).fill('declined'),
      ...Array(2).fill('offered'),
      ...Array(2).fill('declined'),
      'exhausted',
    ]);
    expect(emitted[1].data).toEqual({
      run_id: run.id,
      job_id: jobId,
      request_id: null,
      thread_id: first.threadId,
      provider_id: ids[0],
      wave_number: 1,
      status: 'offering',
    });
    const { body: runs } = await api.call(app, 'dispatchRuns', { input: { job_id: jobId } });
    expect(api.name === 'REST' ? runs : runs.nodes).toEqual([last]);
  });

  it('assigns the job to the verifier who accepts, and shows the address only to them', async () => {
    const [a] = await registerMany(app, 2);
    const jobId = await createJob(app);
    const { body: run } = await start(app, jobId, {}, api);
    const [token = '', other = ''] = await tokens(app, run.id);
    const { body: offer } = await api.call(app, 'providerOffer', by(token));
    expect(offer).toEqual({
      objective: expect.any(String),
      service_label: null,
      city: 'Berlin',
      distance_km: expect.any(Number),
      questions: [],
      question_count: 1,
      photo_count: 3,
      estimated_minutes: 15,
      pay_text: null,
      time_zone: 'Europe/Berlin',
      expires_at: expect.any(String),
      state: 'offered',
    });
    const accept = () => api.call(app, 'acceptProviderOffer', by(token));
    const { body: accepted } = await accept();
    expect(accepted).toMatchObject({
      job_id: jobId,
      capture_url: `http://service.test/capture#${accepted.task_token}`,
    });
    const again = await accept();
    expect(again).toMatchObject({ body: accepted, replayed: true });
    const { body: task } = await api.call(app, 'captureTask', by(accepted.task_token));
    expect(task.address).toBe((await stored(app, jobId)).address);
    expect((await api.call(app, 'acceptProviderOffer', by(other))).code).toBe('offer_gone');
    expect((await api.call(app, 'declineProviderOffer', by(other))).code).toBe('offer_gone');
    expect((await api.call(app, 'providerOffer', by(other))).body.state).toBe('withdrawn');
    expect((await api.call(app, 'dispatchRun', { id: run.id })).body).toMatchObject({
      status: 'assigned',
      selected_provider_id: a,
      selected_provider_label: 'Verifier A',
    });
    expect((await stored(app, jobId)).assignment).toMatchObject({
      assigneeName: 'Verifier A',
      offer: { providerId: a, runId: run.id },
    });
    expect((await api.call(app, 'provider', { id: a ?? '' })).body.active_jobs).toBe(1);
    expect((await api.call(app, 'eraseProvider', { id: a ?? '' })).code).toBe('provider_busy');
  });

  it('states the questions and the pay in the offer', async () => {
    const questions = [
      { question_key: 'floors', label: 'How many floors?', kind: 'number' },
      { question_key: 'name', label: 'Which name is at the door?', kind: 'text' },
    ];
    const jobId = await createJob(app, { questions });
    const input = { candidates: [{ label: 'Ann' }], pay_text: '€25 within 7 days' };
    const { body: run } = await start(app, jobId, input, api);
    expect((await storedRun(app, run.id)).payText).toBe('€25 within 7 days');
    const [token = ''] = await tokens(app, run.id);
    expect((await api.call(app, 'providerOffer', by(token))).body).toMatchObject({
      questions: ['How many floors?', 'Which name is at the door?'],
      question_count: 3,
      pay_text: '€25 within 7 days',
    });
    const longest = await createJob(app);
    const tooLong = { candidates: [{ label: 'Ann' }], pay_text: 'x'.repeat(121) };
    expect((await start(app, longest, tooLong, api)).code).toBe('invalid_input');
    expect(await runsOf(app).countDocuments({ jobId: longest })).toBe(0);
    const fits = { candidates: [{ label: 'Ann' }], pay_text: 'x'.repeat(120) };
    expect((await start(app, longest, fits, api)).code).toBeUndefined();
  });

  it('shows a declined offer as declined after its expiry, and rejects the other tokens', async () => {
    const candidates = [{ label: 'Ann' }, { label: 'Bob' }];
    const { body: run } = await start(app, await createJob(app), { candidates }, api);
    const [ann = '', bob = ''] = await tokens(app, run.id);
    await api.call(app, 'declineProviderOffer', by(ann));
    app.advance(hours(2));
    expect((await api.call(app, 'providerOffer', by(ann))).body.state).toBe('declined');
    expect((await api.call(app, 'acceptProviderOffer', by(ann))).code).toBe('offer_gone');
    expect((await api.call(app, 'providerOffer', by(bob))).code).toBe('token_expired');
  });

  it('starts no run without candidates, or if the job is not open', async () => {
    const jobId = await createJob(app);
    await registerMany(app, 1, { market_city_keys: ['munich'] });
    const before = await runsOf(app).countDocuments();
    const closed = await createJob(app, { auto_open: false });
    const codes = [
      await start(app, jobId, {}, api),
      await start(app, jobId, { provider_ids: [unknownId] }, api),
      await start(app, closed, {}, api),
      await start(app, unknownId, {}, api),
      await start(app, jobId, { offers_at_once: 11 }, api),
      await start(app, jobId, { candidates: [{ label: 'x' }] }, api),
      await api.call(app, 'cancelDispatchRun', { id: unknownId, input: {} }),
      await api.call(app, 'providerOffer'),
      await api.call(app, 'acceptProviderOffer', by('x.y.z')),
    ].map(({ code }) => code);
    expect(codes).toEqual([
      'no_candidates',
      'provider_not_found',
      'invalid_transition',
      'job_not_found',
      'invalid_input',
      'invalid_input',
      'dispatch_run_not_found',
      'token_invalid',
      'token_invalid',
    ]);
    expect(await runsOf(app).countDocuments()).toBe(before);
  });
});
