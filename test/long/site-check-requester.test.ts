import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { upload } from '../evidence/support/scene.js';
import {
  assign,
  checkout,
  end,
  eventsOf,
  paid,
  reported,
  request,
  select,
  stored,
  storedJob,
} from '../site-check/support/flow.js';
import { apis, restApi } from '../support/apis.js';
import { pilotKey, startTestApp, type TestApp } from '../support/app.js';
import { interfaceDescription } from '../support/described.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe.each(apis)('cancelling a confirmed request over $name', (api) => {
  it('is rejected once its job has evidence, whatever the state of the request', async () => {
    const opened = await paid(app);
    const token = await assign(app, opened.jobId);
    const jobs = app.services.jobs.unreconciled;
    const change = jobs.change;
    // The first evidence arrives between the check of the request and the cancellation.
    jobs.change = async (...all) => {
      jobs.change = change;
      const sent = await upload(app, { token });
      expect(sent.status).toBe(201);
      return change(...all);
    };
    const answer = await api.call(app, 'cancelSiteCheck', opened);
    jobs.change = change;
    expect(answer.code).toBe('invalid_transition');
    expect((await storedJob(app, opened.jobId)).status).toBe('in_progress');
    expect(await stored(app, opened.id)).toMatchObject({ paymentStatus: 'paid' });
  });

  it('cancels the job first, stores the reason on both, and refunds', async () => {
    const opened = await paid(app);
    await assign(app, opened.jobId);
    const input = { reason: 'Sold meanwhile.' };
    const { body } = await api.call(app, 'cancelSiteCheck', { ...opened, input });
    expect(body).toMatchObject({ status: 'cancelled', payment_status: 'refunded' });
    expect(body.message).toContain('Sold meanwhile.');
    expect(await storedJob(app, opened.jobId)).toMatchObject({
      status: 'cancelled',
      statusReason: 'Sold meanwhile.',
    });
    const emitted = await eventsOf(app, opened.id);
    expect(emitted.indexOf('job.cancelled')).toBeLessThan(emitted.indexOf('site_check.cancelled'));
  });
});

describe.each(apis)('the checkout shown over $name', (api) => {
  const shown = async (opened: { id: string; token: string }) =>
    (await api.call(app, 'siteCheck', opened)).body.checkout;

  it('belongs to the last selected offer', async () => {
    const opened = await request(app);
    await select(app, opened, 'standard_72h');
    expect(await shown(opened)).toBeNull();
    await checkout(app, opened);
    const first = await shown(opened);
    await select(app, opened, 'express_24h');
    expect(await shown(opened)).toBeNull();
    await select(app, opened, 'standard_72h');
    expect(await shown(opened)).toBeNull();
    const page = await checkout(app, opened);
    const second = await shown(opened);
    expect(second.session_id).not.toBe(first.session_id);
    await end(app, page, 'declined');
    expect(await shown(opened)).toMatchObject({ status: 'failed', session_id: second.session_id });
    await select(app, opened, 'self_service');
    expect(await shown(opened)).toBeNull();
  });
});

describe('the first view of a report', () => {
  const viewsOf = async (id: string) =>
    (await eventsOf(app, id)).filter((type) => type === 'report.viewed').length;

  it('is recorded for the requester even if operators have read it before', async () => {
    const opened = await reported(app);
    await restApi.call(app, 'siteCheck', opened);
    const path = `/v1/jobs/${opened.jobId}/report`;
    expect((await app.rest('GET', path)).status).toBe(200);
    expect((await app.fetch(`${path}.pdf`, { headers: { 'x-api-key': pilotKey } })).status).toBe(
      200,
    );
    await apis[1]?.call(app, 'siteCheckReport', { id: opened.id, token: null, key: pilotKey });
    expect(await viewsOf(opened.id)).toBe(0);
    await restApi.call(app, 'siteCheckReport', opened);
    await restApi.call(app, 'siteCheckReport', opened);
    expect(await viewsOf(opened.id)).toBe(1);
  });

  it('is emitted after the version, and the version before the request that has it', async () => {
    const opened = await reported(app);
    await restApi.call(app, 'siteCheckReport', opened);
    const emitted = await eventsOf(app, opened.id);
    const order = [
      'job.completed',
      'report.version_created',
      'site_check.report_ready',
      'report.viewed',
      'site_check.completed',
    ];
    expect(emitted.filter((type) => order.includes(type))).toEqual(order);
  });

  it('can be that of its PDF', async () => {
    const opened = await reported(app);
    await restApi.call(app, 'siteCheck', opened);
    const path = `/v1/public/site-checks/${opened.id}/report.pdf?access_token=${opened.token}`;
    expect((await app.fetch(path)).status).toBe(200);
    expect(await viewsOf(opened.id)).toBe(1);
  });
});

it('documents that the PDF of a report can return 304', () => {
  const path = interfaceDescription().paths['/v1/public/site-checks/{request_id}/report.pdf'];
  expect(Object.keys(path.get.responses)).toContain('304');
});

describe.each(apis)('feedback over $name', (api) => {
  it('is rejected for a cancelled request, including a rating alone', async () => {
    const opened = await request(app);
    await restApi.call(app, 'cancelSiteCheck', opened);
    const input = { rating: 1 };
    const answer = await api.call(app, 'submitSiteCheckFeedback', { ...opened, input });
    expect(answer.code).toBe('invalid_transition');
    expect((await storedJob(app, opened.jobId)).feedback).toEqual([]);
  });
});
