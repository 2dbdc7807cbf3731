import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  by,
  eventsOf,
  providersOf,
  registerMany,
  start,
  states,
  storedRun,
  threads,
  tokens,
} from '../dispatch/support/scene.js';
import { createJob, stored } from '../evidence/support/scene.js';
import { hours, startTestApp, type TestApp } from '../support/app.js';
import { faces } from '../support/faces.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(() => providersOf(app).deleteMany({}));

describe.each(faces)('over $name', (face) => {
  it('offers a job again that is given back, and stops when it is cancelled', async () => {
    await registerMany(app, 2);
    const jobId = await createJob(app);
    const { body: run } = await start(app, jobId, { offers_at_once: 1 }, face);
    const [token = ''] = await tokens(app, run.id);
    const { body: accepted } = await face.call(app, 'acceptProviderOffer', by(token));
    expect(await states(app, run.id)).toBe('accepted queued');
    const { body: released } = await face.call(app, 'releaseTask', {
      ...by(accepted.task_token),
      input: { reason: 'ill' },
    });
    expect(released).toEqual({ job_id: jobId, job_status: 'open' });
    expect((await face.call(app, 'captureTask', by(accepted.task_token))).code).toBe(
      'token_invalid',
    );
    expect((await face.call(app, 'dispatchRun', { id: run.id })).body).toMatchObject({
      status: 'offering',
      wave_number: 2,
      selected_provider_id: null,
      completed_at: null,
    });
    expect(await threads(app, run.id)).toMatchObject([
      { state: 'DECLINED', declineReason: 'ill' },
      { state: 'OFFERED' },
    ]);
    const cancel = () =>
      face.call(app, 'cancelDispatchRun', { id: run.id, input: { reason: 'by hand' } });
    const { body: cancelled } = await cancel();
    expect(cancelled.status).toBe('cancelled');
    expect((await cancel()).body).toEqual(cancelled);
    expect(await states(app, run.id)).toBe('declined withdrawn');
    expect((await stored(app, jobId)).status).toBe('open');
  });

  it('refuses an offer that has expired, and goes on with the next wave', async () => {
    await registerMany(app, 2);
    const jobId = await createJob(app);
    const { body: run } = await start(app, jobId, { offers_at_once: 1, offer_minutes: 30 }, face);
    const [token = ''] = await tokens(app, run.id);
    const { expiresAt } = (await threads(app, run.id))[0];
    app.advance(hours(0.5));
    expect((await face.call(app, 'acceptProviderOffer', by(token))).code).toBe('token_expired');
    expect(await states(app, run.id)).toBe('expired offered');
    expect((await stored(app, jobId)).status).toBe('open');
    const told = await eventsOf(app, run.id);
    expect(told[2]).toMatchObject({ type: 'dispatch.offer_expired' });
    expect(told[2].timestamp.toISOString()).toBe(expiresAt);
    app.advance(hours(0.6));
    await app.services.dispatch.runs.find(run.id);
    expect((await storedRun(app, run.id)).status).toBe('exhausted');
  });
});
