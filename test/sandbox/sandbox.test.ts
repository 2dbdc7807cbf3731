import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hours, jobBody, startTestApp, type TestApp } from '../support/app.js';
import { faces, restFace } from '../support/faces.js';

const rights = ['jobs:read', 'jobs:write', 'reports:write'] as const;

let app: TestApp;
let key: string;
let liveKey: string;
beforeAll(async () => {
  app = await startTestApp();
  key = await app.keyFor('acme', [...rights], 'test');
  liveKey = await app.keyFor('acme', [...rights]);
});
afterAll(() => app.stop());

describe.each(faces)('a test key over $name', (face) => {
  const call = (operation: string, input: Record<string, unknown> = {}, as = key) =>
    face.call(app, operation, { key: as, input });

  it('is refused where the sandbox has nothing', async () => {
    const { nonce: _, ...request } = jobBody({ requester_email: 'ada@example.com' });
    expect((await call('requestSiteCheck', request)).code).toBe('test_mode');
    expect((await call('customerSession')).code).toBe('test_mode');
    expect((await call('mails')).code).toBe('test_mode');
    expect(await app.siteChecks.countDocuments()).toBe(0);
  });

  it('moves the clock of its sandbox, forward only', async () => {
    const { body: before } = await call('sandboxClock');
    const past = new Date(new Date(before.now).getTime() - 1_000).toISOString();
    for (const input of [{ to: past }, {}, { seconds: 1, to: before.now }, { seconds: 0 }]) {
      expect((await call('advanceSandboxClock', input)).code).toBe('invalid_input');
    }
    expect((await call('advanceSandboxClock', { seconds: 60 }, liveKey)).code).toBe(
      'scope_missing',
    );
    const { body: after } = await call('advanceSandboxClock', { seconds: 60 });
    expect(after).toMatchObject({ offset_seconds: before.offset_seconds + 60, steps_run: 0 });
    const twin = await app.db.collection('integrators').findOne({ name: 'test:acme' });
    expect(twin?.['clockOffsetMs']).toBe(after.offset_seconds * 1_000);
  });
});

it('has a job completed by the simulated verifier, in a database of its own', async () => {
  const { body: job } = await restFace.call(app, 'createJob', { key, input: jobBody() });
  expect(job).toMatchObject({ status: 'open', test_mode: true });
  const clock = await restFace.call(app, 'sandboxClock', { key });
  const assignedAt = new Date(new Date(job.created_at).getTime() + hours(1));
  expect(clock.body.next_step_at).toBe(assignedAt.toISOString());
  const input = { seconds: 10_800 };
  const moved = await restFace.call(app, 'advanceSandboxClock', { key, input });
  expect(moved.body).toMatchObject({ steps_run: 4, more: false, next_step_at: null });
  const done = await restFace.call(app, 'job', { key, id: job.job_id });
  expect(done.body).toMatchObject({
    status: 'completed',
    evidence_count: 3,
    assigned_at: assignedAt.toISOString(),
  });
  const seen = await restFace.call(app, 'job', { key: liveKey, id: job.job_id });
  expect(seen.code).toBe('job_not_found');
  expect(await app.jobs.countDocuments()).toBe(0);
  expect((await app.sandboxDb.collection('jobs').findOne())?.['status']).toBe('completed');
});
