import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  assign,
  checkout,
  paid,
  request,
  select,
  stored,
  storedJob,
} from '../site-check/support/flow.js';
import { restApi } from '../support/apis.js';
import { days, hours, startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.stop());

const later = (from: Date, milliseconds: number) => new Date(from.getTime() + milliseconds);

/** Returns the time of the newest event of a type. */
async function emittedAt(type: string, id: string): Promise<Date | undefined> {
  await app.services.relay.drain();
  const events = await app.services.events.list({ after: 0, limit: 10_000 });
  return events.findLast((event) => event.type === type && event.data['request_id'] === id)
    ?.timestamp;
}

describe('expiry takes effect at its exact time, whenever it is read, for', () => {
  it('a session', async () => {
    const opened = await request(app);
    await select(app, opened);
    await checkout(app, opened);
    const expiresAt = (await stored(app, opened.id)).checkouts[0]?.expiresAt;
    app.advance(hours(2));
    await restApi.call(app, 'siteCheck', opened);
    expect((await stored(app, opened.id)).updatedAt).toEqual(expiresAt);
  });

  it('a request, and the job that is cancelled with it', async () => {
    const opened = await request(app);
    const expiresAt = later((await stored(app, opened.id)).lastStepAt, days(30));
    app.advance(days(40));
    await restApi.call(app, 'siteCheck', opened);
    expect((await stored(app, opened.id)).updatedAt).toEqual(expiresAt);
    const job = await storedJob(app, opened.jobId);
    expect(job).toMatchObject({ status: 'cancelled', updatedAt: expiresAt });
    expect(await emittedAt('job.cancelled', opened.id)).toEqual(expiresAt);
  });

  it('a job, and the request that depends on it', async () => {
    const opened = await paid(app);
    const { expiresAt } = await storedJob(app, opened.jobId);
    app.advance(days(40));
    await restApi.call(app, 'siteCheck', opened);
    expect((await storedJob(app, opened.jobId)).updatedAt).toEqual(expiresAt);
    expect((await stored(app, opened.id)).status).toBe('expired');
    expect(await emittedAt('site_check.expired', opened.id)).toEqual(expiresAt);
  });
});

describe('a job of a site check whose expiry has not been noticed yet', () => {
  it.each([
    ['cancel', {}],
    ['open', {}],
    ['assign', { assignee_name: 'Ada Lovelace' }],
    ['review', { decision: 'fail' }],
    ['requester-feedback', { verdict: 'accepted' }],
  ])('has the state of that time for %s', async (operation, body) => {
    const opened = await request(app);
    app.advance(days(31));
    const answer = await app.rest('POST', `/v1/jobs/${opened.jobId}/${operation}`, { body });
    expect(answer.body).toMatchObject({ code: 'invalid_transition' });
    expect(await storedJob(app, opened.jobId)).toMatchObject({
      status: 'cancelled',
      statusReason: 'Nothing was chosen or paid for 30 days.',
    });
    expect((await stored(app, opened.id)).status).toBe('expired');
  });

  it('is returned in its current state when feedback is repeated', async () => {
    const opened = await request(app);
    const path = `/v1/jobs/${opened.jobId}/requester-feedback`;
    const body = { rating: 3, nonce: 'feedback-once' };
    expect((await app.rest('POST', path, { body })).body.job_status).toBe('created');
    app.advance(days(31));
    expect((await app.rest('POST', path, { body })).body.job_status).toBe('cancelled');
  });
});

describe('a quote', () => {
  it('that is replaced counts as a step of the requester', async () => {
    const opened = await request(app);
    app.advance(days(20));
    expect((await select(app, opened)).code).toBe('quote_expired');
    app.advance(days(20));
    expect((await restApi.call(app, 'siteCheck', opened)).body.status).toBe('quoted');
    app.advance(days(11));
    expect((await restApi.call(app, 'siteCheck', opened)).body.status).toBe('expired');
  });

  it('expires with its request', async () => {
    const opened = await request(app);
    const { body } = await restApi.call(app, 'cancelSiteCheck', opened);
    expect(body).toMatchObject({
      status: 'cancelled',
      quote_status: 'expired',
      quote: { status: 'expired' },
    });
  });
});

it('lists jobs although a due request cannot be settled', async () => {
  const broken = await request(app);
  const due = await request(app);
  await app.siteChecks.updateOne({ _id: broken.id }, { $set: { checkouts: null as never } });
  app.advance(days(31));
  const { status, body } = await app.rest('GET', '/v1/jobs');
  expect(status).toBe(200);
  const listed = body.find((job: { job_id: string }) => job.job_id === due.jobId);
  expect(listed.status).toBe('cancelled');
  expect(app.logLines.join()).toContain('"msg":"site check: reconciliation failed"');
});

it('keeps a bounded number of capture links, of which the newest work', async () => {
  const opened = await request(app);
  await select(app, opened, 'self_service');
  let token = '';
  for (let made = 0; made < 25; made += 1) {
    token = (await restApi.call(app, 'startSelfServiceCapture', opened)).body.capture_token;
  }
  expect((await storedJob(app, opened.jobId)).tokens).toHaveLength(20);
  const headers = { authorization: `Bearer ${token}` };
  expect((await app.rest('GET', '/v1/capture/task', { key: null, headers })).status).toBe(200);
  await assign(app, opened.jobId);
  expect((await storedJob(app, opened.jobId)).tokens).toHaveLength(20);
});
