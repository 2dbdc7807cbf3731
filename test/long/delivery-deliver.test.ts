import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  deliveryEvents,
  type Opened,
  readyReport,
  settle,
  still,
  versionOf,
} from '../delivery/support/scene.js';
import { completedJob } from '../report/support/flow.js';
import { paid } from '../site-check/support/flow.js';
import { apis } from '../support/apis.js';
import { startTestApp, type TestApp } from '../support/app.js';

// Without a mail server; delivery-email.test.ts has one.
let app: TestApp;
/** The pilot key has only the actor `founder_console`. */
let keyOfAda: string;
beforeAll(async () => {
  app = await startTestApp();
  keyOfAda = await app.keyFor('desk', ['operator'], 'live', ['Ada']);
});
afterAll(() => app.stop());

it('automatically skips a version without a recipient and states why', async () => {
  const { jobId } = await readyReport(app, { requester_email: 'grace@example.org' });
  expect((await versionOf(app, jobId)).deliveries).toMatchObject([
    { actor: 'system', channel: 'email', state: 'skipped', error: 'mail_not_configured' },
  ]);
  expect(await versionOf(app, jobId)).toMatchObject({ deliveredAt: null });
});

describe.each(apis)('delivering a report over $name', (api) => {
  const deliver = (jobId: string, input: object = {}, key?: string | null) =>
    api.call(app, 'deliverRealityReport', {
      id: jobId,
      input: { ...input },
      ...(key !== undefined && { key }),
    });

  it('without email records the delivery in the same write', async () => {
    const opened = await readyReport(app);
    const { id, jobId } = opened;
    const before = await still(app, jobId);
    const input = { actor: 'Ada', send_email: false, notes: 'At the meeting.' };
    const { body } = await deliver(jobId, input, keyOfAda);
    const version = await versionOf(app, jobId);
    const [, delivery] = version.deliveries ?? [];
    expect(body).toEqual({
      job_id: jobId,
      request_id: id,
      report_id: before.reportId,
      version_number: 1,
      job_status: 'completed',
      report_status: 'delivered',
      report_generated_at: version.generatedAt.toISOString(),
      report_delivered_at: version.deliveredAt?.toISOString(),
      delivery_channel: 'manual',
      email_delivery_status: 'skipped',
      email_delivery_error: null,
      report_url: `http://service.test/v1/public/site-checks/${id}/report?version=1`,
      pdf_export_url: `http://service.test/v1/public/site-checks/${id}/report.pdf?version=1`,
      status_url: `http://service.test/v1/public/site-checks/${id}`,
      audit_log_id: delivery?.deliveryId,
    });
    expect(delivery).toEqual({
      deliveryId: expect.any(String),
      at: version.deliveredAt,
      actor: 'Ada',
      notes: 'At the meeting.',
      channel: 'manual',
      state: 'sent',
      error: null,
      mailId: null,
    });
    expect((await still(app, jobId)).revision).toBe(before.revision + 1);
    await app.services.relay.drain();
    const event = await app.db
      .collection<{ _id: string }>('events')
      .findOne({ _id: body.audit_log_id });
    expect(event).toMatchObject({
      type: 'report.delivery_requested',
      data: { job_id: jobId, request_id: id, version_number: 1, actor: 'Ada', channel: 'manual' },
    });

    // A second delivery: the delivery time stays that of the first.
    app.advance(60_000);
    const again = (await deliver(jobId, { send_email: false })).body;
    expect(again.audit_log_id).not.toBe(body.audit_log_id);
    expect(again.report_delivered_at).toBe(body.report_delivered_at);
    await settle(app);
    expect(await deliveryEvents(app, opened)).toEqual([
      'report.delivery_requested',
      'report.delivery_requested',
      'report.delivered',
      'report.delivery_requested',
      'report.delivered',
    ]);
  });

  it('by email without a mail server is skipped', async () => {
    const opened = await readyReport(app, { requester_email: 'grace@example.org' });
    expect((await deliver(opened.jobId)).body).toMatchObject({
      report_status: 'ready',
      report_delivered_at: null,
      delivery_channel: 'email',
      email_delivery_status: 'skipped',
      email_delivery_error: 'mail_not_configured',
    });
    const { deliveries } = await versionOf(app, opened.jobId);
    expect(deliveries?.[1]).toMatchObject({ actor: 'founder_console', notes: null });
    await settle(app);
    expect(await deliveryEvents(app, opened)).toEqual([
      'report.delivery_requested',
      'report.delivery_requested',
    ]);
  });

  it('is rejected without a recipient or a report version', async () => {
    const { jobId: ofIntegrator } = await completedJob(app);
    await app.rest('POST', `/v1/jobs/${ofIntegrator}/reality-report`);
    const { jobId: without } = await paid(app);
    const { jobId: withdrawn } = await readyReport(app);
    await app.rest('POST', `/v1/jobs/${withdrawn}/reality-report/withdraw`, {
      body: { reason: 'Wrong house.' },
    });
    for (const [jobId, code] of [
      [ofIntegrator, 'delivery_not_possible'],
      [without, 'report_not_found'],
      [withdrawn, 'report_withdrawn'],
    ] as const) {
      const before = await still(app, jobId);
      const answers = await Promise.all([deliver(jobId), deliver(jobId, { send_email: false })]);
      expect(answers.map((answer) => answer.code)).toEqual([code, code]);
      expect(await still(app, jobId)).toEqual(before);
    }
    expect((await deliver(crypto.randomUUID())).code).toBe('job_not_found');
  });
});

describe('a rejected delivery', () => {
  let opened: Opened;
  let before: Awaited<ReturnType<typeof still>>;
  beforeAll(async () => {
    opened = await readyReport(app);
    before = await still(app, opened.jobId);
  });

  it.each(apis)('has bad input or is not made by an operator, over $name', async (api) => {
    const attempt = async (input: object, key?: string | null) =>
      (
        await api.call(app, 'deliverRealityReport', {
          id: opened.jobId,
          input: { ...input },
          ...(key !== undefined && { key }),
        })
      ).code;
    expect(await attempt({ actor: 'x' })).toBe('invalid_input');
    expect(await attempt({ actor: 'x'.repeat(121) })).toBe('invalid_input');
    expect(await attempt({ notes: 'x'.repeat(2001) })).toBe('invalid_input');
    expect(await attempt({ send_email: null })).toBe('invalid_input');
    const key = await app.keyFor(`integrator ${api.name}`, ['jobs:write', 'reports:write']);
    expect(await attempt({ send_email: false }, key)).toBe('scope_missing');
    expect(await attempt({ send_email: false }, null)).toBe('api_key_missing');
    expect(await attempt({ send_email: false }, 'no-such-key')).toBe('api_key_invalid');
    expect(await still(app, opened.jobId)).toEqual(before);
  });

  it('is the twenty-first of a version', async () => {
    const path = `/v1/jobs/${opened.jobId}/reality-report/deliver`;
    const byHand = (notes: string) =>
      app.rest('POST', path, { body: { send_email: false, notes } });
    const answers = await Promise.all(Array.from({ length: 25 }, (_, n) => byHand(`copy ${n}`)));
    const rejected = answers.filter(({ body }) => body.code === 'delivery_limit');
    // The first delivery was automatic.
    expect([answers.length - rejected.length, rejected.length]).toEqual([19, 6]);
    const { deliveries } = await versionOf(app, opened.jobId);
    expect(new Set(deliveries?.map(({ deliveryId }) => deliveryId)).size).toBe(20);
  });
});
