import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  by,
  eventsOf,
  providersOf,
  registerMany,
  runsOf,
  start,
  states,
  storedRun,
  threads,
  tokens,
} from '../dispatch/support/scene.js';
import { createJob, stored } from '../evidence/support/scene.js';
import { apis } from '../support/apis.js';
import { hours, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(() => providersOf(app).deleteMany({}));

describe.each(apis)('over $name', (api) => {
  it('offers a released job again, and stops when the run is cancelled', async () => {
    await registerMany(app, 2);
    const jobId = await createJob(app);
    const { body: run } = await start(app, jobId, { offers_at_once: 1 }, api);
    const [token = ''] = await tokens(app, run.id);
    const { body: accepted } = await api.call(app, 'acceptProviderOffer', by(token));
    expect(await states(app, run.id)).toBe('accepted queued');
    const { body: released } = await api.call(app, 'releaseTask', {
      ...by(accepted.task_token),
      input: { reason: 'ill' },
    });
    expect(released).toEqual({ job_id: jobId, job_status: 'open' });
    expect((await api.call(app, 'captureTask', by(accepted.task_token))).code).toBe(
      'token_invalid',
    );
    expect((await api.call(app, 'dispatchRun', { id: run.id })).body).toMatchObject({
      status: 'offering',
      wave_number: 2,
      selected_provider_id: null,
      completed_at: null,
    });
    expect(await threads(app, run.id)).toMatchObject([
      { state: 'DECLINED', declineReason: 'ill' },
      { state: 'OFFERED' },
    ]);
    const [next = ''] = await tokens(app, run.id);
    const cancel = () =>
      api.call(app, 'cancelDispatchRun', { id: run.id, input: { reason: 'by hand' } });
    const { body: cancelled } = await cancel();
    expect(cancelled.status).toBe('cancelled');
    expect((await cancel()).body).toEqual(cancelled);
    expect(await states(app, run.id)).toBe('declined withdrawn');
    const before = await stored(app, jobId);
    expect(before.status).toBe('open');
    for (const gone of [token, next]) {
      expect((await api.call(app, 'acceptProviderOffer', by(gone))).code).toBe('offer_gone');
    }
    expect(await stored(app, jobId)).toEqual(before);
  });

  it('rejects an expired offer, and continues with the next wave', async () => {
    await registerMany(app, 2);
    const jobId = await createJob(app);
    const { body: run } = await start(app, jobId, { offers_at_once: 1, offer_minutes: 30 }, api);
    const [token = ''] = await tokens(app, run.id);
    const { expiresAt } = (await threads(app, run.id))[0];
    app.advance(hours(0.5));
    expect((await api.call(app, 'acceptProviderOffer', by(token))).code).toBe('token_expired');
    expect(await states(app, run.id)).toBe('expired offered');
    expect((await stored(app, jobId)).status).toBe('open');
    const emitted = await eventsOf(app, run.id);
    expect(emitted[2]).toMatchObject({ type: 'dispatch.offer_expired' });
    expect(emitted[2].timestamp.toISOString()).toBe(expiresAt);
    app.advance(hours(0.6));
    await app.services.dispatch.runs.find(run.id);
    expect((await storedRun(app, run.id)).status).toBe('exhausted');
  });

  const people = (count: number) => Array.from({ length: count }, (_, i) => ({ label: `P ${i}` }));
  it.each([
    { offers_at_once: 0 },
    { offers_at_once: 11 },
    { offers_at_once: 1.5 },
    { offer_minutes: 4 },
    { offer_minutes: 1441 },
    { max_threads: 0 },
    { max_threads: 51 },
    { candidates: people(21) },
    { candidates: [{ label: 'x'.repeat(201) }] },
    { candidates: [{ label: 'Ann', email: 'a@b' }] },
    { candidates: [{ label: 'Ann', phone: '030123' }] },
    { candidates: [{ label: 'Ann', phone: '0'.repeat(41) }] },
    { candidates: [{ label: 'Ann', phone: '030 1234567', preferred_channel: 'fax' }] },
    { candidates: [{ label: 'Ann', email: 'ann@example.org', preferred_channel: 'sms' }] },
    { candidates: [{ label: 'Ann', phone: '030 1234567', preferred_channel: 'email' }] },
    { candidates: [{ label: 'Ann', email: `${'x'.repeat(310)}@example.org` }] },
    { provider_ids: Array(51).fill('019c1000-0000-7000-8000-00000000ffff') },
  ])('starts no run outside the bounds: %j', async (fields) => {
    await registerMany(app, 1);
    const jobId = await createJob(app);
    const before = await runsOf(app).countDocuments();
    expect((await start(app, jobId, fields, api)).code).toBe('invalid_input');
    expect(await runsOf(app).countDocuments()).toBe(before);
  });

  it.each([
    [{ offers_at_once: 1, offer_minutes: 5, max_threads: 1 }, 1, 1, 5],
    [{ offers_at_once: 10, offer_minutes: 1440, max_threads: 50 }, 20, 10, 1440],
    [{}, 10, 3, 60],
  ])(
    'accepts values at the bounds, and the defaults: %j',
    async (fields, threadCount, offered, minutes) => {
      const { body: run } = await start(
        app,
        await createJob(app),
        {
          candidates: people(20),
          ...fields,
        },
        api,
      );
      expect(run).toMatchObject({ thread_count: threadCount, offered_thread_count: offered });
      const [first] = await threads(app, run.id);
      expect(Date.parse(first.expiresAt) - Date.parse(first.offeredAt)).toBe(hours(minutes / 60));
    },
  );

  // A degree of latitude is 111.2 km.
  it.each([
    [199.9, undefined],
    [200.2, 'no_candidates'],
  ])('selects nearby providers from the registry: at %d km %s', async (kilometres, code) => {
    await registerMany(app, 1);
    const latitude = 52.52 + kilometres / 111.195;
    const jobId = await createJob(app, { latitude, longitude: 13.405 });
    const before = await runsOf(app).countDocuments();
    const { body, code: rejected } = await start(app, jobId, {}, api);
    expect(rejected).toBe(code);
    if (rejected) expect(await runsOf(app).countDocuments()).toBe(before);
    else expect((await threads(app, body.id))[0].distanceKm).toBeCloseTo(kilometres, 0);
  });
});
