import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  assign,
  both,
  capture,
  eventsOf,
  type Opened,
  ofRequest,
  paid,
  reported,
  request,
  select,
  stored,
  storedJob,
} from '../site-check/support/flow.js';
import { apis, restApi } from '../support/apis.js';
import { startTestApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const within = { timeout: 5_000, interval: 50 };
const read = async (opened: Opened) => (await restApi.call(app, 'siteCheck', opened)).body;
const setRequest = (id: string, fields: object) =>
  app.siteChecks.updateOne({ _id: id }, { $set: fields });
const setJob = (id: string, fields: object) => app.jobs.updateOne({ _id: id }, { $set: fields });

/** Waits for the PDF, which takes longer than anything else on a busy machine. */
const rendered = (opened: Opened) =>
  expect
    .poll(async () => (await read(opened)).report.status, { timeout: 15_000, interval: 50 })
    .toBe('ready');

/** Emits an event of the request again, like the relay after a kill. */
async function emitAgain(id: string): Promise<void> {
  const { siteChecks, relay, clock } = app.services;
  const event = {
    id: crypto.randomUUID(),
    type: 'site_check.received' as const,
    timestamp: clock.now(),
    data: { request_id: id },
    revision: 1,
  };
  await siteChecks.collection.updateOne({ _id: id }, { $push: { outbox: event } });
  relay.wake();
}

describe('after a kill between request and job, within 5 s the follower', () => {
  it('creates the job of a request without one', async () => {
    const opened = await request(app);
    await app.jobs.deleteOne({ _id: opened.jobId });
    await emitAgain(opened.id);
    await expect
      .poll(async () => (await storedJob(app, opened.jobId))?.status, within)
      .toBe('created');
  });

  it('opens the job of a confirmed request', async () => {
    const opened = await paid(app);
    await setJob(opened.jobId, { status: 'created' });
    await emitAgain(opened.id);
    await expect.poll(async () => (await storedJob(app, opened.jobId)).status, within).toBe('open');
  });

  it('cancels the job of a closed request', async () => {
    const opened = await request(app);
    await setRequest(opened.id, { status: 'cancelled' });
    await emitAgain(opened.id);
    await expect
      .poll(async () => (await storedJob(app, opened.jobId)).status, within)
      .toBe('cancelled');
  });

  it('creates the report of a completed job without a reader', async () => {
    const opened = await reported(app);
    await expect
      .poll(async () => (await stored(app, opened.id)).status, within)
      .toBe('report_ready');
    expect((await storedJob(app, opened.jobId)).reports).toHaveLength(1);
    await rendered(opened);
  });

  it('makes due refunds', async () => {
    const opened = await paid(app);
    const { checkouts } = await stored(app, opened.id);
    const due = checkouts.map((session) => ({ ...session, due: 'refund' }));
    await setRequest(opened.id, { status: 'cancelled', checkouts: due });
    await emitAgain(opened.id);
    await expect
      .poll(async () => (await stored(app, opened.id)).paymentStatus, within)
      .toBe('refunded');
  });

  it('continues after the last event it handled, also after a restart', async () => {
    await app.services.relay.drain();
    await expect
      .poll(async () => {
        const last = await app.services.events.lastSeq();
        return last - (await app.services.followers.seen('site-checks'));
      }, within)
      .toBe(0);
  });

  it('is not blocked by a request that cannot be joined', async () => {
    const broken = await request(app);
    await setRequest(broken.id, { checkouts: null });
    await emitAgain(broken.id);
    const opened = await paid(app);
    await setJob(opened.jobId, { status: 'created' });
    await emitAgain(opened.id);
    await expect.poll(async () => (await storedJob(app, opened.jobId)).status, within).toBe('open');
    await expect
      .poll(async () => (await stored(app, broken.id)).retryAt, within)
      .toBeInstanceOf(Date);
    await app.siteChecks.deleteOne({ _id: broken.id });
  });

  it('does each step once, with any number of concurrent joins', async () => {
    const opened = await reported(app);
    await Promise.all(Array.from({ length: 50 }, () => read(opened)));
    expect((await storedJob(app, opened.jobId)).reports).toHaveLength(1);
    const emitted = ofRequest(await eventsOf(app, opened.id));
    expect(emitted.filter((type) => type === 'site_check.report_ready')).toHaveLength(1);
  });
});

describe('the job of a site check', () => {
  it('belongs to the integrator `public`, and is opened only by the confirmation', async () => {
    const { id, jobId } = await request(app);
    const { body } = await app.rest('GET', `/v1/jobs/${jobId}`);
    expect(body).toMatchObject({ request_id: id, intake_source: 'public_site_check' });
    const integrator = await app.services.integrators.get(
      (await storedJob(app, jobId)).integratorId,
    );
    expect(integrator.name).toBe('public');
    const stranger = await app.keyFor('stranger', ['jobs:read', 'jobs:write']);
    expect((await app.rest('GET', `/v1/jobs/${jobId}`, { key: stranger })).status).toBe(404);
    const opening = await app.rest('POST', `/v1/jobs/${jobId}/open`);
    expect(opening.body).toMatchObject({ code: 'invalid_transition' });
  });

  it('closes the request when it fails, with the reason', async () => {
    const opened = await paid(app);
    await assign(app, opened.jobId);
    const body = { decision: 'fail', note: 'Nobody was there.' };
    await app.rest('POST', `/v1/jobs/${opened.jobId}/review`, { body });
    const status = await read(opened);
    expect(status).toMatchObject({ status: 'cancelled', payment_status: 'refunded' });
    expect(status.message).toContain('Nobody was there.');
  });

  it('emits only events for operators', async () => {
    const { id } = await request(app);
    await app.services.relay.drain();
    const query = '{ events(first: 200) { nodes { type data } } }';
    const stranger = await app.keyFor('event-reader', ['jobs:read']);
    const theirs = await app.graphql(query, {}, { key: stranger });
    expect(JSON.stringify(theirs.data)).not.toContain(id);
    const types = `query { events(first: 200, types: [SITE_CHECK_RECEIVED]) { nodes { data } } }`;
    const operators = await app.graphql(types);
    expect(JSON.stringify(operators.data)).toContain(id);
  });
});

describe.each(apis)('after the report, over $name a site check', (api) => {
  it('is completed by the first complete response, and emitted once', async () => {
    const opened = await reported(app);
    await rendered(opened);
    const path = `/v1/public/site-checks/${opened.id}/report?access_token=${opened.token}`;
    const head = await app.fetch(path, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect((await read(opened)).status).toBe('report_ready');
    await api.call(app, 'siteCheckReport', opened);
    await api.call(app, 'siteCheckReport', opened);
    expect((await read(opened)).status).toBe('completed');
    const emitted = await eventsOf(app, opened.id);
    expect(emitted.filter((type) => type === 'report.viewed')).toHaveLength(1);
    expect(emitted.filter((type) => type === 'site_check.completed')).toHaveLength(1);
    const etag = head.headers.get('etag') ?? '';
    const again = await app.rest('GET', path, { key: null, headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
  });

  it('returns to work when the requester needs more, and gets a second version', async () => {
    const opened = await reported(app);
    await api.call(app, 'siteCheckReport', opened);
    const input = { verdict: 'needs_more', comment: 'The sign is missing.', report_version: 1 };
    const feedback = await api.call(app, 'submitSiteCheckFeedback', { ...opened, input });
    expect(feedback.body).toMatchObject({ accepted: true, job_status: 'in_progress' });
    expect((await read(opened)).status).toBe('in_progress');
    await capture(app, opened.jobId, await assign(app, opened.jobId));
    expect(await read(opened)).toMatchObject({
      status: 'report_ready',
      report: { version_number: 2, version_count: 2 },
    });
    const report = (await api.call(app, 'siteCheckReport', opened)).body;
    expect(report).toMatchObject({ version_number: 2, change_summary: { reason: 'feedback' } });
    const first = await api.call(app, 'siteCheckReport', { ...opened, input: { version: 1 } });
    expect(first.body).toMatchObject({ version_number: 1, is_current: false });
    const none = await api.call(app, 'siteCheckReport', { ...opened, input: { version: 3 } });
    expect(none.code).toBe('report_version_not_found');
  });

  it('returns to work when an operator requests more', async () => {
    const opened = await reported(app);
    await read(opened);
    await app.rest('POST', `/v1/jobs/${opened.jobId}/review`, { body: { decision: 'more' } });
    expect((await read(opened)).status).toBe('in_progress');
    await capture(app, opened.jobId, await assign(app, opened.jobId));
    expect(await read(opened)).toMatchObject({
      status: 'report_ready',
      report: { version_number: 2 },
    });
    expect((await api.call(app, 'siteCheckReport', opened)).body.change_summary).not.toBeNull();
  });

  it('is disputed, and settled by an operator', async () => {
    const opened = await reported(app);
    await api.call(app, 'siteCheckReport', opened);
    const input = { verdict: 'disputed', comment: 'That is another shop.' };
    await api.call(app, 'submitSiteCheckFeedback', { ...opened, input });
    expect((await read(opened)).status).toBe('disputed');
    await app.rest('POST', `/v1/jobs/${opened.jobId}/review`, { body: { decision: 'accept' } });
    expect((await read(opened)).status).toBe('report_ready');
  });

  it('reports the state of the request while there is no report', async () => {
    const opened = await request(app);
    expect((await api.call(app, 'siteCheckReport', opened)).code).toBe('report_not_found');
  });
});

it('completes the request also when the report is read as PDF', async () => {
  const opened = await reported(app);
  const path = `/v1/public/site-checks/${opened.id}/report.pdf`;
  const response = await app.fetch(path, { headers: { authorization: `Bearer ${opened.token}` } });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  expect(
    Buffer.from(await response.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  expect((await read(opened)).status).toBe('completed');
  expect((await app.fetch(path)).status).toBe(422);
  expect((await app.fetch(`${path}?access_token=${'A'.repeat(43)}`)).status).toBe(404);
});

describe.each(apis)('self-service capture over $name', (api) => {
  it('is free, confirms at once, and results in a report', async () => {
    const opened = await request(app, { requester_name: 'Grace Hopper' });
    const chosen = await api.call(app, 'selectSiteCheckOffer', {
      ...opened,
      input: { offer_key: 'self_service' },
    });
    expect(chosen.body).toMatchObject({
      status: 'confirmed',
      payment_status: 'not_required',
      execution_mode: 'self_service',
      checkout: null,
    });
    const unpaid = await api.call(app, 'createCheckoutSession', opened);
    expect(unpaid.code).toBe('payment_not_required');
    expect(await storedJob(app, opened.jobId)).toMatchObject({
      status: 'open',
      executionMode: 'self_service',
    });

    const started = await api.call(app, 'startSelfServiceCapture', opened);
    const { capture_token: token, capture_url: url } = started.body;
    expect(url).toBe(`http://service.test/capture#${token}`);
    const status = await read(opened);
    expect(status.self_service).toMatchObject({
      status: 'active',
      invitee_name: 'Grace Hopper',
      session_state: 'not_started',
    });
    expect(JSON.stringify([status, await both(app, opened)])).not.toContain(token);

    await capture(app, opened.jobId, token, 'capture');
    expect(await read(opened)).toMatchObject({
      status: 'report_ready',
      self_service: { status: 'completed', session_state: 'submitted', can_resend: false },
    });
  });

  it('creates a new link when requested again, and revokes the previous one', async () => {
    const opened = await request(app);
    await select(app, opened, 'self_service');
    const first = (await api.call(app, 'startSelfServiceCapture', opened)).body;
    const second = (await api.call(app, 'startSelfServiceCapture', opened)).body;
    const task = (token: string) =>
      app.rest('GET', '/v1/capture/task', {
        key: null,
        headers: { authorization: `Bearer ${token}` },
      });
    expect((await task(first.capture_token)).body).toMatchObject({ code: 'token_invalid' });
    expect((await task(second.capture_token)).status).toBe(200);
  });
});
