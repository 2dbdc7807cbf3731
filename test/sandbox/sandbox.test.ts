import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '../../src/modules/job/job.js';
import type { createSandbox } from '../../src/modules/sandbox/create-sandbox.js';
import { apis, restApi } from '../support/apis.js';
import { days, hours, jobBody, startTestApp, type TestApp } from '../support/app.js';
import { describedPaths } from '../support/described.js';
import { advance } from './support/advance.js';

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

it('a test key is rejected, as documented, on paths that never concern sandbox reports', async () => {
  for (const path of [
    `/v1/public/site-checks/none/report.pdf?access_token=${'x'.repeat(32)}`,
    '/v1/customer/requests/none/report.pdf',
    '/reports/none/cover.json?version=1&expires=1&signature=x',
    '/reports/none/report.pdf?version=1&expires=1&signature=x',
  ]) {
    const answer = await app.rest('GET', path, { key });
    expect([answer.status, answer.body.code], path).toEqual([403, 'test_mode']);
    const { pathname } = new URL(path.replace('/none/', '/{request_id}/'), 'http://a');
    const { responses } = describedPaths()[decodeURI(pathname)].get;
    expect(responses[403].description).toContain('`test_mode`');
  }
});

describe.each(apis)('a test key over $name', (api) => {
  const call = (operation: string, input: Record<string, unknown> = {}, as = key) =>
    api.call(app, operation, { key: as, input });

  it('is rejected on paths without a sandbox', async () => {
    const { nonce: _, ...request } = jobBody({ requester_email: 'ada@example.com' });
    expect((await call('requestSiteCheck', request)).code).toBe('test_mode');
    expect((await call('customerSession')).code).toBe('test_mode');
    expect((await call('mails')).code).toBe('test_mode');
    expect(await app.siteChecks.countDocuments()).toBe(0);
  });

  it('moves its sandbox clock, forward only', async () => {
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

it('creates a job in a separate database, which the simulated verifier works on', async () => {
  const call = (operation: string, input: object, as = key, id?: string) =>
    restApi.call(app, operation, { key: as, input: { ...input }, ...(id && { id }) });
  const { body: job } = await call('createJob', jobBody({ nonce: 'sim_fail_at_once' }));
  expect(job).toMatchObject({ status: 'open', test_mode: true });
  const assignedAt = new Date(new Date(job.created_at).getTime() + hours(1));
  const { body: clock } = await call('sandboxClock', {});
  expect(clock.next_step_at).toBe(assignedAt.toISOString());
  const { body: moved } = await call('advanceSandboxClock', { seconds: 18_000 });
  expect(moved).toMatchObject({ steps_run: 2, more: false, next_step_at: null });
  const { body: done } = await call('job', {}, key, job.job_id);
  expect(done).toMatchObject({
    status: 'failed',
    status_reason: 'inaccessible',
    assigned_at: assignedAt.toISOString(),
  });
  expect((await call('job', {}, liveKey, job.job_id)).code).toBe('job_not_found');
  expect(await app.jobs.countDocuments()).toBe(0);
  expect((await app.sandboxDb.collection('jobs').findOne())?.['status']).toBe('failed');
});

it('works on several jobs in order of time, each with different pictures', async () => {
  const several = await app.keyFor('several', [...rights], 'test');
  const ids: string[] = [];
  for (let i = 0; i < 6; i += 1) {
    const { body } = await app.rest('POST', '/v1/jobs', { key: several, body: jobBody() });
    ids.push(body.job_id);
  }
  await advance(app, several, days(1));
  const found = await app.sandboxDb
    .collection<Job>('jobs')
    .find({ _id: { $in: ids } })
    .toArray();
  expect(found.map(({ status }) => status)).toEqual(ids.map(() => 'completed'));
  const evidence = found.flatMap((job) => job.evidence);
  expect(evidence.length).toBeGreaterThan(ids.length);
  expect(new Set(evidence.map(({ mediaSha256 }) => mediaSha256)).size).toBe(evidence.length);
  expect(evidence.flatMap(({ validationErrors }) => validationErrors)).toEqual([]);
  // A picture that resembles another one has a warning; one that is too plain is not compared.
  const similar = evidence.flatMap(({ checks }) => checks.filter(({ name }) => name === 'similar'));
  expect(similar.map(({ result }) => result)).toEqual(evidence.map(() => 'pass'));
  const events = await app.sandboxDb
    .collection('events')
    .find({ 'data.job_id': { $in: ids } })
    .sort({ seq: 1 })
    .toArray();
  const times = events.map(({ timestamp }) => timestamp.getTime());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(await app.sandboxDb.collection('evidence.pending').countDocuments()).toBe(0);
});

it('deletes jobs that were created 90 days ago', async () => {
  app.advance(days(91));
  const sandbox = app.services.sandbox as ReturnType<typeof createSandbox>;
  await sandbox.sweep(async () => {});
  expect(await app.sandboxDb.collection('jobs').countDocuments()).toBe(0);
  // The newest event stays, so that numbering continues.
  expect(await app.sandboxDb.collection('events').countDocuments()).toBe(1);
});
